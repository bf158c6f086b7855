// Explains the result of a review in words.
import { otherSide, sideName } from "../board/describe";
import { fact, type Judgement, type LegalMove, type MoveReview, type Side, type VariantInfo } from "../core/types";
import { reasonsFor } from "../game/reasons";
import { boardKind } from "../game/result";
import type { GameNode } from "../game/tree";
import { en } from "../i18n/en";
import { both, number, percentage, t } from "../i18n/text";
import type { SavedGame } from "../library/store";

export const isMistake = ({ review }: Pick<GameNode, "review">): boolean =>
  review !== null && (review.judgement === "mistake" || review.judgement === "blunder");

/** "Mistake (−1.1)." The cost is in points, or in winning chances if it is 0 points. */
export function verdict({ cost, lost, judgement }: MoveReview): string {
  const points = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const amount = cost >= 5 ? number(cost / 100, points) : lost > 0 ? percentage(lost / 10_000) : "";
  return t(`remark.${judgement}`, { cost: amount && ` (−${amount})` });
}
/** "Mistake (−1.1). Best was e1." */
export const remark = (review: MoveReview): string => `${verdict(review)} ${t("remark.bestWas", { move: review.best })}`;

/** Why a move was worse than the best one, most important reason first. */
function faultsOf(played: LegalMove, best: LegalMove | undefined, { before, after }: MoveReview): Fault[] {
  const has = (bit: number): boolean => (played.facts & bit) !== 0;
  const missed = (bit: number): boolean => !has(bit) && best !== undefined && (best.facts & bit) !== 0;
  const spared = (bit: number): boolean => has(bit) && (best === undefined || (best.facts & bit) === 0);
  const faults: Fault[] = [];
  if (missed(fact.winsGame)) faults.push("missedWin");
  if (spared(fact.givesGame)) faults.push("givesGame");
  if (missed(fact.savesGame)) faults.push("missedSave");
  if (before.winIn > 0 && after.winIn <= 0) faults.push("missedForce");
  if (after.winIn < 0 && before.winIn >= 0) faults.push("allowsForce");
  if (missed(fact.keepsTurn)) faults.push("missedBonus");
  else if (missed(fact.winsBoard)) faults.push("missedBoard");
  if (spared(fact.givesBoard)) faults.push("givesBoard");
  if (spared(fact.freesChoice)) faults.push("freesChoice");
  if (missed(fact.blocks)) faults.push("missedBlock");
  return faults;
}

const faultNames = [
  "missedWin",
  "givesGame",
  "missedSave",
  "missedForce",
  "allowsForce",
  "missedBonus",
  "missedBoard",
  "givesBoard",
  "freesChoice",
  "missedBlock",
] as const;
export type Fault = (typeof faultNames)[number];

/** The most important reason why a move was worse, for the list of mistakes. */
export function whyText(variant: VariantInfo, node: GameNode): string {
  const before = node.parent!.state;
  const review = node.review!;
  const best = before.legal.find((legal) => legal.move === review.best);
  const [first] = faultsOf(node.move!, best, review);
  const other = sideName(otherSide(before.side));
  if (first === "givesBoard") return givenBoardText(variant, node, other);
  if (first === "missedForce") return t("fault.missedForce", { count: review.before.winIn });
  if (first === "allowsForce") return t("fault.allowsForce", { other, count: -review.after.winIn });
  if (first) return t(`fault.${first}`, { other });
  if (!best) return t("fault.later");
  const reasons = reasonsFor(variant, before, best, { ...review.before, moves: review.pv });
  return t("fault.better", { move: best.move, reasons: both(reasons) });
}

/** Which board a move gave away, and whether that earns a bonus move. */
function givenBoardText(variant: VariantInfo, { state }: GameNode, other: string): string {
  const wins = state.legal.filter((legal) => (legal.facts & fact.winsBoard) !== 0);
  const places = variant.size ** 2;
  const boards = wins.map((legal) => Math.floor(legal.id / places));
  const dearest = boards.reduce((a, b) => (variant.boardPoints[b]! > variant.boardPoints[a]! ? b : a), boards[0]!);
  const given = t(`fault.gives_${boardKind(variant, dearest)}`, { other });
  return wins.some((legal) => (legal.facts & fact.keepsTurn) !== 0) ? `${given} ${t("fault.andBonus", { other })}` : given;
}

export interface Summary {
  accuracy: number;
  counts: Record<Exclude<Judgement, "good">, number>;
  moves: number;
}

/** The accuracy of a side over its reviewed moves, as on lichess: the share of the winning chances that each
 * move kept. */
export function summaryOf(nodes: readonly GameNode[], side: Side): Summary | null {
  const mine = nodes.filter((node) => node.review && node.parent!.state.side === side);
  if (mine.length === 0) return null;
  const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
  let accuracy = 0;
  for (const node of mine) {
    const { judgement, before, after } = node.review!;
    if (judgement !== "good") counts[judgement]++;
    const lost = Math.max(0, before.chance - after.chance) / 100;
    accuracy += Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * lost) - 3.1669));
  }
  return { accuracy: accuracy / mine.length, counts, moves: mine.length };
}

/** How often the user made each kind of mistake, over all reviewed games. */
export function mistakeKinds(games: readonly SavedGame[]): [Fault, number][] {
  const counts = new Map<Fault, number>();
  for (const { you, analysis } of games) {
    if (!you || !analysis) continue;
    for (const [, review, side, saved] of analysis.reviews) {
      const kind = faultOf(saved);
      if (side !== you || !kind || review.judgement === "good") continue;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Reviews saved before the page had other languages contain the English text instead of the name. */
const faultOf = (saved: string | null): Fault | null =>
  faultNames.find((name) => name === saved || en[`kind.${name}`] === saved) ?? null;

/** The kind of a mistake for statistics; null for other moves. */
export function kindOf(node: GameNode): Fault | null {
  if (!isMistake(node)) return null;
  const best = node.parent!.state.legal.find((legal) => legal.move === node.review!.best);
  const [first] = faultsOf(node.move!, best, node.review!);
  return first ?? null;
}
