// Which puzzles were solved in this browser, and how many in a row at the first try.
import { Store } from "../ui/store";
import type { Puzzle } from "./puzzles";

interface Saved {
  solved: string[];
  streak: number;
  best: number;
}
const key = "xttt.puzzles";

const nameOf = ({ variant, fen }: Puzzle): string => `${variant} ${fen}`;

/** The number of today's puzzle, from 1: the same for everyone all day. */
export function dailyNumber(count: number, now = Date.now()): number {
  const day = Math.floor(now / 86_400_000);
  return ((day * 7919) % count) + 1; // a step without a common factor visits them all
}

class Progress extends Store {
  private saved: Saved = { solved: [], streak: 0, best: 0, ...read() };

  get streak(): number {
    return this.saved.streak;
  }
  get best(): number {
    return this.saved.best;
  }
  isSolved(puzzle: Puzzle): boolean {
    return this.saved.solved.includes(nameOf(puzzle));
  }
  count(puzzles: readonly Puzzle[]): number {
    return puzzles.filter((puzzle) => this.isSolved(puzzle)).length;
  }
  /** The number of the next puzzle after this one that is not solved yet; the next one if all are. */
  next(puzzles: readonly Puzzle[], number: number): number {
    for (let step = 1; step < puzzles.length; step++) {
      const at = (number - 1 + step) % puzzles.length;
      if (!this.isSolved(puzzles[at]!)) return at + 1;
    }
    return (number % puzzles.length) + 1;
  }

  solve(puzzle: Puzzle, firstTry: boolean): void {
    const solved = [...new Set([...this.saved.solved, nameOf(puzzle)])];
    const streak = firstTry ? this.saved.streak + 1 : this.saved.streak;
    this.set({ solved, streak, best: Math.max(streak, this.saved.best) });
  }
  /** A wrong move, or a look at the solution. */
  fail(): void {
    this.set({ ...this.saved, streak: 0 });
  }

  private set(saved: Saved): void {
    this.saved = saved;
    try {
      localStorage.setItem(key, JSON.stringify(saved));
    } catch {
      // Private windows may refuse.
    }
    this.changed();
  }
}

function read(): Partial<Saved> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Saved>;
  } catch {
    return {};
  }
}

export const progress = new Progress();
