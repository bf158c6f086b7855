import { longTimeText, t } from "../i18n/text";
import { gameLink, useLibrary } from "../library/GamesPage";
import { opponentText, stateText } from "../library/results";
import type { SavedGame } from "../library/store";
import { useTitle } from "../ui/title";
import type { GameSummary } from "./protocol";
import { isOpen, useSummaries } from "./summaries";

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
