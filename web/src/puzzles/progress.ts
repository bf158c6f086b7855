// Which puzzles were solved in this browser, how many in a row at the first try, and how hard ones.
import { readSaved, validMembers, writeSaved } from "../ui/saved";
import { Store } from "../ui/store";
import { dayOf, type Puzzle } from "./puzzles";

interface Saved {
  /** Ids; earlier versions wrote "VARIANT FEN". */
  solved: string[];
  /** Ids of puzzles with a wrong move or a look at the solution, and not solved since. */
  failed: string[];
  streak: number;
  best: number;
  rating: number;
  /** The last day whose puzzle was solved, and how many days in a row that makes. */
  day: number;
  days: number;
}
const key = "xttt.puzzles";
const start: Saved = { solved: [], failed: [], streak: 0, best: 0, rating: 1000, day: 0, days: 0 };
// A result moves a rating by at most this much.
const step = 40;

/** The rating after a puzzle, as Elo computes it for games. */
export function newRating(rating: number, puzzle: number, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + step * (Number(solved) - expected));
}

class Progress extends Store {
  private saved: Saved = { ...start, ...savedProgress(readSaved(key)) };

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

  /** `clean`: without a wrong move before. Only the first result of a puzzle counts. */
  solve(puzzle: Puzzle, clean: boolean): void {
    this.refresh();
    if (this.isSolved(puzzle)) return;
    const { saved } = this;
    const { solved, failed } = saved;
    const atOnce = clean && !failed.includes(puzzle.id);
    const streak = atOnce ? saved.streak + 1 : saved.streak;
    this.set({
      ...saved,
      solved: [...solved, puzzle.id],
      failed: failed.filter((id) => id !== puzzle.id),
      streak,
      best: Math.max(streak, saved.best),
      rating: atOnce ? newRating(saved.rating, puzzle.rating, true) : saved.rating,
    });
  }
  /** The first wrong move in a puzzle, or a look at its solution. */
  fail(puzzle: Puzzle): void {
    this.refresh();
    const { saved } = this;
    if (this.isSolved(puzzle) || saved.failed.includes(puzzle.id)) return;
    this.set({ ...saved, failed: [...saved.failed, puzzle.id], streak: 0, rating: newRating(saved.rating, puzzle.rating, false) });
  }
  /** Today's puzzle was solved. */
  solveDaily(now = Date.now()): void {
    this.refresh();
    const day = dayOf(now);
    if (this.saved.day !== day) this.set({ ...this.saved, day, days: this.days(now) + 1 });
  }

  /** Whether any puzzle was tried. */
  get hasAny(): boolean {
    return this.saved.solved.length + this.saved.failed.length > 0;
  }
  /** Everything, as it is saved. */
  get all(): Readonly<Saved> {
    return this.saved;
  }
  /** Adds what was solved elsewhere. Streak, rating and days are taken over only if nothing was tried here. */
  merge(other: Partial<Saved>): void {
    this.refresh();
    const { saved } = this;
    const { solved = [], failed = [], best = 0 } = other;
    const all = [...new Set([...saved.solved, ...solved])];
    this.set({
      ...(this.hasAny ? saved : { ...saved, ...other }),
      solved: all,
      failed: [...new Set([...saved.failed, ...failed])].filter((id) => !all.includes(id)),
      best: Math.max(saved.best, best),
    });
  }
  reset(): void {
    this.set(start);
  }

  /** Another tab may have solved puzzles. */
  private refresh(): void {
    this.saved = { ...this.saved, ...savedProgress(readSaved(key)) };
  }
  private set(saved: Saved): void {
    this.saved = saved;
    writeSaved(key, saved);
    this.changed();
  }
}

/** The valid values of a saved text; what is damaged is left out. */
export function savedProgress(text: string): Partial<Saved> {
  return validMembers(text, (name, value) => {
    if (!Object.hasOwn(start, name)) return false;
    if (name === "solved" || name === "failed") return Array.isArray(value) && value.every((id) => typeof id === "string");
    return Number.isFinite(value) && (value as number) >= 0;
  });
}

export const progress = new Progress();
