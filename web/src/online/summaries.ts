import { useEffect, useState } from "preact/hooks";
import { inProgress } from "../library/results";
import { library, type SavedGame } from "../library/store";
import { gameInfo, gameSummary, ServerError } from "./api";
import { afterEvent, noEvents } from "./events";
import type { GameInfo, GameSummary } from "./protocol";
import { markOver } from "./seats";

const everyMs = 20_000;
// Enough for any player. Older games keep their last known state.
const most = 30;
/** The server's code for a game that it does not have. */
export const gone = "no-such-game";
const gameOf = ({ id }: SavedGame): string => id.replace(/^online-/, "");
export const isOpen = (game: SavedGame): boolean => game.kind === "online" && inProgress(game);

/** Asks the server about these games, and keeps in the library what has changed. */
export function useSummaries(games: readonly SavedGame[]): ReadonlyMap<string, GameSummary> {
  const [summaries, setSummaries] = useState<ReadonlyMap<string, GameSummary>>(new Map());
  const ids = games.slice(0, most).map(({ id }) => id).join();
  useEffect(() => {
    let wanted = true;
    const read = async (): Promise<void> => {
      if (document.hidden) return;
      for (const id of ids.split(",").filter(Boolean)) {
        const game = await library.get(id);
        if (!game || !wanted) continue;
        try {
          const now = await gameSummary(gameOf(game));
          if (!wanted) return;
          setSummaries((before) => new Map(before).set(id, now));
          await update(game, now);
        } catch (error) {
          if (!(error instanceof ServerError)) return; // no server: everything stays as it was
          if (error.code === gone) await keepGone(game);
        }
      }
    };
    void read();
    const timer = setInterval(() => void read(), everyMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [ids]);
  return summaries;
}

/** Marks a game that the server has removed. What this browser has of it is kept. */
export async function keepGone(game: SavedGame): Promise<void> {
  markOver(gameOf(game));
  if (game.moves.length === 0) await library.remove([game.id]);
  else await library.save({ ...game, turn: null, gone: true });
}

async function update(game: SavedGame, now: GameSummary): Promise<void> {
  const over = now.phase === "over";
  if (now.moves === game.moves.length && over === (game.ending !== null) && now.turn === game.turn) return;
  if (over) markOver(gameOf(game));
  const info = await gameInfo(gameOf(game));
  const { moves } = info.events.reduce(afterEvent, noEvents);
  await library.save({ ...game, moves: [...moves], turn: now.turn, ending: endingOf(info), updated: Date.now() });
}

function endingOf({ events }: GameInfo): SavedGame["ending"] {
  const over = events.find((event) => event.over)?.over;
  if (!over) return null;
  const reason = over.reason as NonNullable<SavedGame["ending"]>["reason"];
  const points = over.points ?? [0, 0];
  const [x, o] = points;
  // A full board is won on points.
  const winner = over.result !== "draw" ? over.result : x === o ? null : x > o ? "x" : "o";
  return { winner, reason, points };
}
