import { fact, type LegalMove } from "../core/types";

/** One step of the first lesson: something to read and a move to make. */
export interface Step {
  /** A new position; without it the lesson goes on from the last move. */
  fen?: string;
  moves?: string;
  text: string;
  /** Whether a move does what was asked. */
  accepts: (move: LegalMove) => boolean;
  /** What to say of another move. */
  otherwise?: string;
}

const any = (): boolean => true;

// Positions of real games: x can win a small board; x can win the game with a diamond.
const boardToWin =
  "o11 l11 o9 i3 b9 e4 b15 f12 g16 i16 b14 h8 p15 p9 o4 k16 l16 p13 o1 k3 l12 o15 i11 d11 p11 m9 b2 h7 p10 m6 a5 c4 l14 p7";
const gameToWin =
  "oxxo1o3x4xx/5o2x1o5/o4o1ooo1o1x1o/2o1xox3ooooox/1oo1oxx1xxxx4/2o2xo2xx3o1/ox3xoxxo3o1o/4o1xx3o2o1/1oxo3o1xo2o2/xxxx1o7o1o/2o1o1o1xxxxxo2/x1oxxo1xx3xo1x/1oo2x1x2x5/2oxxox2x1x4/xxo2x4x2x2/oxo1x1x1o2xoooo x p3 -";

export const lesson: readonly Step[] = [
  {
    moves: "",
    text: "You are X and move first. Play any cell and watch which small board lights up.",
    accepts: any,
  },
  {
    text: "Your cell's place in its small board decides where O must play: in the highlighted board. Play a cell there for O.",
    accepts: any,
  },
  {
    text: "Now O's cell sends you. Point at a cell, or tap it once: the dashed frame shows where it sends your opponent. Play one.",
    accepts: any,
  },
  {
    moves: boardToWin,
    text: "Four in a row, in a column or in a diamond win a small board. Find the cell that completes a line.",
    accepts: (move) => (move.facts & fact.winsBoard) !== 0,
    otherwise: "Not that one. Look for the cell that leaves four crosses in a line.",
  },
  {
    text: "You won a board – play again! The cell you just played decides where your bonus move goes.",
    accepts: any,
  },
  {
    fen: gameToWin,
    text: "The board O sent you to is closed, so you may play anywhere. Four small boards in a line win the game: complete the diamond!",
    accepts: (move) => (move.facts & fact.winsGame) !== 0,
    otherwise: "Close. The diamond needs the small board in the second row, second column.",
  },
];
