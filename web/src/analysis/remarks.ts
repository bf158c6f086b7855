// Explains the result of a review in words.
import { otherSide, sideName } from "../board/describe";
import { fact, type Judgement, type LegalMove, type MoveReview, type Side } from "../core/types";
import type { GameNode } from "../game/tree";
import type { SavedGame } from "../library/store";

const judgementNames: Record<Judgement, string> = {
  good: "Good",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};

export const isMistake = ({ review }: Pick<GameNode, "review">): boolean =>
  review !== null && (review.judgement === "mistake" || review.judgement === "blunder");

/** "Mistake (−1.1). Best was e1." The cost is in points; where it is none in points, in chances to win. */
export function remark({ cost, lost, judgement, best }: MoveReview): string {
  const points = cost >= 5 ? ` (−${(cost / 100).toFixed(1)})` : "";
  const chances = !points && lost > 0 ? ` (−${Math.round(lost / 100)}%)` : "";
  return `${judgementNames[judgement]}${points}${chances}. Best was ${best}.`;
}

/** Why a move was worse than the best one, most important reason first. */
function faultsOf(played: LegalMove, best: LegalMove | undefined): Fault[] {
  const has = (bit: number): boolean => (played.facts & bit) !== 0;
  const missed = (bit: number): boolean => !has(bit) && best !== undefined && (best.facts & bit) !== 0;
  const spared = (bit: number): boolean => has(bit) && (best === undefined || (best.facts & bit) === 0);
  const faults: Fault[] = [];
  if (missed(fact.winsGame)) faults.push("missedWin");
  if (spared(fact.givesGame)) faults.push("givesGame");
  if (missed(fact.savesGame)) faults.push("missedSave");
  if (missed(fact.keepsTurn)) faults.push("missedBonus");
  else if (missed(fact.winsBoard)) faults.push("missedBoard");
  if (spared(fact.givesBoard)) faults.push("givesBoard");
  if (spared(fact.freesChoice)) faults.push("freesChoice");
  if (missed(fact.blocks)) faults.push("missedBlock");
  return faults;
}

type Fault =
  | "missedWin"
  | "givesGame"
  | "missedSave"
  | "missedBonus"
  | "missedBoard"
  | "givesBoard"
  | "freesChoice"
  | "missedBlock";

const faultTexts: Record<Fault, (other: string) => string> = {
  missedWin: () => "It misses a win at once",
  givesGame: (other) => `It sends ${other} to a board where ${other} wins the game`,
  missedSave: (other) => `It does not stop ${other} from winning the game`,
  missedBonus: () => "It misses a board and the bonus move",
  missedBoard: () => "It misses winning a board",
  givesBoard: (other) => `It sends ${other} to a board that ${other} wins at once`,
  freesChoice: (other) => `It lets ${other} play anywhere`,
  missedBlock: (other) => `It does not stop ${other} from winning this board`,
};

/** The most important reason why a move was worse, for the list of mistakes. */
export function whyText(node: GameNode): string {
  const before = node.parent!.state;
  const best = before.legal.find((legal) => legal.move === node.review?.best);
  const [first] = faultsOf(node.move!, best);
  return first ? `${faultTexts[first](sideName(otherSide(before.side)))}.` : "It leaves a worse position some moves later.";
}

export interface Summary {
  accuracy: number;
  counts: Record<Exclude<Judgement, "good">, number>;
  moves: number;
}

/** How well a side played the reviewed moves: the share of the chance to win that each move kept, as lichess
 * counts accuracy. */
export function summaryOf(line: readonly GameNode[], side: Side): Summary | null {
  const mine = line.filter((node) => node.review && node.parent!.state.side === side);
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
export function mistakeKinds(games: readonly SavedGame[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { you, analysis } of games) {
    if (!you || !analysis) continue;
    for (const [, review, side, kind] of analysis.reviews) {
      if (side !== you || !kind || review.judgement === "good") continue;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

const faultKinds: Record<Fault, string> = {
  missedWin: "Missed a win",
  givesGame: "Let the opponent win",
  missedSave: "Did not stop a winning line",
  missedBonus: "Missed a bonus move",
  missedBoard: "Missed winning a board",
  givesBoard: "Gave a board away",
  freesChoice: "Gave a free choice",
  missedBlock: "Did not block a board",
};

/** The kind of a mistake for statistics; null for other moves. */
export function kindOf(node: GameNode): string | null {
  if (!isMistake(node)) return null;
  const best = node.parent!.state.legal.find((legal) => legal.move === node.review!.best);
  const [first] = faultsOf(node.move!, best);
  return first ? faultKinds[first] : null;
}
