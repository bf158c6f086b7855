import { boardName, otherSide, sideName } from "../board/describe";
import { fact, type GameState, type LegalMove, type SearchLine, type VariantInfo } from "../core/types";

/** Why a move is good, most important reason first. */
export function reasonsFor(
  variant: VariantInfo,
  state: GameState,
  move: LegalMove,
  line?: SearchLine,
): string[] {
  const has = (bit: number): boolean => (move.facts & bit) !== 0;
  const other = sideName(otherSide(state.side));
  const reasons: string[] = [];
  if (has(fact.winsGame)) return ["it wins the game"];
  if (line && line.winIn > 0) reasons.push(`it forces a win in ${line.winIn} moves`);
  if (has(fact.winsBoard)) reasons.push(has(fact.keepsTurn) ? "it wins a small board and earns a bonus move" : "it wins a small board");
  if (has(fact.savesGame)) reasons.push(`it keeps ${other} from winning the game at once`);
  if (has(fact.blocks)) reasons.push(`it stops ${other} from winning this small board`);
  if (!has(fact.keepsTurn) && !has(fact.endsGame)) {
    const where = move.next.length === 1 ? boardName(variant, move.next[0]!) : null;
    if (has(fact.freesChoice)) reasons.push(`${other} may then play anywhere, and still nothing is better`);
    else if (!has(fact.givesBoard) && where) reasons.push(`it sends ${other} to ${where}, where no small board can be won at once`);
    else if (has(fact.givesBoard) && where) reasons.push(`${other} can win ${where}, but every other way costs more`);
  }
  if (has(fact.threatens)) reasons.push("it leaves you one mark short of this small board");
  if (reasons.length === 0) reasons.push("it keeps the most possibilities open");
  return reasons;
}
