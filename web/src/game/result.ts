// The rated result, used everywhere: a line decides, otherwise more points. A player who resigns or runs
// out of time loses as if the opponent had completed a line.
import { outcomeText, type Cast } from "../board/describe";
import type { GameState, Outcome, Side, VariantInfo } from "../core/types";
import { score, t } from "../i18n/text";
import type { EndReason, SavedEnding } from "../library/store";

export type Ending = SavedEnding;

export const boardEnding = ({ rated, reason, points }: Outcome): Ending => ({ winner: rated, reason, points });

export function forfeit(variant: VariantInfo, winner: Side, reason: EndReason): Ending {
  return { winner, reason, points: winner === "x" ? [variant.linePoints, 0] : [0, variant.linePoints] };
}

/** "Computer resigned – you win 68–0", or the result of outcomeText. */
export function endingText(state: GameState, ending: Ending, cast: Cast, brief = false): string {
  if (state.outcome) return outcomeText(state, cast, brief);
  const { reason, points } = ending;
  const winner = ending.winner ?? "x";
  const loser: Side = winner === "x" ? "o" : "x";
  const values = { winner: cast.names[winner], loser: cast.names[loser], score: score(Math.max(...points), Math.min(...points)) };
  const who = loser === cast.you ? "You" : winner === cast.you ? "ToYou" : "";
  return t(reason === "resignation" ? `end.resigned${who}` : `end.time${who}`, values);
}

/** "You won", "You lost", "Draw"; a name if the user does not play one side only. */
export function headline({ winner }: Pick<Ending, "winner">, { names, you }: Cast): string {
  if (!winner) return t("common.draw");
  if (!you) return t("end.wins", { name: names[winner] });
  return t(winner === you ? "end.youWon" : "end.youLost");
}

/** What each side's boards add up to, as "2 corner boards × 6 + 1 edge board × 4", or "3 boards" if each counts one point. */
export function pointsSum(variant: VariantInfo, state: GameState, side: Side): string {
  const kinds = new Map<BoardKind, [count: number, points: number]>();
  [...state.boards].forEach((owner, board) => {
    if (owner !== side) return;
    const kind = boardKind(variant, board);
    const [count] = kinds.get(kind) ?? [0];
    kinds.set(kind, [count + 1, variant.boardPoints[board]!]);
  });
  if (kinds.size === 0) return t("end.noBoards");
  if (variant.boardPoints.every((points) => points === 1)) return t("end.boards", { count: [...state.boards].filter((owner) => owner === side).length });
  return [...kinds].map(([kind, [count, points]]) => `${t(`end.${kind}`, { count })} × ${points}`).join(" + ");
}

export type BoardKind = "centres" | "edges" | "corners";
export function boardKind({ size }: VariantInfo, board: number): BoardKind {
  const place = board % size ** 2;
  const outer = (n: number): boolean => n === 0 || n === size - 1;
  const edges = Number(outer(place % size)) + Number(outer(Math.floor(place / size)));
  return (["centres", "edges", "corners"] as const)[edges]!;
}
