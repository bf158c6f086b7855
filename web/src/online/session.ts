import { moveText, otherSide, turnSpeech, type Cast } from "../board/describe";
import { loadRules } from "../core/load";
import type { Rules } from "../core/rules";
import type { LegalMove, Side } from "../core/types";
import { boardEnding, endingText, forfeit, type Ending } from "../game/result";
import { GameTree, type GameNode } from "../game/tree";
import { playSound } from "../ui/sound";
import { Store } from "../ui/store";
import { socketUrl } from "./api";
import { Connection } from "./connection";
import type { ClientMessage, Clocks, GameEvent, Players, ServerMessage, Welcome } from "./protocol";

export type Phase = "waiting" | "playing" | "over";

/** One online game as this browser sees it: what the server has confirmed, and one move on its way. */
export class OnlineSession extends Store {
  connected = false;
  /** Empty until the server has said welcome and the rules are here. */
  rules: Rules | null = null;
  tree: GameTree | null = null;
  tip: GameNode | null = null;
  shown: GameNode | null = null;
  seat: Side | null = null;
  timed = false;
  players: Players | null = null;
  phase: Phase = "waiting";
  joined = false;
  ending: Ending | null = null;
  takebackAskedBy: Side | null = null;
  rematchAskedBy: Side[] = [];
  next: string | null = null;
  /** Whether the rematch was agreed while this page was watching. */
  nextIsNew = false;
  error = "";
  announcement = "";

  private seen = 0;
  private clocks: Clocks | null = null;
  private clocksAt = 0;
  private pending: { ply: number; move: string } | null = null;
  /** Having said hello, up to which event there is something to catch up on. */
  private catchingUp: number | null = null;
  private readonly connection: Connection;
  private waiting: Promise<void> = Promise.resolve();
  private disposed = false;

  constructor(
    readonly game: string,
    seatToken: string | null,
  ) {
    super();
    this.connection = new Connection(socketUrl(`api/games/${encodeURIComponent(game)}/socket`), {
      onOpen: () => this.say({ type: "hello", seen: this.seen, ...(seatToken ? { seat: seatToken } : {}) }),
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
    const unnamed = { x: "First player", o: "Second player" };
    const name = (side: Side): string =>
      side === this.seat ? "You" : this.players?.[side].name || (this.seat ? "Opponent" : unnamed[side]);
    return { names: { x: name("x"), o: name("o") }, you: this.seat };
  }
  remaining(side: Side): number | null {
    if (!this.timed || !this.clocks) return null;
    const gone = this.clocks.running === side ? performance.now() - this.clocksAt : 0;
    return Math.max(0, this.clocks[side] - gone);
  }
  get runningSide(): Side | null {
    return this.clocks?.running ?? null;
  }

  play(move: LegalMove): void {
    if (!this.canMove || !this.tree || !this.tip) return;
    this.pending = { ply: this.tree.line(this.tip).moves.length, move: move.move };
    this.error = "";
    this.say({ type: "move", ...this.pending });
    this.changed();
  }
  show(node: GameNode): void {
    this.shown = node;
    this.changed();
  }
  /** A takeback, an answer to one, resigning, a rematch. */
  ask(type: "ask-takeback" | "accept-takeback" | "decline-takeback" | "resign" | "ask-rematch"): void {
    this.error = "";
    if (!this.say({ type })) this.error = "No connection. Try again in a moment.";
    this.changed();
  }
  dispose(): void {
    this.disposed = true;
    this.connection.close();
  }

  private say(message: ClientMessage): boolean {
    return this.connection.send(message);
  }

  private async hear(message: ServerMessage): Promise<void> {
    if (message.type === "welcome") await this.welcome(message);
    if (this.disposed) return;
    if (message.type === "players") this.players = message.players;
    if (message.type === "events") {
      for (const event of message.events) if (event.n === this.seen + 1) this.happen(event);
      this.setClocks(message.clocks);
    }
    if (message.type === "error") {
      this.pending = null;
      this.error = message.message;
    }
    if (this.catchingUp !== null && this.seen >= this.catchingUp) this.resend();
    this.changed();
  }

  private async welcome(message: Welcome): Promise<void> {
    this.rules ??= await loadRules(message.variant);
    // The server knows another past than this page: everything comes again.
    if (!this.tree || message.from !== this.seen + 1) {
      this.seen = message.from - 1;
      this.tree = new GameTree(this.rules);
      this.tip = this.shown = this.tree.root;
      this.phase = "waiting";
    }
    this.seat = message.seat;
    this.timed = message.clock !== null;
    this.players = message.players;
    this.error = "";
    this.setClocks(message.clocks);
    this.catchingUp = message.last;
  }

  private setClocks(clocks: Clocks | null): void {
    this.clocks = clocks;
    this.clocksAt = performance.now();
  }

  // After a lost connection: a move that was sent but is not among the events goes again, once.
  private resend(): void {
    this.catchingUp = null;
    if (!this.pending || !this.tree || !this.tip) return;
    const played = this.tree.line(this.tip).moves;
    if (played.length > this.pending.ply || this.phase !== "playing") this.pending = null;
    else this.say({ type: "move", ...this.pending });
  }

  private happen(event: GameEvent): void {
    this.seen = event.n;
    switch (event.kind) {
      case "join":
        this.joined = true;
        break;
      case "start":
        this.phase = "playing";
        this.announcement = "The game has started.";
        playSound("board");
        break;
      case "move":
        this.makeMove(event.move!);
        break;
      case "ask-takeback":
        this.takebackAskedBy = event.side ?? null;
        this.announcement = `${this.cast.names[event.side!]} asked for a takeback.`;
        break;
      case "decline-takeback":
        this.takebackAskedBy = null;
        this.announcement = "Takeback declined.";
        break;
      case "takeback":
        this.takeBack(event.ply);
        break;
      case "resign":
        this.end(forfeit(this.rules!.variant, otherSide(event.side!), "resignation"));
        break;
      case "time-out":
        this.end(forfeit(this.rules!.variant, otherSide(event.side!), "time-limit"));
        break;
      case "ask-rematch":
        this.rematchAskedBy = [...this.rematchAskedBy, event.side!];
        break;
      case "rematch":
        this.next = event.next ?? null;
        this.nextIsNew = this.catchingUp === null;
        break;
    }
  }

  private makeMove(text: string): void {
    const before = this.tip!;
    const node = this.tree!.play(before, text);
    this.tip = this.shown = node;
    this.pending = null;
    this.takebackAskedBy = null;
    const { state } = node;
    this.announcement = `${moveText(before.state, node.move!, this.cast)}. ${turnSpeech(this.rules!.variant, state, this.cast)}`;
    playSound(state.outcome ? "end" : state.boards === before.state.boards ? "move" : "board");
    if (state.outcome) this.end(boardEnding(state.outcome));
  }

  private takeBack(ply: number): void {
    let node = this.tip!;
    while (this.tree!.line(node).moves.length > ply) node = node.parent!;
    for (const child of [...node.children]) this.tree!.remove(child);
    this.tip = this.shown = node;
    this.pending = null;
    this.takebackAskedBy = null;
    this.announcement = `Move taken back. ${turnSpeech(this.rules!.variant, node.state, this.cast)}`;
  }

  private end(ending: Ending): void {
    this.phase = "over";
    this.ending = ending;
    this.pending = null;
    this.takebackAskedBy = null;
    this.announcement = endingText(this.tip!.state, ending, this.cast);
  }
}
