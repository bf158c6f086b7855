import { moveText, otherSide, turnSpeech, type Cast } from "../board/describe";
import { Engine, type Evaluation, type Thought } from "../core/engine";
import type { Rules } from "../core/rules";
import type { LegalMove, Side } from "../core/types";
import { t } from "../i18n/text";
import { library, newId, type SavedGame } from "../library/store";
import { playSound } from "../ui/sound";
import { Store } from "../ui/store";
import { GameClock, type TimeControl } from "./clock";
import { opponentOf, strongest } from "./levels";
import { reasonsFor } from "./reasons";
import { boardEnding, endingText, forfeit, type Ending } from "./result";
import { GameTree, pathTo, type GameNode } from "./tree";

export type Player = { kind: "person" } | { kind: "bot"; level: number };

export interface GameSetup {
  players: Record<Side, Player>;
  time: TimeControl | null;
  /** Time per move of a bot at full strength without a clock. */
  botMs: number;
}

export interface Hint {
  id: number;
  text: string;
}

// An instant reply is hard to follow.
const quietMs = 450;
const hintMs = 1200;
// Lower levels stop long before.
const levelMs = 5000;

/** A local game between people and bots. */
export class PlaySession extends Store {
  readonly tree: GameTree;
  readonly clock: GameClock | null;
  /** The latest position, and the one shown on the board. */
  tip: GameNode;
  shown: GameNode;
  ending: Ending | null = null;
  hint: Hint | null = null;
  thinking = false;
  paused = false;
  announcement = "";
  /** Why the engine cannot answer. */
  problem = "";

  private engine: Engine | null = null;
  private thought: Thought | null = null;
  private readonly seed = Math.floor(Math.random() * 2 ** 30);
  private clockTimer: ReturnType<typeof setTimeout> | undefined;
  private generation = 0;
  private disposed = false;

  /** The id in the library. */
  readonly id: string;
  private readonly created: number;
  private saving = false;
  /** Whether the library has this game. */
  private kept: boolean;
  /** Both clocks when a position came up, to be restored when a turn is taken back. */
  private readonly clocks = new Map<GameNode, Record<Side, number>>();

  /** A new game, or a saved one. */
  constructor(
    readonly rules: Rules,
    readonly setup: GameSetup,
    saved: SavedGame | null = null,
    id = newId(),
  ) {
    super();
    this.id = saved?.id ?? id;
    this.created = saved?.created ?? Date.now();
    this.kept = saved !== null;
    this.tree = new GameTree(rules);
    this.tip = this.shown = this.tree.playAll(this.tree.root, saved?.moves ?? []);
    this.clock = setup.time && new GameClock(setup.time, saved?.clock ?? null);
    if (saved?.ending) {
      this.ending = saved.ending;
      return;
    }
    pathTo(this.tip).forEach((node, i) => saved?.clocks?.[i] && this.clocks.set(node, saved.clocks[i]));
    this.saving = true;
    if (this.clock) addEventListener("pagehide", this.saveClock);
    // After the board is shown, so that the network loads while the user thinks.
    if (this.hasBot) setTimeout(() => this.disposed || this.wakeEngine(), 0);
    void this.proceed();
  }

  get state() {
    return this.shown.state;
  }
  get atTip(): boolean {
    return this.shown === this.tip;
  }
  get personToMove(): boolean {
    return !this.ending && this.playerOf(this.tip.state.side).kind === "person";
  }
  get canMove(): boolean {
    return this.atTip && this.personToMove;
  }
  playerOf(side: Side): Player {
    return this.setup.players[side];
  }
  /** The only person in the game, if there is exactly one. */
  get person(): Side | null {
    const people = (["x", "o"] as const).filter((side) => this.playerOf(side).kind === "person");
    return people.length === 1 ? people[0]! : null;
  }

  /** How the texts name the players. */
  get cast(): Cast {
    const name = (side: Side): string => {
      const player = this.playerOf(side);
      if (player.kind === "bot") return opponentOf(player.level).name;
      return this.person === side ? t("common.you") : side.toUpperCase();
    };
    return { names: { x: name("x"), o: name("o") }, you: this.person };
  }
  /** What the cards show: the points of the result, once there is one. */
  get points(): [number, number] {
    return this.ending && this.atTip ? this.ending.points : this.state.points;
  }

  get hasPerson(): boolean {
    return Object.values(this.setup.players).some((player) => player.kind === "person");
  }
  get hasBot(): boolean {
    return Object.values(this.setup.players).some((player) => player.kind === "bot");
  }
  /** The evaluation that the engine uses; null until its first search. */
  get evaluation(): Evaluation | null {
    return this.engine?.evaluation ?? null;
  }

  play(move: LegalMove): void {
    if (this.canMove) this.make(move.move);
  }

  show(node: GameNode): void {
    this.shown = node;
    this.changed();
  }

  /** Takes back the user's last turn and the bot's reply. */
  undo(): void {
    const node = this.undoTarget;
    if (!node) return;
    this.interrupt();
    for (const child of [...node.children]) this.tree.remove(child);
    this.tip = this.shown = node;
    this.clock?.set(this.clocks.get(node) ?? this.clock.both());
    this.ending = null;
    this.saving = true;
    this.announcement = t("play.takenBack", { turn: this.turnSpeech() });
    void this.proceed();
    this.save();
  }
  get canUndo(): boolean {
    return this.undoTarget !== null;
  }
  private get undoTarget(): GameNode | null {
    let node = this.tip.parent;
    while (node && this.playerOf(node.state.side).kind !== "person") node = node.parent;
    return node;
  }

