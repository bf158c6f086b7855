import type { VariantName } from "../core/types";
import { t } from "../i18n/text";

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
  if (value >= aLine) return t("puzzle.resultLine");
  if (value <= -aLine) return t("puzzle.resultLost");
  if (value === 0) return t("puzzle.resultDraw");
  return t(value > 0 ? "puzzle.resultWin" : "puzzle.resultLoss", { count: Math.abs(value) });
}

export function goalText(puzzle: Puzzle): string {
  const best = puzzle.values[puzzle.best]!;
  if (best >= aLine) return t("puzzle.goalWin");
  const others = Object.entries(puzzle.values).flatMap(([move, value]) => (move === puzzle.best ? [] : [value]));
  if (best > 0 && Math.max(...others) <= 0) return t("puzzle.goalOnly");
  return t(best === 0 ? "puzzle.goalDraw" : "puzzle.goalBest");
}
