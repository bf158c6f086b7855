// The JSON of the WebAssembly core, written by src/wasm/state_json.h and core.cpp.
// Small boards are numbered in reading order, big board 1 first; a cell's id is
// small board * cells of a small board + place inside it.

import type { VariantName } from "./variants";

export type Side = "x" | "o";
export { variantNames, type VariantName } from "./variants";

export interface VariantInfo {
  name: VariantName;
  summary: string;
  bigBoards: number;
  size: number;
  bonus: boolean;
  linePoints: number;
  moveTimeMs: number;
  /** The sets of places that win a small board. The same sets of small boards win the game. */
  lines: number[][];
  /** The points of each small board. */
  boardPoints: number[];
  /** The name of each cell, by id. */
  names: string[];
}

/** Properties of a move that need no search; the bits of src/wasm/state_json.h. */
export const fact = {
  winsBoard: 1 << 0,
  drawsBoard: 1 << 1,
  winsGame: 1 << 2,
  endsGame: 1 << 3,
  keepsTurn: 1 << 4,
  blocks: 1 << 5,
  threatens: 1 << 6,
  freesChoice: 1 << 7,
  givesBoard: 1 << 8,
  givesGame: 1 << 9,
  savesGame: 1 << 10,
} as const;

export interface LegalMove {
  id: number;
  move: string;
  facts: number;
  /** The small boards where the next move may go. */
  next: number[];
}

export interface Outcome {
  reason: "line" | "full";
  winner: Side | null;
  /** The rated winner: the side with the line, otherwise with more points. */
  rated: Side | null;
  points: [number, number];
  /** The small boards of the winning line. */
  line: number[];
}

export interface GameState {
  fen: string;
  side: Side;
  bonus: boolean;
  last: number;
  lastMove: string | null;
  /** One letter per cell, by id: x, o or a dot. */
  cells: string;
  /** One letter per small board: x, o, d (drawn) or - (open). */
  boards: string;
  /** The small boards where the move must be played; empty if it is free or the game is over. */
  forced: number[];
  points: [number, number];
  outcome: Outcome | null;
  legal: LegalMove[];
}

/** A position: a FEN ("" for the start of the game) and the moves played from there. */
export interface GamePath {
  fen: string;
  moves: readonly string[];
}

/** A value from the view of the side to move. */
export interface Value {
  /** Expected margin, in hundredths of a point. */
  points: number;
  /** Moves of both players to a proven line: positive for the side to move; 0 if none. */
  winIn: number;
  /** Chance to win in ten-thousandths. */
  chance: number;
}

export interface SearchPv extends Value {
  moves: string[];
}

export interface SearchReport {
  depth: number;
  seldepth: number;
  nodes: number;
  micros: number;
  hashfull: number;
  pvs: SearchPv[];
}

export interface BestMove extends SearchReport {
  move: string;
}

export interface SearchLimits {
  movetimeMs?: number;
  clock?: { remainingMs: number; incrementMs: number };
  depth?: number;
  nodes?: number;
  multipv?: number;
  /** 0 to 20; 20 is full strength. */
  skill?: number;
  seed?: number;
  rootMoves?: readonly string[];
}

/** A reason for or against a move, from src/engine/reasons.h. */
export interface Reason<Code extends string = string> {
  code: Code;
  /** The small board it is about. */
  board?: number;
  /** Moves of both players to a line. */
  count?: number;
  /** Whether the opponent moves again. */
  bonus?: boolean;
}
export type MeritCode =
  | "winsGame"
  | "forces"
  | "lost"
  | "ends"
  | "bonus"
  | "winsBoard"
  | "saves"
  | "blocks"
  | "free"
  | "gives"
  | "safe"
  | "threatens"
  | "open";
export type FaultCode =
  | "missedWin"
  | "givesGame"
  | "missedForce"
  | "allowsForce"
  | "missedBonus"
  | "missedBoard"
  | "givesBoard"
  | "freesChoice"
  | "missedBlock";

/** Why a move is good, and why another one is worse; most important reason first. */
export interface Explanation {
  merits: Reason<MeritCode>[];
  faults: Reason<FaultCode>[];
}

export type Judgement = "good" | "inaccuracy" | "mistake" | "blunder";

export interface MoveReview {
  played: string;
  best: string;
  pv: string[];
  /** The best reply to the move played; reviews of older versions have none. */
  reply?: string;
  /** Hundredths of a point. */
  cost: number;
  /** Winning chances lost, per ten thousand. */
  lost: number;
  judgement: Judgement;
  /** From the mover's view: with best play, and after the move played. */
  before: Value;
  after: Value;
}
