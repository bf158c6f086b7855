import { moveText, otherSide, turnSpeech, type Cast } from "../board/describe";
import { loadRules } from "../core/load";
import type { Rules } from "../core/rules";
import type { GameState, LegalMove, Side } from "../core/types";
import { boardEnding, endingText, forfeit, type Ending } from "../game/result";
import { GameTree, type GameNode } from "../game/tree";
import { language, t } from "../i18n/text";
import { loadProblem } from "../ui/Notice";
import { playSound } from "../ui/sound";
import { Store } from "../ui/store";
import { socketUrl } from "./api";
import { Connection } from "./connection";
import { afterEvent, noEvents, type Phase } from "./events";
import { premoves } from "./premove";
import type { ClientMessage, Clock, Clocks, GameEvent, Phrase, Players, ServerMessage, Welcome } from "./protocol";

const noMoves: ReadonlyMap<number, LegalMove> = new Map();

/** An online game: the confirmed state, and at most one unconfirmed move. */
export class OnlineSession extends Store {
  connected = false;
  /** Empty until the welcome message has arrived and the rules are loaded. */
  rules: Rules | null = null;
  tree: GameTree | null = null;
  tip: GameNode | null = null;
  shown: GameNode | null = null;
  seat: Side | null = null;
  clock: Clock | null = null;
  /** Listed in the lobby. */
  isPublic = false;
  players: Players | null = null;
  /** Played as soon as it is this player's turn. */
  premove: LegalMove | null = null;
  /** Whether the rematch was agreed while this page was watching. */
  nextIsNew = false;
  error = "";
  /** Why there is no board; empty while it is being loaded, and after that. */
  problem = "";
  announcement = "";

  private state = noEvents;
  private clocks: Clocks | null = null;
  private clocksAt = 0;
  private pending: { ply: number; move: string } | null = null;
  /** After hello: the number of the last event to catch up on. */
  private catchingUp: number | null = null;
  private knownPremoves: { state: GameState; moves: ReadonlyMap<number, LegalMove> } | null = null;
  private readonly connection: Connection;
  private waiting: Promise<void> = Promise.resolve();
  private disposed = false;

  constructor(
    readonly game: string,
    seatToken: string | null,
  ) {
    super();
    this.connection = new Connection(socketUrl(`api/games/${encodeURIComponent(game)}/socket`), {
      onOpen: () => this.send({ type: "hello", seen: this.state.seen, ...(seatToken ? { seat: seatToken } : {}) }),
      // In order, although the first message waits for the rules to be loaded.
      onMessage: (message) => {
        this.waiting = this.waiting.then(() => this.hear(message as ServerMessage));
      },
      onState: (connected) => {
        this.connected = connected;
        this.changed();
      },
    });
  }

  get phase(): Phase {
    return this.state.phase;
  }
  get joined(): boolean {
    return this.state.joined;
  }
  get takebackAskedBy(): Side | null {
    return this.state.takebackAskedBy;
  }
  get rematchAskedBy(): readonly Side[] {
    return this.state.rematchAskedBy;
  }
  get next(): string | null {
    return this.state.next;
  }
  get said(): readonly { side: Side; phrase: Phrase }[] {
    return this.state.said;
  }
  get opponent(): Players["x"] | null {
    return this.seat && (this.players?.[otherSide(this.seat)] ?? null);
  }
  get ending(): Ending | null {
    const { forfeit: by } = this.state;
    if (by) return forfeit(this.rules!.variant, by.winner, by.reason);
    const outcome = this.phase === "over" ? this.tip?.state.outcome : null;
    return outcome ? boardEnding(outcome) : null;
  }
  get myTurn(): boolean {
    return this.phase === "playing" && this.tip?.state.side === this.seat && !this.pending;
  }
  get canMove(): boolean {
    return this.myTurn && this.shown === this.tip;
  }
  get onItsWay(): boolean {
    return this.pending !== null;
  }
  /** How the texts name the players. */
  get cast(): Cast {
    const unnamed = { x: t("online.firstPlayer"), o: t("online.secondPlayer") };
    const name = (side: Side): string =>
      side === this.seat ? t("common.you") : this.players?.[side].name || (this.seat ? t("online.opponent") : unnamed[side]);
    return { names: { x: name("x"), o: name("o") }, you: this.seat };
  }
  remaining(side: Side): number | null {
    if (!this.clock || !this.clocks) return null;
    const gone = this.clocks.running === side ? performance.now() - this.clocksAt : 0;
    return Math.max(0, this.clocks[side] - gone);
  }
  get runningSide(): Side | null {
    return this.clocks?.running ?? null;
  }

  play(move: LegalMove): void {
    if (!this.canMove || !this.tree || !this.tip) return;
    this.pending = { ply: this.state.moves.length, move: move.move };
    this.error = "";
    this.send({ type: "move", ...this.pending });
    this.changed();
  }
  /** The moves to choose from in advance, by cell; empty when there is nothing to choose. */
  get premoves(): ReadonlyMap<number, LegalMove> {
    const waits = this.seat && this.phase === "playing" && !this.myTurn && !this.pending && this.shown === this.tip;
    return waits ? this.premovesOf(this.tip!.state) : noMoves;
  }
  /** Chooses a move in advance; the same once more, or none, takes it back. */
  choosePremove(move: LegalMove | null): void {
    const taken = move && move.id !== this.premove?.id ? move : null;
    this.premove = taken;
    this.announcement = taken ? t("premove.set", { move: taken.move }) : t("premove.cancelled");
    this.changed();
  }
  say(phrase: Phrase): void {
    this.request({ type: "say", phrase });
  }
  show(node: GameNode): void {
    this.shown = node;
    this.changed();
  }
  /** A takeback, an answer to one, resigning, a rematch. */
  ask(type: "ask-takeback" | "accept-takeback" | "decline-takeback" | "resign" | "ask-rematch" | "cancel"): void {
    this.request({ type });
  }
  dispose(): void {
    this.disposed = true;
    this.connection.close();
  }

