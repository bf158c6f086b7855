import { useEffect, useReducer, useState } from "preact/hooks";
import { ask, socketUrl } from "../online/api";
import { Connection } from "../online/connection";
import type { LiveGame, Tournament, TournamentMessage } from "./protocol";

export interface Followed {
  /** Null until the first message. */
  tournament: Tournament | null;
  live: LiveGame[];
  connected: boolean;
  error: string;
  /** Tries again after an error. */
  retry: () => void;
}

/** Subscribes to a tournament. */
export function useTournament(id: string): Followed {
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [followed, setFollowed] = useState<Omit<Followed, "retry">>({ tournament: null, live: [], connected: false, error: "" });
  useEffect(() => {
    const update = (change: Partial<Followed>): void => setFollowed((before) => ({ ...before, ...change }));
    update({ error: "" });
    const path = `api/tournaments/${encodeURIComponent(id)}`;
    ask<Tournament>(path).catch((failure: Error) => update({ error: failure.message }));
    const connection = new Connection(socketUrl(`${path}/socket`), {
      onOpen: () => update({ error: "" }),
      onMessage: (message) => {
        const told = message as Partial<Tournament> & { live?: LiveGame[] };
        if (told.live) update({ live: told.live });
        // The first message is empty if the server has not read the store yet.
        if (told.stages) update({ tournament: message as TournamentMessage as Tournament });
      },
      onState: (connected) => update({ connected }),
    });
    return () => connection.close();
  }, [id, attempt]);
  return { ...followed, retry: () => retry(undefined) };
}

/** A game that has ended, with its moves. */
export const gameAddress = (tournament: string, game: number): string =>
  `api/tournaments/${encodeURIComponent(tournament)}/games/${game}`;
