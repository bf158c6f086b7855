import { useEffect, useState } from "preact/hooks";
import { longTimeText, t } from "../i18n/text";
import { gameLink, useLibrary } from "../library/GamesPage";
import { opponentText, stateText } from "../library/results";
import { library, type SavedGame } from "../library/store";
import { useTitle } from "../ui/title";
import { gameInfo, gameSummary, ServerError } from "./api";
import { afterEvent, noEvents } from "./events";
import type { GameInfo, GameSummary } from "./protocol";

const everyMs = 20_000;
// Enough for any player. Older games keep their last known state.
const most = 30;
const gameOf = ({ id }: SavedGame): string => id.replace(/^online-/, "");
const isOpen = (game: SavedGame): boolean => game.kind === "online" && !game.ending;

/** Links to running online games with their present state, those that wait for this player first. */
export function GamesInProgress() {
  const games = (useLibrary() ?? []).filter(isOpen);
  const summaries = useSummaries(games);
  const mine = (game: SavedGame): boolean => game.turn !== null && game.turn === game.you;
  const waiting = games.filter(mine);
  useTitle(waiting.length > 0 ? t("turn.yours") : t("nav.online"));
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="in-progress">
      <h2 id="in-progress">{t("online.inProgress")}</h2>
      <ul class="game-list">
        {[...waiting, ...games.filter((game) => !mine(game))].map((game) => (
          <li key={game.id} class={mine(game) ? "open mine" : "open"}>
            <a href={gameLink(game)}>
              <span>
                <strong>{opponentText(game)}</strong>
                <small>{facts(game, summaries.get(game.id)).join(t("common.comma"))}</small>
              </span>
              <b>{stateText(game)}</b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function facts(game: SavedGame, now: GameSummary | undefined): string[] {
  const known = [game.variant, t("common.moves", { count: game.moves.length })];
  const left = now?.clock?.days && now.turn ? now.clocks?.[now.turn] : undefined;
  return left === undefined ? known : [...known, t("online.timeLeft", { time: longTimeText(left) })];
}

/** Asks the server about these games, and keeps in the library what has changed. */
function useSummaries(games: readonly SavedGame[]): ReadonlyMap<string, GameSummary> {
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
          if (error.code === "no-such-game") await library.remove([id]);
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

async function update(game: SavedGame, now: GameSummary): Promise<void> {
  const over = now.phase === "over";
  if (now.moves === game.moves.length && over === (game.ending !== null) && now.turn === game.turn) return;
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
