import { Engine, type Evaluation, type Thought } from "../core/engine";
import type { Rules } from "../core/rules";
import type { LegalMove, MoveReview, SearchReport } from "../core/types";
import { endOfVariation, GameTree, mainVariation, type GameNode } from "../game/tree";
import { t } from "../i18n/text";
import { library, newId, type SavedGame } from "../library/store";
import { Store } from "../ui/store";
import { kindOf } from "./remarks";
import { readComments, readTree, writeComments, writeTree } from "./tree_text";

const reviewMs = 90;
// Each worker has its own transposition table and network.
const mostReviewers = 16;
const reviewHashMb = 8;
const saveMs = 300;
export const maxMultiPv = 5;

/** A game in the form of links (tree_text.ts). */
export interface AnalysedGame {
  fen: string;
  moves: string;
  comments: string;
  /** The position on the board, by its number in the order of the moves; null: the last of the main variation. */
  shown: number | null;
}

/** Workers of a review: every core but one, which keeps the page responsive, and one for a running engine. */
export const reviewerCount = (cores: number, engineOn: boolean, moves: number): number =>
  Math.max(1, Math.min(mostReviewers, cores - 1 - Number(engineOn), moves));

/** An analysis: the game tree, the position on the board, and the engine output. */
export class AnalysisSession extends Store {
  tree: GameTree;
  at: GameNode;
  engineOn = false;
  heatOn = false;
  openingsOn = false;
  multiPv = 3;
  report: SearchReport | null = null;
  /** Progress of the review, 0 to 1; null if none is running. */
  reviewing: number | null = null;
  problem = "";
  /** The id in the library. */
  readonly id: string;

  private engine: Engine | null = null;
  private reviewers: Engine[] = [];
  private thought: Thought | null = null;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private disposed = false;

  /** `saved` is the game in the library; `onSaved` is called when all changes are saved. */
  constructor(
    readonly rules: Rules,
    game: AnalysedGame,
    private saved: SavedGame | null = null,
    private readonly onSaved: (session: AnalysisSession) => void = () => {},
  ) {
    super();
    this.id = saved?.id ?? newId();
    this.tree = new GameTree(rules, game.fen);
    const order = readTree(this.tree, game.moves);
    readComments(order, game.comments);
    for (const [number, review] of saved?.analysis?.reviews ?? []) {
      const node = order[number - 1];
      if (node) node.review = review;
    }
    addEventListener("pagehide", this.flush);
    const end = endOfVariation(this.tree.root);
    this.at = game.shown === null ? end : ([this.tree.root, ...order][game.shown] ?? end);
  }

  /** The evaluation that the engine uses; null before its first search. */
  get evaluation(): Evaluation | null {
    return this.engine?.evaluation ?? null;
  }

  /** The players, for a game of the library. */
  get players(): Pick<SavedGame, "names" | "you"> {
    const { names, you } = this.saved ?? { names: { x: "X", o: "O" }, you: null };
    return { names: you ? { ...names, [you]: t("common.you") } : names, you };
  }

  play(move: LegalMove): void {
    this.go(this.tree.play(this.at, move.move));
    this.touched();
  }
  /** Adds moves as a variation and shows the resulting position. */
  playMoves(moves: readonly string[]): void {
    this.go(this.tree.playAll(this.at, moves));
    this.touched();
  }

  go(node: GameNode | null | undefined): void {
    if (!node || node === this.at) return;
    this.at = node;
    this.look();
  }
  back = (): void => this.go(this.at.parent);
  forward = (): void => this.go(this.at.children[0]);
  first = (): void => this.go(this.tree.root);
  last = (): void => this.go(endOfVariation(this.at));

  comment(text: string): void {
    this.at.comment = text;
    this.changed();
    this.touched();
  }
  removeHere(): void {
    const node = this.at;
    if (!node.parent) return;
    this.tree.remove(node);
    this.go(node.parent);
    this.touched();
  }
  promoteHere(): void {
    this.tree.promote(this.at);
    this.changed();
    this.touched();
  }

  toggleEngine = (): void => {
    this.engineOn = !this.engineOn;
    this.look();
  };
  toggleHeat = (): void => {
    this.heatOn = !this.heatOn;
    if (this.heatOn) this.engineOn = true;
    this.look();
  };
  toggleOpenings = (): void => {
    this.openingsOn = !this.openingsOn;
    this.changed();
  };
  setMultiPv(count: number): void {
    this.multiPv = count;
    this.look();
  }

  /** Whether every move of the main variation has been reviewed. */
  get reviewed(): boolean {
    return mainVariation(this.tree.root).every((node) => node.review);
  }

