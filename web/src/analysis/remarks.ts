// Explains the result of a review in words.
import { plainCast, type Cast } from "../board/describe";
import type { Rules } from "../core/rules";
import type { Explanation, Judgement, MoveReview, Side } from "../core/types";
import { aboutMove, reasonsFor } from "../game/reasons";
import { boardKind } from "../game/result";
import type { GameNode } from "../game/tree";
import { en, type Key } from "../i18n/en";
import type { Values } from "../i18n/format";
import { both, number, percentage, t } from "../i18n/text";
import type { SavedGame } from "../library/store";
import { forX } from "./values";

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
function faultsOf(rules: Rules, { parent, move, review }: GameNode): Explanation["faults"] {
  const { best, before, after } = review!;
  return rules.faults(parent!.state, move!.move, best, before.winIn, after.winIn);
}

// Of which "missedSave" occurs only in reviews of older versions.
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

/** The most important reason why a move was worse, and the reply that shows it; which move is better only with `spoilers`. */
export function whyText(rules: Rules, node: GameNode, cast: Cast = plainCast, spoilers = true): string {
  const before = node.parent!.state;
  const review = node.review!;
  const [first] = faultsOf(rules, node);
  const say = (key: Key, values: Values = {}): string => aboutMove(key, cast, before.side, values);
  if (first?.code === "givesBoard") {
    const given = say(`fault.gives_${boardKind(rules.variant, first.board!)}`);
    return first.bonus ? `${given} ${say("fault.andBonus")}` : given;
  }
  if (first) return say(`fault.${first.code}`, { count: first.count ?? 0 });
  const better = !spoilers ? "" : t("fault.better", { move: review.best, reasons: both(reasonsFor(rules, before, review.best, review.before.winIn, cast)) });
  if (!review.reply) return better;
  const answer = reasonsFor(rules, node.state, review.reply, 0, cast)[0]!;
  return `${say("fault.refuted", { move: review.reply, reasons: answer })} ${better}`.trim();
}

/** x's chance to win after a move, from 0 to 10,000: the rated result at the end; null where the review has none. */
export function chanceOf({ review, parent, state: { outcome } }: Pick<GameNode, "review" | "parent" | "state">): number | null {
  if (!review) return null;
  if (outcome) return outcome.rated === null ? 5_000 : outcome.rated === "x" ? 10_000 : 0;
  const { side, legal } = parent!.state;
  if (legal.length === 1) return null; // The review does not search where there is no choice.
  return forX(review.after, side).chance;
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
export const kindOf = (rules: Rules, node: GameNode): Fault | null =>
  isMistake(node) ? (faultsOf(rules, node)[0]?.code ?? null) : null;
