// Messages between page and server; docs/reference/server.md and docs/openapi.yaml describe it.
import type { Side, VariantName } from "../core/types";

export interface Clock {
  initial_ms: number;
  increment_ms: number;
  /** Of a correspondence game: days per move. */
  days?: number;
}
/** The clock of a new game. */
export type ClockTerms = Pick<Clock, "initial_ms" | "increment_ms"> | { days: number };

/** What players can say to each other. */
export const phrases = ["hello", "good-luck", "nice-move", "one-moment", "thanks", "good-game"] as const;
export type Phrase = (typeof phrases)[number];

/** Both clocks when the message was sent, and which one is running. */
export interface Clocks {
  x: number;
  o: number;
  running?: Side | null;
}

export interface PlayerHere {
  name: string;
  here: boolean;
  /** A bot of the server's owner. */
  bot?: boolean;
}

export interface Players {
  x: PlayerHere;
  o: PlayerHere;
  watching: number;
}

export type EventKind =
  | "join"
  | "start"
  | "move"
  | "ask-takeback"
  | "decline-takeback"
  | "takeback"
  | "resign"
  | "time-out"
  | "ask-rematch"
  | "rematch"
  | "say";

export interface GameEvent {
  n: number;
  kind: EventKind;
  side?: Side;
  move?: string;
  ply: number;
  next?: string;
  phrase?: Phrase;
  /** On the event that ended the game. */
  over?: { result: Side | "draw"; reason: string; points?: [number, number] };
}

export interface Welcome {
  type: "welcome";
  game: string;
  variant: VariantName;
  clock: Clock | null;
  /** Listed in the lobby until a player joins. */
  public: boolean;
  seat: Side | null;
  /** Events of these numbers follow, if there are any. */
  from: number;
  last: number;
  clocks: Clocks | null;
  players: Players;
}

export type ServerMessage =
  | Welcome
  | { type: "events"; events: GameEvent[]; clocks: Clocks | null }
  | { type: "players"; players: Players }
  | { type: "error"; code: string; message: string }
  | { type: "pong" };

export type ClientMessage =
  | { type: "hello"; seen: number; seat?: string }
  | { type: "move"; ply: number; move: string }
  | { type: "say"; phrase: Phrase }
  | { type: "cancel" | "ask-takeback" | "accept-takeback" | "decline-takeback" | "resign" | "ask-rematch" | "ping" };

export interface GameTerms {
  variant: VariantName;
  side: Side | "random";
  clock: ClockTerms | null;
  name: string;
  public?: boolean;
  bot?: string;
}

export interface CreatedGame {
  game: string;
  side: Side;
  seat: string;
  invitation: string;
}

export interface GameInfo {
  variant: VariantName;
  clock: Clock | null;
  names: { x: string; o: string };
  events: GameEvent[];
}

/** A game in a few words. */
export interface GameSummary {
  variant: VariantName;
  clock: Clock | null;
  names: { x: string; o: string };
  clocks: Clocks | null;
  phase: "waiting" | "playing" | "over";
  turn: Side | null;
  moves: number;
}

/** An open game that everyone may join. */
export interface Challenge {
  game: string;
  invitation: string;
  variant: VariantName;
  clock: Clock | null;
  name: string;
  /** The side of the player who joins. */
  side: Side;
}

export interface Lobby {
  challenges: Challenge[];
  bots: { name: string; variants: VariantName[] }[];
}