  resign(): void {
    if (this.ending) return;
    const loser = this.person ?? this.tip.state.side;
    this.end(forfeit(this.rules.variant, otherSide(loser), "resignation"));
  }

  pause(): void {
    this.paused = !this.paused;
    if (this.paused) {
      this.interrupt();
      this.clock?.pause();
    } else {
      void this.proceed();
    }
    this.changed();
  }

  async askHint(): Promise<void> {
    if (!this.canMove || this.thinking) return;
    const node = this.tip;
    const best = await this.think({ movetimeMs: hintMs });
    if (!best || this.tip !== node) return;
    const move = node.state.legal.find((legal) => legal.move === best.move)!;
    const reasons = reasonsFor(this.rules, node.state, move.move, best.pvs[0]?.winIn, this.cast);
    this.hint = { id: move.id, text: t("hint.try", { move: move.move, reasons: reasons.slice(0, 2).join("; ") }) };
    this.announcement = this.hint.text;
    this.changed();
  }

  dispose(): void {
    this.disposed = true;
    this.interrupt();
    removeEventListener("pagehide", this.saveClock);
    this.saveClock();
    this.clock?.pause();
    clearTimeout(this.clockTimer);
    this.engine?.dispose();
    this.engine = null;
  }

  private make(text: string): void {
    const before = this.tip;
    const node = this.tree.play(before, text);
    this.tip = this.shown = node;
    this.hint = null;
    this.announcement = `${moveText(before.state, node.move!, this.cast)}. ${this.turnSpeech()}`;
    playSound(node.state.outcome ? "end" : node.state.boards === before.state.boards ? "move" : "board");
    void this.proceed();
    this.save();
  }

  private turnSpeech(): string {
    return turnSpeech(this.rules.variant, this.tip.state, this.cast);
  }

  /** Thinking time that has passed since the last move is not given back after a reload. */
  private readonly saveClock = (): void => {
    if (this.clock && !this.ending) this.save();
  };

  /** Keeps the game in the library, from the first move on, also when that is taken back. */
  private save(): void {
    const { moves } = this.tree.pathTo(this.tip);
    this.kept ||= moves.length > 0;
    if (!this.saving || !this.kept) return;
    const { clock, setup, ending, cast } = this;
    void library.save({
      id: this.id,
      kind: "play",
      variant: this.rules.variant.name,
      fen: "",
      moves: [...moves],
      created: this.created,
      updated: Date.now(),
      names: cast.names,
      you: cast.you,
      turn: ending ? null : this.tip.state.side,
      ending,
      setup,
      clock: clock && clock.both(),
      clocks: clock ? pathTo(this.tip).map((node) => this.clocks.get(node) ?? clock.both()) : undefined,
    });
  }

  /** Continues the game from the current position: its end, the clock, or a move of a bot. */
  private async proceed(): Promise<void> {
    const { state } = this.tip;
    if (state.outcome) {
      this.end(boardEnding(state.outcome));
      return;
    }
    this.runClock(state.side);
    if (this.clock && !this.clocks.has(this.tip)) this.clocks.set(this.tip, this.clock.both());
    this.changed();
    const player = this.playerOf(state.side);
    if (player.kind !== "bot" || this.paused) return;
    const generation = this.generation;
    const quiet = new Promise((resolve) => setTimeout(resolve, quietMs));
    const best = await this.think(this.botLimits(player.level));
    await quiet;
    if (best && !this.ending && generation === this.generation) this.make(best.move);
  }

  private botLimits(level: number) {
    const common = { skill: level, seed: this.seed };
    if (this.clock) {
      const remainingMs = Math.round(this.clock.remaining(this.tip.state.side));
      return { ...common, clock: { remainingMs, incrementMs: this.clock.control.incrementMs } };
    }
    return { ...common, movetimeMs: level >= strongest ? this.setup.botMs : levelMs };
  }

  private wakeEngine(): Engine {
    this.engine ??= new Engine(this.rules, () => this.changed());
    return this.engine;
  }

  private async think(limits: Parameters<Engine["think"]>[1]) {
    const engine = this.wakeEngine();
    const generation = this.generation;
    this.thinking = true;
    this.changed();
    this.thought = engine.think(this.tree.pathTo(this.tip), limits);
    const best = await this.thought.answer.catch((error: Error) => {
      this.problem = t("problem.engine", { reason: error.message });
      return null;
    });
    if (generation !== this.generation) return null;
    this.thinking = false;
    this.changed();
    return best;
  }

  private interrupt(): void {
    this.generation++;
    this.thought?.stop();
    this.thought = null;
    this.thinking = false;
    this.hint = null;
  }

  private runClock(side: Side): void {
    if (!this.clock || this.paused) return;
    this.clock.switchTo(side);
    clearTimeout(this.clockTimer);
    this.clockTimer = setTimeout(() => {
      if (this.ending || !this.clock || this.clock.remaining(side) > 0) return;
      this.end(forfeit(this.rules.variant, otherSide(side), "time-limit"));
    }, this.clock.remaining(side) + 5);
  }

  private end(ending: Ending): void {
    this.interrupt();
    this.clock?.pause();
    clearTimeout(this.clockTimer);
    this.ending = ending;
    this.announcement = endingText(this.tip.state, ending, this.cast);
    this.changed();
    this.save();
  }
}
