import { goalKinds, type Goal, type GoalKind } from "../core/study";
import { variantNames, type GameState, type Side, type VariantName } from "../core/types";
import { t } from "../i18n/text";

export const themes = ["board", "bonus", "line", "save", "count"] as const;
export type Theme = (typeof themes)[number];

/** A position in which exactly one move keeps the goal; `xttt-page-data puzzles` finds and proves them. */
export interface Puzzle {
  /** What links and progress call it. */
  id: string;
  variant: VariantName;
  fen: string;
  theme: Theme;
  goal: { kind: GoalKind; amount: number };
  solution: string;
  /** Moves of the solver against the longest defence. */
  moves: number;
  /** How hard it is, as an estimate on the scale of a rating. */
  rating: number;
}

/** The rows of public/puzzles/VARIANT.json, easy ones first. Whatever else a file holds is refused. */
export function readPuzzles(variant: VariantName, rows: unknown): Puzzle[] {
  if (!Array.isArray(rows)) throw new Error("this is not a file of puzzles");
  return rows.map((row: unknown, i) => {
    const [fen, theme, kind, amount, solution, moves, rating] = Array.isArray(row) ? (row as unknown[]) : [];
    if (typeof fen !== "string" || !isOneOf(themes, theme) || !isOneOf(goalKinds, kind) || typeof solution !== "string")
      throw new Error(`puzzle ${i + 1} is damaged`);
    if (!isWhole(amount) || !isWhole(moves) || !isWhole(rating)) throw new Error(`puzzle ${i + 1} is damaged`);
    return { id: `${variant}-${shortHash(fen)}`, variant, fen, theme, goal: { kind, amount }, solution, moves, rating };
  });
}
function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  return list.includes(value as T);
}
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** FNV-1a, in letters and digits. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

const loaded = new Map<VariantName, Promise<Puzzle[]>>();

/** The puzzles of a variant, fetched once; a failed attempt may be repeated. */
export function loadPuzzles(variant: VariantName): Promise<Puzzle[]> {
  let puzzles = loaded.get(variant);
  if (!puzzles) {
    puzzles = fetch(`./puzzles/${variant}.json`).then(async (response) => {
      if (!response.ok) throw new Error(`the puzzles could not be loaded (${response.status})`);
      return readPuzzles(variant, await response.json());
    });
    loaded.set(variant, puzzles);
    puzzles.catch(() => loaded.delete(variant));
  }
  return puzzles;
}

/** Today's puzzle, the same for every player: one variant per day, and all its puzzles in turn. */
export function dailyVariant(now = Date.now()): VariantName {
  return variantNames[dayOf(now) % variantNames.length]!;
}
export function dailyNumber(count: number, now = Date.now()): number {
  const round = Math.floor(dayOf(now) / variantNames.length);
  return (round * 7919) % count; // a step without a common factor visits them all
}
export const dayOf = (now: number): number => Math.floor(now / 86_400_000);

/** The goal in the position where the puzzle starts. */
export function goalOf(puzzle: Puzzle, state: GameState): Goal {
  const { side } = state;
  return { ...puzzle.goal, side, boards: wonBoards(state, side) };
}
const wonBoards = (state: GameState, side: Side): number => [...state.boards].filter((owner) => owner === side).length;

export function goalText({ theme, goal, moves }: Puzzle): string {
  if (goal.kind === "line") return t("puzzle.goalWin", { count: moves });
  if (goal.kind === "board") return t("puzzle.goalBoard", { count: moves });
  if (theme === "save") return t("puzzle.goalSave");
  return goal.amount <= 1 ? t("puzzle.goalPoints") : t("puzzle.goalMargin", { count: goal.amount });
}
