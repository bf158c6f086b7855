import { fact, type GameState, type LegalMove, type Side, type VariantInfo } from "../core/types";

// The board in words: for screen readers, for the live region and for the line below the board.

export const sideName = (side: Side): string => (side === "x" ? "X" : "O");
export const otherSide = (side: Side): Side => (side === "x" ? "o" : "x");

const ordinals = ["first", "second", "third", "fourth"];

function rowAndColumn(variant: VariantInfo, board: number): string {
  const place = board % variant.size ** 2;
  return `${ordinals[Math.floor(place / variant.size)]} row, ${ordinals[place % variant.size]} column`;
}

/** "second row, third column", after the number of the big board where there are several. */
export function boardPlace(variant: VariantInfo, board: number): string {
  const where = rowAndColumn(variant, board);
  if (variant.bigBoards === 1) return where;
  return `big board ${Math.floor(board / variant.size ** 2) + 1}, ${where}`;
}

export function boardName(variant: VariantInfo, board: number): string {
  return `the small board in the ${boardPlace(variant, board)}`;
}

/** Whose turn it is and where, or how the game ended. */
export function turnText(variant: VariantInfo, state: GameState): string {
  if (state.outcome) return outcomeText(state);
  const who = sideName(state.side);
  const bonus = state.bonus ? `${who} has earned a bonus move` : `${who} to move`;
  if (state.forced.length === 0)
    return state.last < 0 ? `${bonus}: anywhere` : `${bonus}: any open board`;
  return `${bonus}: ${boardNames(variant, state.forced)}`;
}

/** Several small boards; those at one place of all big boards are said in one. */
function boardNames(variant: VariantInfo, boards: readonly number[]): string {
  const places = variant.size ** 2;
  if (boards.length > 1 && boards.every((board) => board % places === boards[0]! % places))
    return `${rowAndColumn(variant, boards[0]!)}, on either big board`;
  return boards.map((board) => boardPlace(variant, board)).join(" or ");
}

export function outcomeText(state: GameState): string {
  const end = state.outcome!;
  if (end.winner) return `${sideName(end.winner)} wins with a line of small boards`;
  const [x, o] = end.points;
  if (end.rated) return `The board is full: ${sideName(end.rated)} leads ${Math.max(x, o)} to ${Math.min(x, o)} points`;
  return `The board is full: ${x} points each`;
}

/** What a move has just done, for the live region. */
export function moveText(before: GameState, move: LegalMove): string {
  const parts = [`${sideName(before.side)} plays ${move.move}`];
  if (move.facts & fact.winsBoard) parts.push("and wins a small board");
  if (move.facts & fact.drawsBoard) parts.push("and fills a small board, which nobody wins");
  return parts.join(" ");
}

/** What a move would do, for the one who is about to play it. */
export function promise(variant: VariantInfo, state: GameState, move: LegalMove): string {
  const parts: string[] = [];
  if (move.facts & fact.winsGame) return "wins the game";
  if (move.facts & fact.endsGame) return "ends the game";
  if (move.facts & fact.winsBoard) parts.push("wins this small board");
  const who = move.facts & fact.keepsTurn ? "you move again" : `${sideName(otherSide(state.side))} must answer`;
  if (move.facts & fact.freesChoice) parts.push(`${who} anywhere`.replace("must answer", "may answer"));
  else parts.push(`${who}: ${boardNames(variant, move.next)}`);
  return parts.join(", ");
}

/** The label of a cell for a screen reader. */
export function cellText(
  variant: VariantInfo,
  state: GameState,
  id: number,
  legal: LegalMove | undefined,
): string {
  const mark = state.cells[id];
  const holds = mark === "." ? "empty" : sideName(mark as Side);
  const name = variant.names[id]!;
  if (legal) return `${name}, playable: ${promise(variant, state, legal)}`;
  const board = state.boards[Math.floor(id / variant.size ** 2)];
  const closed = board === "-" ? "" : board === "d" ? ", board drawn" : `, board won by ${sideName(board as Side)}`;
  return `${name}, ${holds}${closed}`;
}

/** The whole position in a few sentences. */
export function positionText(variant: VariantInfo, state: GameState): string {
  const won = (side: Side): number[] =>
    [...state.boards].flatMap((owner, board) => (owner === side ? [board] : []));
  const list = (side: Side): string => {
    const boards = won(side);
    if (boards.length === 0) return `${sideName(side)} has won no small board yet.`;
    return `${sideName(side)} has won ${boards.length}: ${boards.map((b) => boardPlace(variant, b)).join("; ")}.`;
  };
  const last = state.lastMove ? `The last move was ${state.lastMove}. ` : "";
  return `${last}${list("x")} ${list("o")} ${turnText(variant, state)}.`;
}
