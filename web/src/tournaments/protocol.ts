// The tournament messages of the server; docs/openapi.yaml describes them.
import type { VariantName } from "../core/types";

export interface TournamentFacts {
  id: string;
  name: string;
  variant: VariantName;
  time_control: string;
  created: string;
  running: boolean;
  games: number;
}

export interface Row {
  entrant: number;
  rank: number;
  points: number;
  against: number;
  wins: number;
  draws: number;
  losses: number;
  elo: number;
  elo_low: number;
  elo_high: number;
}

export interface Stage {
  name: string;
  format: string;
  games: number;
  rows: Row[];
}

export interface PlayedGame {
  id: number;
  x: number;
  o: number;
  result: "x" | "o" | "draw" | "*";
  reason: string;
  points: [number, number];
  plies: number;
  ended_ms: number;
}

/** A running game with its moves so far. */
export interface LiveGame {
  id: number;
  x: number;
  o: number;
  fen?: string;
  moves: string;
}

export interface Tournament extends TournamentFacts {
  entrants: { id: number; name: string }[];
  stages: Stage[];
  latest: PlayedGame[];
  events: { at_ms: number; kind: string; text: string }[];
}

/** The server sends the whole tournament after every change, and the running games after every move. */
export type TournamentMessage = Tournament | { live: LiveGame[] };

export interface GameWithMoves extends PlayedGame {
  record: { variant: VariantName; moves: string[]; fen?: string };
}
