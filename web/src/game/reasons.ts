import { boardPlace, otherSide, sideName } from "../board/describe";
import { fact, type GameState, type LegalMove, type SearchPv, type VariantInfo } from "../core/types";
import { t } from "../i18n/text";

/** Why a move is good, most important reason first. */
export function reasonsFor(
  variant: VariantInfo,
  state: GameState,
  move: LegalMove,
  pv?: SearchPv,
): string[] {
  const has = (bit: number): boolean => (move.facts & bit) !== 0;
  const other = sideName(otherSide(state.side));
  const reasons: string[] = [];
  if (has(fact.winsGame)) return [t("hint.winsGame")];
  if (pv && pv.winIn > 0) reasons.push(t("hint.forces", { count: pv.winIn }));
  if (has(fact.winsBoard)) reasons.push(t(has(fact.keepsTurn) ? "hint.bonus" : "hint.winsBoard"));
  if (has(fact.savesGame)) reasons.push(t("hint.saves", { other }));
  if (has(fact.blocks)) reasons.push(t("hint.blocks", { other }));
  if (!has(fact.keepsTurn) && !has(fact.endsGame)) {
    const board = move.next.length === 1 ? boardPlace(variant, move.next[0]!) : null;
    if (has(fact.freesChoice)) reasons.push(t("hint.free", { other }));
    else if (board) reasons.push(t(has(fact.givesBoard) ? "hint.gives" : "hint.safe", { other, board }));
  }
  if (has(fact.threatens)) reasons.push(t("hint.threatens"));
  if (reasons.length === 0) reasons.push(t("hint.open"));
  return reasons;
}
