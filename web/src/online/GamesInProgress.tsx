import { t } from "../i18n/text";
import { gameLink, useLibrary } from "../library/GamesPage";
import { opponentText, stateText } from "../library/results";

/** Links to running online games. */
export function GamesInProgress() {
  const games = (useLibrary() ?? []).filter((game) => game.kind === "online" && !game.ending);
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="in-progress">
      <h2 id="in-progress">{t("online.inProgress")}</h2>
      <ul class="game-list">
        {games.map((game) => (
          <li key={game.id} class="open">
            <a href={gameLink(game)}>
              <span>
                <strong>{opponentText(game)}</strong>
                <small>{[game.variant, t("common.moves", { count: game.moves.length })].join(t("common.comma"))}</small>
              </span>
              <b>{stateText(game)}</b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
