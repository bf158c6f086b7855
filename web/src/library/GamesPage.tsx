import { useEffect, useState } from "preact/hooks";
import { dateTime, rich, t } from "../i18n/text";
import { isOpen, useSummaries } from "../online/summaries";
import { Face } from "../ui/Face";
import { saveFile } from "../ui/files";
import { Icon } from "../ui/icons";
import { Loading } from "../ui/Notice";
import { link } from "../ui/router";
import { useTitle } from "../ui/title";
import { ConfirmTool, Tool } from "../ui/Tool";
import { inProgress, opponentText, resultFor, reviewLink, stateText } from "./results";
import { Statistics } from "./Statistics";
import { library, type SavedGame } from "./store";

/** The games of the library as it is now; null before they are read. */
export function useLibrary(): SavedGame[] | null {
  const [games, setGames] = useState<SavedGame[] | null>(null);
  useEffect(() => {
    let wanted = true;
    const read = (): void => void library.list().then((list) => wanted && setGames(list));
    read();
    const unwatch = library.watch(read);
    return () => {
      wanted = false;
      unwatch();
    };
  }, []);
  return games;
}

/** The link to continue or view a game. */
export function gameLink(game: SavedGame): string {
  if (game.kind === "play") return link("play", { id: game.id });
  if (game.kind === "online" && !game.gone) return link("online", { g: game.id.replace(/^online-/, "") });
  return link("analysis", { id: game.id });
}

const filters = { all: "games.all", open: "games.open", over: "games.over", analysis: "games.analyses" } as const;
type Filter = keyof typeof filters;
const matches = (game: SavedGame, filter: Filter): boolean =>
  filter === "all" ||
  (filter === "analysis" ? game.kind === "analysis" : game.kind !== "analysis" && inProgress(game) === (filter === "open"));

export function GamesPage() {
  useTitle(t("nav.games"));
  const games = useLibrary();
  useSummaries((games ?? []).filter(isOpen)); // online games may have ended while this player was away
  const [filter, setFilter] = useState<Filter>("all");
  const [deleted, setDeleted] = useState<SavedGame | null>(null);
  if (!games) return <Loading />;
  const shown = games.filter((game) => matches(game, filter));
  const remove = (game: SavedGame): void => {
    setDeleted(game);
    void library.remove([game.id]);
  };
  return (
    <div class="page">
      <h1>{t("nav.games")}</h1>
      {games.length === 0 ? (
        <p class="lead">{rich("games.none", { a: (text) => <a href={link("play")}>{text}</a> })}</p>
      ) : (
        <>
          <Statistics games={games} />
          <h2>{t("games.games")}</h2>
          <div class="segments" role="group" aria-label={t("games.show")}>
            {(Object.keys(filters) as Filter[]).map((name) => (
              <button key={name} aria-pressed={name === filter} onClick={() => setFilter(name)}>
                {t(filters[name])}
              </button>
            ))}
          </div>
          <ul class="game-list">
            {shown.map((game) => (
              <Row key={game.id} game={game} onDelete={() => remove(game)} />
            ))}
          </ul>
          {shown.length === 0 && <p>{t("games.noneHere")}</p>}
        </>
      )}
      {deleted && (
        <p class="toast" role="status">
          {t("games.deleted")}{" "}
          <button
            onClick={() => {
              void library.save(deleted);
              setDeleted(null);
            }}
          >
            {t("common.undo")}
          </button>
        </p>
      )}
      {games.length > 0 && (
        <div class="controls">
          <Tool icon="file" text={t("games.export")} onClick={() => saveFile("xttt-games.json", "application/json", JSON.stringify(games, null, 1))} />
          <ConfirmTool
            icon="trash"
            text={t("games.deleteAll")}
            question={t("games.reallyDelete", { count: games.length })}
            onClick={() => void library.remove(games.map((game) => game.id))}
          />
        </div>
      )}
    </div>
  );
}

function Row({ game, onDelete }: { game: SavedGame; onDelete: () => void }) {
  const result = resultFor(game);
  const date = new Date(game.updated);
  const facts = [game.variant, ...(game.kind === "online" ? [t("games.online")] : []), t("common.moves", { count: game.moves.length })];
  return (
    <li class={result ?? (inProgress(game) ? "open" : "")}>
      <a href={gameLink(game)}>
        <Picture game={game} />
        <span>
          <strong>{opponentText(game)}</strong>
          <small>{facts.join(t("common.comma"))}</small>
        </span>
        <b>{stateText(game)}</b>
        <time dateTime={date.toISOString()}>{dateTime(date)}</time>
      </a>
      {game.kind !== "analysis" && !inProgress(game) && (
        <a class="tool" href={reviewLink(game.id)}>
          <Icon name="analyse" />
          {t("common.review")}
        </a>
      )}
      <button class="quiet" aria-label={t("games.delete", { name: opponentText(game), date: dateTime(date) })} onClick={onDelete}>
        <Icon name="trash" />
      </button>
    </li>
  );
}

function Picture({ game: { kind, you, setup } }: { game: SavedGame }) {
  const bot = you && setup?.players[you === "x" ? "o" : "x"];
  if (bot && bot.kind === "bot") return <Face level={bot.level} />;
  return <Icon name={kind === "analysis" ? "analyse" : kind === "online" ? "link" : "person"} />;
}
