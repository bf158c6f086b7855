import { otherSide } from "../board/describe";
import type { Side } from "../core/types";
import type { GameEvent, Phrase } from "./protocol";

export type Phase = "waiting" | "playing" | "over";

/** The state of an online game after some of its events. The server computes the same (OnlineGame). */
export interface EventState {
  /** Number of the last event; 0: none. */
  readonly seen: number;
  readonly joined: boolean;
  readonly phase: Phase;
  readonly moves: readonly string[];
  readonly takebackAskedBy: Side | null;
  readonly rematchAskedBy: readonly Side[];
  readonly said: readonly { readonly side: Side; readonly phrase: Phrase }[];
  /** The game that follows. */
  readonly next: string | null;
  /** Winner by resignation or on time; null if there is none. */
  readonly forfeit: { readonly winner: Side; readonly reason: "resignation" | "time-limit" } | null;
}

export const noEvents: EventState = {
  seen: 0,
  joined: false,
  phase: "waiting",
  moves: [],
  takebackAskedBy: null,
  rematchAskedBy: [],
  said: [],
  next: null,
  forfeit: null,
};

/** The only place where events change the state. An event out of order changes nothing. */
export function afterEvent(before: EventState, event: GameEvent): EventState {
  if (event.n !== before.seen + 1) return before;
  const state = { ...before, seen: event.n };
  switch (event.kind) {
    case "join":
      return { ...state, joined: true };
    case "start":
      return { ...state, phase: "playing" };
    case "move":
      return {
        ...state,
        moves: [...state.moves, event.move!],
        takebackAskedBy: null,
        phase: event.over ? "over" : state.phase,
      };
    case "ask-takeback":
      return { ...state, takebackAskedBy: event.side! };
    case "decline-takeback":
      return { ...state, takebackAskedBy: null };
    case "takeback":
      return { ...state, moves: state.moves.slice(0, event.ply), takebackAskedBy: null };
    case "resign":
    case "time-out":
      return {
        ...state,
        phase: "over",
        takebackAskedBy: null,
        forfeit: {
          winner: otherSide(event.side!),
          reason: event.kind === "resign" ? "resignation" : "time-limit",
        },
      };
    case "ask-rematch":
      return { ...state, rematchAskedBy: [...state.rematchAskedBy, event.side!] };
    case "rematch":
      return { ...state, next: event.next! };
    case "say":
      return { ...state, said: [...state.said, { side: event.side!, phrase: event.phrase! }] };
  }
}
