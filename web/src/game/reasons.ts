import { boardPlace, otherSide, plainCast, type Cast } from "../board/describe";
import type { Rules } from "../core/rules";
import type { GameState, Side } from "../core/types";
import { en, type Key } from "../i18n/en";
import type { Values } from "../i18n/format";
import { t } from "../i18n/text";

/** A text about a move of `side` that names the opponent: "it sends Ada to …", or "it sends you to …" to the user. */
export function aboutMove(key: Key, { names, you }: Cast, side: Side, values: Values = {}): string {
  const other = otherSide(side);
  const toYou = `${key}You`;
  return t(other === you && toYou in en ? (toYou as Key) : key, { ...values, other: names[other] });
}

/** Why a move is good, most important reason first. `winIn` is the number of moves to a proven line, 0 if there is none. */
export function reasonsFor(rules: Rules, state: GameState, move: string, winIn = 0, cast: Cast = plainCast): string[] {
  return rules.merits(state, move, winIn).map(({ code, board, count }) =>
    aboutMove(`hint.${code}`, cast, state.side, { count: count ?? 0, board: board === undefined ? "" : boardPlace(rules.variant, board) }),
  );
}
