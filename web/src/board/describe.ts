import { fact, type GameState, type LegalMove, type Side, type VariantInfo } from "../core/types";

// The board in words: for the status line, for screen readers and for the line below the board.

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

/** The turn and where to play, for the status line; the result once the game is over. */
export function turnText(state: GameState, cast: Cast = plainCast): string {
  if (state.outcome) return outcomeText(state, cast);
  const where = whereText(state);
  // "play again in any open board", "Your turn: play in the highlighted board"
  return state.bonus ? `${whoseTurn(state, cast)} ${where.replace("play ", "")}` : `${whoseTurn(state, cast)}: ${where}`;
}

function whereText(state: GameState): string {
  if (state.forced.length === 1) return "play in the highlighted board";
  if (state.forced.length > 1) return "play in a highlighted board";
  return state.last < 0 ? "play anywhere" : "play in any open board";
}

function whoseTurn(state: GameState, { names, you }: Cast): string {
  const mine = state.side === you;
  if (state.bonus) return mine ? "You won a board – play again" : `${names[state.side]} won a board and plays again`;
  return mine ? "Your turn" : `${names[state.side]} to move`;
}

/** The same with the place in words, for screen readers. */
export function turnSpeech(variant: VariantInfo, state: GameState, cast: Cast = plainCast): string {
  if (state.outcome || state.forced.length === 0) return turnText(state, cast);
  return `${whoseTurn(state, cast)}: ${boardNames(variant, state.forced)}`;
}

/** Several small boards; those at one place of all big boards are said in one. */
function boardNames(variant: VariantInfo, boards: readonly number[]): string {
  const places = variant.size ** 2;
  if (boards.length > 1 && boards.every((board) => board % places === boards[0]! % places))
    return `${rowAndColumn(variant, boards[0]!)}, on either big board`;
  return boards.map((board) => boardPlace(variant, board)).join(" or ");
}

const counts = ["no", "one", "two", "three", "four"];

/** The result of the game on the board, in the wording used everywhere: the rated result. */
export function outcomeText(state: GameState, { names, you }: Cast = plainCast): string {
  const { winner, rated, points, line } = state.outcome!;
  const score = `${Math.max(...points)}–${Math.min(...points)}`;
  if (!rated) return `Board full – draw, ${score}`;
  const wins = rated === you ? "you win" : `${names[rated]} wins`;
  if (!winner) return `Board full – ${wins} ${score} on points`;
  const boards = `a line of ${counts[line.length] ?? line.length} boards (${score})`;
  if (!you) return `${names[winner]} wins with ${boards}`;
  return winner === you ? `You won with ${boards}` : `You lost: ${names[winner]} completed ${boards}`;
}

/** What a move has just done, for the live region. */
export function moveText(before: GameState, move: LegalMove, { names, you }: Cast = plainCast): string {
  const mine = before.side === you;
  const parts = [`${mine ? "You play" : `${names[before.side]} plays`} ${move.move}`];
  if (move.facts & fact.winsBoard) parts.push(`and ${mine ? "win" : "wins"} a small board`);
  if (move.facts & fact.drawsBoard) parts.push("and the small board is drawn");
  return parts.join(" ");
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
  if (move.facts & fact.winsGame) return "wins the game";
  if (move.facts & fact.endsGame) return "ends the game";
  const parts: string[] = [];
  if (move.facts & fact.winsBoard) parts.push("wins this small board");
  const keeps = (move.facts & fact.keepsTurn) !== 0;
  const next = otherSide(state.side);
  const who = keeps ? "you play again" : next === cast.you ? "you play" : `${cast.names[next]} plays`;
  parts.push(move.facts & fact.freesChoice ? `${who} anywhere` : `${who} in ${boardNames(variant, move.next)}`);
  return parts.join(", ");
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
  const mark = state.cells[id];
  const holds = mark === "." ? "empty" : sideName(mark as Side);
  const name = variant.names[id]!;
  if (legal) return [`${name}, playable`, moveEffect(variant, state, legal, cast, spoilers)].filter(Boolean).join(": ");
  const board = state.boards[Math.floor(id / variant.size ** 2)];
  const closed = board === "-" ? "" : board === "d" ? ", board drawn" : `, board won by ${sideName(board as Side)}`;
  return `${name}, ${holds}${closed}`;
}

/** The whole position in a few sentences. */
export function positionText(variant: VariantInfo, state: GameState, cast: Cast = plainCast): string {
  const won = (side: Side): number[] =>
    [...state.boards].flatMap((owner, board) => (owner === side ? [board] : []));
  const list = (side: Side): string => {
    const boards = won(side);
    if (boards.length === 0) return `${sideName(side)} has won no small board yet.`;
    return `${sideName(side)} has won ${boards.length}: ${boards.map((b) => boardPlace(variant, b)).join("; ")}.`;
  };
  const last = state.lastMove ? `Last move: ${state.lastMove}. ` : "";
  return `${last}${list("x")} ${list("o")} ${turnSpeech(variant, state, cast)}.`;
}
