import type { Rules } from "../core/rules";
import type { Goal } from "../core/study";
import type { LegalMove } from "../core/types";
import { GameTree, pathTo, type GameNode } from "../game/tree";
import { playSound } from "../ui/sound";
import { Store } from "../ui/store";
import { progress } from "./progress";
import type { Prover } from "./prover";
import { goalOf, type Puzzle } from "./puzzles";

// An instant reply is hard to follow.
const replyMs = 500;

export type PuzzleStatus = "solving" | "checking" | "replying" | "solved" | "shown" | "failed";

type Proofs = Pick<Prover, "try" | "solution" | "dispose">;

/** One puzzle, played to its end against the best defence. */
export class PuzzleSession extends Store {
  readonly tree: GameTree;
  at: GameNode;
  status: PuzzleStatus = "solving";
  /** The last move that did not keep the goal; null after a right one. */
  wrong: string | null = null;
  /** Whether there was no wrong move so far, and no look at the solution. */
  clean = true;

  private readonly goal: Goal;
  private prover: Promise<Proofs>;
  private disposed = false;

  constructor(
    rules: Rules,
    readonly puzzle: Puzzle,
    private readonly loadProver: () => Promise<Proofs>,
  ) {
    super();
    this.prover = this.newProver();
    this.tree = new GameTree(rules, puzzle.fen);
    this.at = this.tree.root;
    this.goal = goalOf(puzzle, this.at.state);
  }

  get canMove(): boolean {
    return this.status === "solving";
  }
  get over(): boolean {
    return this.status === "solved" || this.status === "shown";
  }
  /** The moves played so far, as links hold them. */
  get moves(): string[] {
    return pathTo(this.at).map((node) => node.move!.move);
  }

  async play({ move }: LegalMove): Promise<void> {
    if (!this.canMove) return;
    // The one right first move is known.
    if (this.at === this.tree.root && move !== this.puzzle.solution) return this.miss(move);
    await this.advance(move, false);
  }

  /** Plays the solution to its end. */
  async showSolution(): Promise<void> {
    if (!this.canMove) return;
    this.spoil();
    this.wrong = null;
    while (!this.over && !this.disposed && this.status !== "failed") {
      const first = this.at === this.tree.root;
      this.set("checking");
      try {
        const move = first ? this.puzzle.solution : await (await this.prover).solution(this.tree.pathTo(this.at), this.goalNow());
        await this.advance(move, true);
        if (!this.over) await this.pause();
      } catch {
        this.set("failed");
      }
    }
  }

  /** Continues after a proof could not be loaded or has failed: the moves so far, wrong ones too, still count. */
  retry(): void {
    if (this.status !== "failed") return;
    this.disposeProver();
    this.prover = this.newProver();
    this.set("solving");
  }

  dispose(): void {
    this.disposed = true;
    this.disposeProver();
  }

  private newProver(): Promise<Proofs> {
    const prover = this.loadProver();
    prover.catch(() => {}); // reported with the first move that needs it
    return prover;
  }
  private disposeProver(): void {
    void this.prover.then((prover) => prover.dispose()).catch(() => {});
  }

  /** Tries a move; if it keeps the goal, it is played with the best replies to it. */
  private async advance(move: string, shown: boolean): Promise<void> {
    this.set("checking");
    try {
      const found = await (await this.prover).try(this.tree.pathTo(this.at), move, this.goalNow());
      if (this.disposed) return;
      if (!found.kept) return this.miss(move);
      this.wrong = null;
      this.show(move);
      for (const reply of found.replies) {
        this.set("replying");
        await this.pause();
        if (this.disposed) return;
        this.show(reply);
      }
      if (!found.reached) return this.set("solving");
      if (!shown) progress.solve(this.puzzle, this.clean);
      this.set(shown ? "shown" : "solved");
    } catch {
      this.set("failed");
    }
  }

  private show(move: string): void {
    this.at = this.tree.play(this.at, move);
    playSound("move");
    this.changed();
  }
  private miss(move: string): void {
    this.wrong = move;
    this.spoil();
    this.set("solving");
  }
  private spoil(): void {
    if (this.clean) progress.fail(this.puzzle);
    this.clean = false;
  }
  private goalNow(): Goal {
    const played = this.goal.kind === "points" ? 0 : pathTo(this.at).length;
    return { ...this.goal, amount: this.goal.amount - played };
  }
  private set(status: PuzzleStatus): void {
    this.status = status;
    this.changed();
  }
  private pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, replyMs));
  }
}
