import { fact, type GameState, type LegalMove, type Side, type VariantInfo } from "../core/types";
import { either, score, t } from "../i18n/text";

// Descriptions of the board for the status text, screen readers and the text below the board.

export const sideName = (side: Side): string => (side === "x" ? "X" : "O");
export const otherSide = (side: Side): Side => (side === "x" ? "o" : "x");

/** The names of the players in texts. */
export interface Cast {
  /** "You", "Computer", a person's name, or just X and O. */
  names: Record<Side, string>;
  /** The side of the user; null if the user plays both or none. */
  you: Side | null;
}
export const plainCast: Cast = { names: { x: "X", o: "O" }, you: null };

/** Row and column of a small board in its big board, or of a cell in its small board, from 1. */
function rowAndColumn({ size }: VariantInfo, board: number): { row: number; column: number } {
  const place = board % size ** 2;
  return { row: Math.floor(place / size) + 1, column: (place % size) + 1 };
}

/** "row 2, column 3", after the number of the big board where there are several. */
export function boardPlace(variant: VariantInfo, board: number): string {
  const where = rowAndColumn(variant, board);
  if (variant.bigBoards === 1) return t("place.one", where);
  return t("place.several", { big: Math.floor(board / variant.size ** 2) + 1, ...where });
}

/** Row and column of a cell in its small board. */
export const placeOf = (variant: VariantInfo, cell: number): string => t("place.one", rowAndColumn(variant, cell));

/** The turn and where to play, for the status text; the result once the game is over. The board shows where a bonus move goes. */
export function turnText(state: GameState, cast: Cast = plainCast): string {
  if (state.outcome) return outcomeText(state, cast);
  const values = { where: whereText(state), name: cast.names[state.side] };
  const mine = state.side === cast.you;
  if (state.bonus) return t(mine ? "turn.bonusYou" : "turn.bonusOther", values);
  return t(mine ? "turn.you" : "turn.other", values);
}

function whereText(state: GameState): string {
  if (state.forced.length === 1) return t("where.one");
  if (state.forced.length > 1) return t("where.some");
  return state.last < 0 ? t("where.anywhere") : t("where.open");
}

/** The same with the place in words, for screen readers. */
export function turnSpeech(variant: VariantInfo, state: GameState, cast: Cast = plainCast): string {
  if (state.outcome || (state.forced.length === 0 && !state.bonus)) return turnText(state, cast);
  const boards = state.forced.length > 0 ? boardNames(variant, state.forced) : whereText(state);
  const values = { boards, name: cast.names[state.side] };
  const mine = state.side === cast.you;
  if (state.bonus) return t(mine ? "speech.bonusYou" : "speech.bonusOther", values);
  return t(mine ? "speech.you" : "speech.other", values);
}

/** Several small boards; those at the same place of all big boards are combined. */
function boardNames(variant: VariantInfo, boards: readonly number[]): string {
  const places = variant.size ** 2;
  if (boards.length > 1 && boards.every((board) => board % places === boards[0]! % places))
    return t("place.either", rowAndColumn(variant, boards[0]!));
  return either(boards.map((board) => boardPlace(variant, board)));
}

/** How the game on the board ended, by the rated result. `brief` omits what the headline already says. */
export function outcomeText(state: GameState, { names, you }: Cast = plainCast, brief = false): string {
  const { winner, rated, points, line } = state.outcome!;
  const values = { score: score(Math.max(...points), Math.min(...points)), name: rated ? names[rated] : "", count: line.length };
  if (!rated) return t("end.fullDraw", values);
  if (!winner) return t(rated === you ? "end.fullYou" : "end.fullOther", values);
  if (!you) return t("end.lineName", values);
  return t(winner === you ? "end.lineYou" : brief ? "end.lineCompleted" : "end.lineLost", values);
}

/** What a move has just done, for the live region. */
export function moveText(before: GameState, { move, facts }: LegalMove, { names, you }: Cast = plainCast): string {
  const mine = before.side === you;
  const values = { move, name: names[before.side] };
  if (facts & fact.winsBoard) return t(mine ? "say.youWin" : "say.otherWin", values);
  if (facts & fact.drawsBoard) return t(mine ? "say.youDraw" : "say.otherDraw", values);
  return t(mine ? "say.you" : "say.other", values);
}

/** What a move would do; nothing without `spoilers`. */
export function moveEffect(
  variant: VariantInfo,
  state: GameState,
  move: LegalMove,
  cast: Cast = plainCast,
  spoilers = true,
): string {
  if (!spoilers) return "";
  if (move.facts & fact.winsGame) return t("effect.winsGame");
  if (move.facts & fact.endsGame) return t("effect.endsGame");
  const next = otherSide(state.side);
  const free = (move.facts & fact.freesChoice) !== 0;
  const values = { name: cast.names[next], boards: free ? "" : boardNames(variant, move.next) };
  const then =
    move.facts & fact.keepsTurn
      ? t(free ? "effect.againAnywhere" : "effect.againIn", values)
      : next === cast.you
        ? t(free ? "effect.youAnywhere" : "effect.youIn", values)
        : t(free ? "effect.otherAnywhere" : "effect.otherIn", values);
  return move.facts & fact.winsBoard ? t("effect.winsBoard", { then }) : then;
}

/** The label of a cell for a screen reader. */
export function cellText(
  variant: VariantInfo,
  state: GameState,
  id: number,
  legal: LegalMove | undefined,
  cast: Cast = plainCast,
  spoilers = true,
): string {
  const cell = variant.names[id]!;
  if (legal) {
    const effect = moveEffect(variant, state, legal, cast, spoilers);
    return effect ? t("cell.playableEffect", { cell, effect }) : t("cell.playable", { cell });
  }
  const mark = state.cells[id];
  const holds = mark === "." ? t("cell.empty", { cell }) : t("cell.mark", { cell, side: sideName(mark as Side) });
  const board = state.boards[Math.floor(id / variant.size ** 2)];
  if (board === "-") return holds;
  return board === "d" ? t("cell.boardDrawn", { cell: holds }) : t("cell.boardWon", { cell: holds, side: sideName(board as Side) });
}

/** The whole position in a few sentences. */
export function positionText(variant: VariantInfo, state: GameState, cast: Cast = plainCast): string {
  const list = (side: Side): string => {
    const boards = [...state.boards].flatMap((owner, board) => (owner === side ? [boardPlace(variant, board)] : []));
    if (boards.length === 0) return t("position.none", { side: sideName(side) });
    return t("position.won", { side: sideName(side), count: boards.length, boards: boards.join("; ") });
  };
  const last = state.lastMove ? `${t("position.last", { move: state.lastMove })} ` : "";
  return `${last}${list("x")} ${list("o")} ${turnSpeech(variant, state, cast)}.`;
}