  private send(message: ClientMessage): boolean {
    return this.connection.send(message);
  }
  private request(message: ClientMessage): void {
    this.error = this.send(message) ? "" : t("problem.noConnection");
    this.changed();
  }

  private async hear(message: ServerMessage): Promise<void> {
    if (message.type === "welcome") await this.welcome(message).catch((error: unknown) => (this.problem = loadProblem("problem.game", error)));
    if (this.disposed) return;
    if (!this.tree) return this.changed();
    if (message.type === "players") this.players = message.players;
    if (message.type === "events") {
      for (const event of message.events) this.apply(event);
      this.setClocks(message.clocks);
      this.playPremove();
    }
    if (message.type === "error") {
      this.pending = null;
      this.error = language.code === "en" ? message.message : t("problem.refused");
    }
    if (this.catchingUp !== null && this.state.seen >= this.catchingUp) this.resend();
    this.changed();
  }

  private async welcome(message: Welcome): Promise<void> {
    this.rules ??= await loadRules(message.variant);
    this.problem = "";
    // The server does not continue after the last event of this page: it sends all of them again.
    if (!this.tree || message.from !== this.state.seen + 1) {
      this.state = noEvents;
      this.tree = new GameTree(this.rules);
      this.tip = this.shown = this.tree.root;
      this.nextIsNew = false;
    }
    this.seat = message.seat;
    this.clock = message.clock;
    this.isPublic = message.public;
    this.players = message.players;
    this.error = "";
    this.setClocks(message.clocks);
    this.catchingUp = message.last;
  }

  private setClocks(clocks: Clocks | null): void {
    this.clocks = clocks;
    this.clocksAt = performance.now();
  }

  // After a lost connection, an unconfirmed move is sent once more.
  private resend(): void {
    this.catchingUp = null;
    if (!this.pending || !this.tree || !this.tip) return;
    if (this.state.moves.length > this.pending.ply || this.phase !== "playing") this.pending = null;
    else this.send({ type: "move", ...this.pending });
  }

  private apply(event: GameEvent): void {
    const before = this.state;
    const tip = this.tip!;
    this.state = afterEvent(before, event);
    if (this.state === before) return;
    if (this.state.moves !== before.moves) this.showMoves(this.state.moves);
    if (this.phase === "over") this.pending = this.premove = null;
    if (event.kind === "takeback") this.premove = null;
    if (event.kind === "rematch") this.nextIsNew = this.catchingUp === null;
    this.announce(event, tip);
  }

  private playPremove(): void {
    const { premove } = this;
    if (!premove || !this.myTurn || this.shown !== this.tip) return;
    this.premove = null;
    const move = this.tip!.state.legal.find(({ id }) => id === premove.id);
    if (move) this.play(move);
    else this.announcement = `${t("premove.impossible", { move: premove.move })} ${this.announcement}`;
  }

  private premovesOf(state: GameState): ReadonlyMap<number, LegalMove> {
    if (this.knownPremoves?.state !== state) this.knownPremoves = { state, moves: premoves(this.rules!.variant, state) };
    return this.knownPremoves.moves;
  }

  /** Sets the tree to these moves, which extend or shorten its present ones. */
  private showMoves(moves: readonly string[]): void {
    let node = this.tip!;
    while (this.tree!.pathTo(node).moves.length > moves.length) {
      this.tree!.remove(node);
      node = node.parent!;
    }
    this.tip = this.shown = this.tree!.playAll(node, moves.slice(this.tree!.pathTo(node).moves.length));
    this.pending = null;
  }

  private announce(event: GameEvent, before: GameNode): void {
    const tip = this.tip!;
    const turn = (): string => turnSpeech(this.rules!.variant, tip.state, this.cast);
    if (event.kind === "start") {
      this.announcement = t("online.started");
      playSound("board");
    }
    if (event.kind === "move") {
      this.announcement = `${moveText(before.state, tip.move!, this.cast)}. ${turn()}`;
      const mine = this.myTurn && event.side !== this.seat;
      playSound(this.ending ? "end" : mine ? "turn" : tip.state.boards === before.state.boards ? "move" : "board");
    }
    if (event.kind === "ask-takeback") this.announcement = t("online.askedTakeback", { name: this.cast.names[event.side!] });
    if (event.kind === "decline-takeback") this.announcement = t("online.takebackDeclined");
    if (event.kind === "takeback") this.announcement = t("play.takenBack", { turn: turn() });
    if (event.kind === "say")
      this.announcement = t("online.said", { name: this.cast.names[event.side!], phrase: t(`phrase.${event.phrase!}`) });
    if (event.over && this.ending) this.announcement = endingText(tip.state, this.ending, this.cast);
  }
}