  /** Reviews every move of the main variation on several workers. */
  async review(): Promise<void> {
    if (this.reviewing !== null) return;
    const nodes = mainVariation(this.tree.root);
    const count = reviewerCount(navigator.hardwareConcurrency || 2, this.engineOn, nodes.length);
    while (this.reviewers.length < count) this.reviewers.push(this.newReviewer());
    this.reviewing = 0;
    this.problem = "";
    this.changed();
    const queue = [...nodes];
    let failure: Error | null = null;
    const work = async (reviewer: Engine): Promise<void> => {
      await reviewer.ready; // one evaluation for all moves
      for (let node = queue.shift(); node && !this.disposed; node = queue.shift()) {
        try {
          node.review = await reviewer.review(this.tree.pathTo(node.parent!), node.move!.move, reviewMs);
        } catch (error) {
          failure = error as Error;
          queue.unshift(node);
          return this.dropReviewer(reviewer);
        }
        this.reviewing = 1 - queue.length / nodes.length;
        this.changed();
      }
    };
    // What a failed worker has left is done by those that still work.
    while (queue.length > 0 && this.reviewers.length > 0 && !this.disposed) await Promise.all(this.reviewers.slice(0, count).map(work));
    if (this.disposed) return;
    if (queue.length > 0) this.problem = t("problem.review", { reason: failure!.message });
    this.reviewing = null;
    this.save(); // at once: a review took long to make
    this.changed();
  }

  /** Evaluates one move that was not played. */
  async judge(from: GameNode, move: string): Promise<MoveReview> {
    if (this.reviewers.length === 0) this.reviewers.push(this.newReviewer());
    const reviewer = this.reviewers[0]!;
    await reviewer.ready;
    try {
      return await reviewer.review(this.tree.pathTo(from), move, 3 * reviewMs);
    } catch (error) {
      this.dropReviewer(reviewer);
      throw error;
    }
  }

  dispose(): void {
    this.disposed = true;
    removeEventListener("pagehide", this.flush);
    this.flush();
    this.thought?.stop();
    this.engine?.dispose();
    for (const reviewer of this.reviewers) reviewer.dispose();
    this.engine = null;
    this.reviewers = [];
  }

  /** A worker that has failed may never answer again; the next request starts another one. */
  private dropReviewer(reviewer: Engine): void {
    reviewer.dispose();
    this.reviewers = this.reviewers.filter((one) => one !== reviewer);
  }

  private newReviewer(): Engine {
    return new Engine(this.rules, undefined, reviewHashMb);
  }

  /** Saves changes that still wait to be saved. */
  private readonly flush = (): void => {
    if (this.saveTimer !== undefined) this.save();
  };

  /** Marks the game as changed, to be saved. */
  private touched(): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.save(), saveMs);
  }

  private save(): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = undefined;
    const { moves, order } = writeTree(this.tree.root);
    const { side, outcome } = this.tree.root.state;
    const saved: SavedGame = this.saved ?? {
      id: this.id,
      kind: "analysis",
      variant: this.rules.variant.name,
      fen: this.tree.startFen,
      moves: [],
      created: Date.now(),
      updated: Date.now(),
      names: { x: "X", o: "O" },
      you: null,
      turn: outcome ? null : side,
      ending: null,
    };
    const own = saved.kind === "analysis";
    this.saved = {
      ...saved,
      ...(own ? { moves: mainVariation(this.tree.root).map((node) => node.move!.move), updated: Date.now() } : {}),
      analysis: {
        moves,
        comments: writeComments(order),
        shown: order.indexOf(this.at) + 1,
        reviews: order.flatMap((node, i) =>
          node.review ? [[i + 1, node.review, node.parent!.state.side, kindOf(this.rules, node)]] : [],
        ),
      },
    };
    const done = library.save(this.saved);
    if (!this.disposed) void done.then(() => this.disposed || this.onSaved(this));
  }

  /** Starts the analysis of the current position, if the engine is on. */
  private look(): void {
    this.thought?.stop();
    this.thought = null;
    this.report = null;
    const node = this.at;
    if (this.engineOn && !node.state.outcome) {
      // Once the network is loaded, everything is analysed again.
      this.engine ??= new Engine(this.rules, () => this.look());
      // A heat map needs a value for every move.
      const multipv = this.heatOn ? node.state.legal.length : this.multiPv;
      const heard = (report: SearchReport): void => {
        if (this.at !== node || this.thought !== thought) return;
        this.report = report;
        this.changed();
      };
      const thought = this.engine.think(this.tree.pathTo(node), { multipv }, heard);
      this.thought = thought;
      thought.answer.then(heard, (error: Error) => {
        this.problem = error.message;
        this.changed();
      });
    }
    this.changed();
  }
}
