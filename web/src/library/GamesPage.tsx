import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dateTime, rich, t } from "../i18n/text";
import { isOpen, useSummaries } from "../online/summaries";
import { progress } from "../puzzles/progress";
import { Dialog } from "../ui/Dialog";
import { Face } from "../ui/Face";
import { saveFile } from "../ui/files";
import { Icon } from "../ui/icons";
import { Loading } from "../ui/Notice";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { Tool } from "../ui/Tool";
import { backupText, deleteEverything, readBackup, restore } from "./backup";
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

// Long enough to read the message and press Undo.
const noteMs = 10_000;

export function GamesPage() {
  useTitle(t("nav.games"));
  const games = useLibrary();
  useStore(progress);
  useSummaries((games ?? []).filter(isOpen)); // online games may have ended while this player was away
  const [filter, setFilter] = useState<Filter>("all");
  const [deleted, setDeleted] = useState<SavedGame | null>(null);
  const [asking, setAsking] = useState<SavedGame | "everything" | null>(null);
  const [imported, setImported] = useState<Message | null>(null);
  useEffect(() => {
    if (!deleted) return;
    const timer = setTimeout(() => setDeleted(null), noteMs);
    return () => clearTimeout(timer);
  }, [deleted]);
  if (!games) return <Loading />;
  const shown = games.filter((game) => matches(game, filter));
  /** Every action removes the notes of the last one. */
  const act = (): void => {
    setDeleted(null);
    setImported(null);
    setAsking(null);
  };
  const remove = (game: SavedGame): void => {
    act();
    setDeleted(game);
    void library.remove([game.id]);
  };
  const removeEverything = (): void => {
    act();
    void deleteEverything();
  };
  const ask = (what: SavedGame | "everything"): void => {
    act();
    setAsking(what);
  };
  const take = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    input.value = ""; // the same file may be chosen again
    if (!file) return;
    act();
    setImported(await importFile(file));
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
              <button
                key={name}
                aria-pressed={name === filter}
                onClick={() => {
                  act();
                  setFilter(name);
                }}
              >
                {t(filters[name])}
              </button>
            ))}
          </div>
          <ul class="game-list">
            {shown.map((game) => (
              <Row key={game.id} game={game} onDelete={() => (isOpen(game) ? ask(game) : remove(game))} />
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
              act();
              void library.save(deleted);
            }}
          >
            {t("common.undo")}
          </button>
        </p>
      )}
      <div class="controls">
        {(games.length > 0 || progress.hasAny) && (
          <Tool icon="file" text={t("games.export")} onClick={() => saveFile("xttt-games.json", "application/json", backupText(games))} />
        )}
        <label class="tool">
          <Icon name="share" />
          {t("games.import")}
          <input class="hidden" type="file" accept=".json" onChange={(event) => void take(event.currentTarget)} />
        </label>
        {(games.length > 0 || progress.hasAny) && <Tool icon="trash" text={t("games.deleteAll")} onClick={() => ask("everything")} />}
      </div>
      {imported && <p role={imported.isError ? "alert" : "status"}>{imported.text}</p>}
      {asking === "everything" && (
        <Question title={t("games.deleteAll")} answer={t("games.deleteAll")} onYes={removeEverything} onClose={() => setAsking(null)}>
          {t("games.reallyDelete", { count: games.length })}
        </Question>
      )}
      {asking !== null && asking !== "everything" && (
        <Question title={t("games.deleteOne")} answer={t("games.deleteYes")} onYes={() => remove(asking)} onClose={() => setAsking(null)}>
          {t("games.deleteRunning", { name: opponentText(asking) })}
        </Question>
      )}
    </div>
  );
}

interface Message {
  text: string;
  isError: boolean;
}

async function importFile(file: File): Promise<Message> {
  const backup = await file.text().then(readBackup, () => null);
  if (!backup) return { text: t("games.importBad"), isError: true };
  const parts = [t("games.imported", { count: await restore(backup) })];
  if (backup.damaged > 0) parts.push(t("games.importDamaged", { count: backup.damaged }));
  return { text: parts.join(" "), isError: backup.damaged > 0 };
}

interface QuestionProps {
  title: string;
  answer: string;
  onYes: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

function Question({ title, answer, onYes, onClose, children }: QuestionProps) {
  const footer = (
    <>
      <button type="button" onClick={onClose}>
        {t("common.cancel")}
      </button>
      <button type="button" onClick={onYes}>
        {answer}
      </button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <p>{children}</p>
    </Dialog>
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
