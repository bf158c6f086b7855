import { fact, type LegalMove } from "../core/types";
import type { Key } from "../i18n/en";

/** One step of the first lesson: something to read and a move to make. */
export interface Step {
  /** A new position; without it the lesson continues from the last move. */
  fen?: string;
  moves?: string;
  text: Key;
  /** Whether a move solves the step. */
  accepts: (move: LegalMove) => boolean;
  /** The hint after another move. */
  otherwise?: Key;
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
    text: "lesson.1",
    accepts: any,
  },
  {
    text: "lesson.2",
    accepts: any,
  },
  {
    text: "lesson.3",
    accepts: any,
  },
  {
    moves: boardToWin,
    text: "lesson.4",
    accepts: (move) => (move.facts & fact.winsBoard) !== 0,
    otherwise: "lesson.4no",
  },
  {
    text: "lesson.5",
    accepts: any,
  },
  {
    fen: gameToWin,
    text: "lesson.6",
    accepts: (move) => (move.facts & fact.winsGame) !== 0,
    otherwise: "lesson.6no",
  },
];
