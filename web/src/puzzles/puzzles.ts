import type { VariantName } from "../core/types";

/** A solved position with one best move; tools/make-puzzles.mjs made the file they come from. */
export interface Puzzle {
  variant: VariantName;
  fen: string;
  best: string;
  /** What each move leads to with best play, for who moves: points, or a line (1000, -1000). */
  values: Record<string, number>;
  /** Best play to the end. */
  line: string[];
}

const aLine = 1000;

let loaded: Promise<Puzzle[]> | null = null;
export function loadPuzzles(): Promise<Puzzle[]> {
  loaded ??= fetch("./puzzles.json").then((response) => {
    if (!response.ok) throw new Error(`the puzzles could not be loaded (${response.status})`);
    return response.json() as Promise<Puzzle[]>;
  });
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** "wins with a line", "loses by 3 points". */
export function resultText(value: number): string {
  if (value >= aLine) return "wins with a line";
  if (value <= -aLine) return "loses to a line";
  if (value === 0) return "leads to a draw";
  const points = Math.abs(value);
  return `${value > 0 ? "wins" : "loses"} by ${points} ${points === 1 ? "point" : "points"}`;
}

export function goalText(puzzle: Puzzle): string {
  const best = puzzle.values[puzzle.best]!;
  if (best >= aLine) return "Force a win";
  const others = Object.entries(puzzle.values).flatMap(([move, value]) => (move === puzzle.best ? [] : [value]));
  if (best > 0 && Math.max(...others) <= 0) return "Find the only move that wins";
  return best === 0 ? "Save the draw" : "Find the best move";
}
