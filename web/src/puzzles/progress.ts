// Which puzzles were solved in this browser, how many in a row at the first try, and how hard ones.
import { Store } from "../ui/store";
import { dayOf, type Puzzle } from "./puzzles";

interface Saved {
  /** Ids; earlier versions wrote "VARIANT FEN". */
  solved: string[];
  streak: number;
  best: number;
  rating: number;
  /** The last day whose puzzle was solved, and how many days in a row that makes. */
  day: number;
  days: number;
}
const key = "xttt.puzzles";
const start: Saved = { solved: [], streak: 0, best: 0, rating: 1000, day: 0, days: 0 };
// A result moves a rating by at most this much.
const step = 40;

/** The rating after a puzzle, as Elo computes it for games. */
export function newRating(rating: number, puzzle: number, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + step * (Number(solved) - expected));
}

class Progress extends Store {
  private saved: Saved = { ...start, ...read() };

  get streak(): number {
    return this.saved.streak;
  }
  get best(): number {
    return this.saved.best;
  }
  get rating(): number {
    return this.saved.rating;
  }
  /** Days in a row with today's puzzle solved, up to today or yesterday. */
  days(now = Date.now()): number {
    return dayOf(now) - this.saved.day <= 1 ? this.saved.days : 0;
  }
  isSolved({ id, variant, fen }: Puzzle): boolean {
    return this.saved.solved.includes(id) || this.saved.solved.includes(`${variant} ${fen}`);
  }
  count(puzzles: readonly Puzzle[]): number {
    return puzzles.filter((puzzle) => this.isSolved(puzzle)).length;
  }
  /** The unsolved puzzle whose difficulty is nearest to the rating, other than this one; null if there is none. */
  next(puzzles: readonly Puzzle[], current: Puzzle | null): Puzzle | null {
    const open = puzzles.filter((puzzle) => puzzle.id !== current?.id && !this.isSolved(puzzle));
    const distance = (puzzle: Puzzle): number => Math.abs(puzzle.rating - this.rating);
    return open.reduce<Puzzle | null>((best, puzzle) => (best && distance(best) <= distance(puzzle) ? best : puzzle), null);
  }

  /** `clean`: without a wrong move before. */
  solve(puzzle: Puzzle, clean: boolean): void {
    const { saved } = this;
    const first = clean && !this.isSolved(puzzle);
    const streak = clean ? saved.streak + 1 : saved.streak;
    this.set({
      ...saved,
      solved: this.isSolved(puzzle) ? saved.solved : [...saved.solved, puzzle.id],
      streak,
      best: Math.max(streak, saved.best),
      rating: first ? newRating(saved.rating, puzzle.rating, true) : saved.rating,
    });
  }
  /** The first wrong move in a puzzle, or a look at its solution. */
  fail(puzzle: Puzzle): void {
    const { saved } = this;
    this.set({
      ...saved,
      streak: 0,
      rating: this.isSolved(puzzle) ? saved.rating : newRating(saved.rating, puzzle.rating, false),
    });
  }
  /** Today's puzzle was solved. */
  solveDaily(now = Date.now()): void {
    const day = dayOf(now);
    if (this.saved.day !== day) this.set({ ...this.saved, day, days: this.days(now) + 1 });
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

/** What was saved, as far as it is of the right kind. */
function read(): Partial<Saved> {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
    const fits = (name: keyof Saved): boolean =>
      name === "solved" ? Array.isArray(saved[name]) : Number.isFinite(saved[name]);
    return Object.fromEntries((Object.keys(start) as (keyof Saved)[]).filter(fits).map((name) => [name, saved[name]]));
  } catch {
    return {};
  }
}

export const progress = new Progress();
