// One rule and one wording for results everywhere: the rated result. A line decides, else more points;
// who resigns or runs out of time loses as if to a line.
import { outcomeText, type Cast } from "../board/describe";
import type { GameState, Outcome, Side, VariantInfo } from "../core/types";
import type { EndReason, SavedEnding } from "../library/store";

export type Ending = SavedEnding;

export const boardEnding = ({ rated, reason, points }: Outcome): Ending => ({ winner: rated, reason, points });

export function forfeit(variant: VariantInfo, winner: Side, reason: EndReason): Ending {
  return { winner, reason, points: winner === "x" ? [variant.linePoints, 0] : [0, variant.linePoints] };
}

export const scoreText = (points: readonly [number, number]): string => `${points[0]}–${points[1]}`;

/** "Computer resigned – you win 68–0", or what outcomeText says of the board. */
export function endingText(state: GameState, ending: Ending, cast: Cast): string {
  if (state.outcome) return outcomeText(state, cast);
  const { winner, reason, points } = ending;
  const score = `${Math.max(...points)}–${Math.min(...points)}`;
  const loser: Side = winner === "x" ? "o" : "x";
  const lost = `${loser === cast.you ? "You" : cast.names[loser]} ${reason === "resignation" ? "resigned" : "ran out of time"}`;
  const won = winner === cast.you ? "you win" : `${winner ? cast.names[winner] : "no one"} wins`;
  return `${lost} – ${won} ${score}`;
}

/** "You won", "You lost", "Draw"; a name if the user does not play one side only. */
export function headline({ winner }: Pick<Ending, "winner">, { names, you }: Cast): string {
  if (!winner) return "Draw";
  if (!you) return `${names[winner]} wins`;
  return winner === you ? "You won" : "You lost";
}

/** What each side's boards add up to, as "2 corners × 6 + 1 edge × 4". */
export function pointsSum(variant: VariantInfo, state: GameState, side: Side): string {
  const kinds = new Map<string, [count: number, points: number]>();
  [...state.boards].forEach((owner, board) => {
    if (owner !== side) return;
    const kind = boardKind(variant, board);
    const [count] = kinds.get(kind) ?? [0];
    kinds.set(kind, [count + 1, variant.boardPoints[board]!]);
  });
  if (kinds.size === 0) return "no boards";
  const several = (kind: string, count: number): string => `${count} ${kind}${count === 1 ? "" : "s"}`;
  return [...kinds].map(([kind, [count, points]]) => `${several(kind, count)} × ${points}`).join(" + ");
}

function boardKind({ size }: VariantInfo, board: number): string {
  const place = board % size ** 2;
  const outer = (n: number): boolean => n === 0 || n === size - 1;
  const edges = Number(outer(place % size)) + Number(outer(Math.floor(place / size)));
  return ["centre board", "edge board", "corner board"][edges]!;
}
