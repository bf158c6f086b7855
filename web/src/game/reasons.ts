import { boardPlace, otherSide, plainCast, sideName, type Cast } from "../board/describe";
import type { Rules } from "../core/rules";
import type { GameState, Side } from "../core/types";
import { t } from "../i18n/text";

/** The name of the opponent of `side` in texts about its moves: X or O for the user, because these texts do not say "you". */
export function opponentName({ names, you }: Cast, side: Side): string {
  const other = otherSide(side);
  return other === you ? sideName(other) : names[other];
}

/** Why a move is good, most important reason first. `winIn` is the number of moves to a proven line, 0 if there is none. */
export function reasonsFor(rules: Rules, state: GameState, move: string, winIn = 0, cast: Cast = plainCast): string[] {
  const other = opponentName(cast, state.side);
  return rules.merits(state, move, winIn).map(({ code, board, count }) =>
    t(`hint.${code}`, { other, count: count ?? 0, board: board === undefined ? "" : boardPlace(rules.variant, board) }),
  );
}
