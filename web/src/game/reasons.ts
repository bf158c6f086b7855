import { boardPlace, otherSide, sideName } from "../board/describe";
import type { Rules } from "../core/rules";
import type { GameState } from "../core/types";
import { t } from "../i18n/text";

/** Why a move is good, most important reason first. `winIn` is the number of moves to a proven line, 0 if there is none. */
export function reasonsFor(rules: Rules, state: GameState, move: string, winIn = 0): string[] {
  const other = sideName(otherSide(state.side));
  return rules.merits(state, move, winIn).map(({ code, board, count }) =>
    t(`hint.${code}`, { other, count: count ?? 0, board: board === undefined ? "" : boardPlace(rules.variant, board) }),
  );
}
