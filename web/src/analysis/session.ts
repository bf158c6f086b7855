import { Engine, type Evaluation, type Thought } from "../core/engine";
import type { Rules } from "../core/rules";
import type { LegalMove, SearchReport } from "../core/types";
import { endOfLine, GameTree, mainLine, type GameNode } from "../game/tree";
import { Store } from "../ui/store";
import { readComments, readTree } from "./tree_text";

const reviewMs = 90;
export const mostLines = 5;

/** A game as links hold it (tree_text.ts). */
export interface AnalysedGame {
  fen: string;
  moves: string;
  comments: string;
  /** The position on the board, by its number in the order of the moves; null: the last of the main line. */
  shown: number | null;
}

/** A game that is looked at: its tree, the position on the board, and what the engine says of it. */
export class AnalysisSession extends Store {
  tree: GameTree;
  at: GameNode;
  engineOn = false;
  heatOn = false;
  lines = 3;
  report: SearchReport | null = null;
  /** How much of a review of the whole game is done, 0 to 1; null when none runs. */
  reviewing: number | null = null;
  problem = "";

  private engine: Engine | null = null;
  private reviewer: Engine | null = null;
  private thought: Thought | null = null;

  constructor(
    readonly rules: Rules,
    game: AnalysedGame,
  ) {
    super();
    this.tree = new GameTree(rules, game.fen);
    const order = readTree(this.tree, game.moves);
    readComments(order, game.comments);
    const end = endOfLine(this.tree.root);
    this.at = game.shown === null ? end : ([this.tree.root, ...order][game.shown] ?? end);
  }

  /** What the engine judges with; null while it has not been asked. */
  get evaluation(): Evaluation | null {
    return this.engine?.evaluation ?? null;
  }

  play(move: LegalMove): void {
    this.go(this.tree.play(this.at, move.move));
  }
  /** Plays moves as a variation and shows where they lead. */
  playLine(moves: readonly string[]): void {
    this.go(this.tree.playAll(this.at, moves));
  }

  go(node: GameNode | null | undefined): void {
    if (!node || node === this.at) return;
    this.at = node;
    this.look();
  }
  back = (): void => this.go(this.at.parent);
  forward = (): void => this.go(this.at.children[0]);
  first = (): void => this.go(this.tree.root);
  last = (): void => this.go(endOfLine(this.at));

  comment(text: string): void {
    this.at.comment = text;
    this.changed();
  }
  removeHere(): void {
    const node = this.at;
    if (!node.parent) return;
    this.tree.remove(node);
    this.go(node.parent);
  }
  promoteHere(): void {
    this.tree.promote(this.at);
    this.changed();
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
  showLines(count: number): void {
    this.lines = count;
    this.look();
  }

  /** Judges every move of the main line. */
  async review(): Promise<void> {
    if (this.reviewing !== null) return;
    const line = mainLine(this.tree.root);
    const reviewer = (this.reviewer ??= new Engine(this.rules));
    this.reviewing = 0;
    this.changed();
    await reviewer.ready; // one evaluation for all moves
    if (this.reviewer !== reviewer) return; // disposed meanwhile
    try {
      for (const [i, node] of line.entries()) {
        this.reviewing = i / line.length;
        this.changed();
        const before = this.tree.line(node.parent!);
        node.review = await reviewer.review(before, node.move!.move, reviewMs);
      }
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.reviewing = null;
    this.changed();
  }

  dispose(): void {
    this.thought?.stop();
    this.engine?.dispose();
    this.reviewer?.dispose();
    this.engine = this.reviewer = null;
  }

  /** Lets the engine look at the present position, if it is on. */
  private look(): void {
    this.thought?.stop();
    this.thought = null;
    this.report = null;
    const node = this.at;
    if (this.engineOn && !node.state.outcome) {
      // With the network, once it is there, everything is looked at anew.
      this.engine ??= new Engine(this.rules, () => this.look());
      // A heat map needs a value for every move.
      const multipv = this.heatOn ? node.state.legal.length : this.lines;
      const heard = (report: SearchReport): void => {
        if (this.at !== node || this.thought !== thought) return;
        this.report = report;
        this.changed();
      };
      const thought = this.engine.think(this.tree.line(node), { multipv }, heard);
      this.thought = thought;
      thought.answer.then(heard, (error: Error) => {
        this.problem = error.message;
        this.changed();
      });
    }
    this.changed();
  }
}
