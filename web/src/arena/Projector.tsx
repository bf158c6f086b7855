import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import type { Rules } from "../core/rules";
import { number, score, t } from "../i18n/text";
import { LiveSession } from "../tournaments/live_session";
import { ratedWinner } from "../tournaments/results";
import { useTournament } from "../tournaments/use_tournament";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { failed, useRules } from "../ui/use_rules";
import { usePolled } from "./api";
import type { Arena, ArenaGame, LadderRow, LiveArenaGame } from "./protocol";

const ladderMs = 5000;
const liveMs = 1000;
const turnPageMs = 12_000;
const rowsPerPage = 10;
const mostBoards = 4;
const mostResults = 3;

interface Row {
  rank: number;
  name: string;
  games: number;
  value: string;
}
interface Running {
  id: number;
  x: string;
  o: string;
  fen?: string;
  moves: string;
}
interface Result {
  id: number;
  x: string;
  o: string;
  points: [number, number];
  winner: "x" | "o" | null;
}
interface Scene {
  title: string;
  /** What the last column of the table shows. */
  measure: string;
  rows: Row[];
  running: Running[];
  results: Result[];
}

/** The cup, or before it the ladder, for a projector: large, without controls, the table page by page. */
export function Projector({ arena }: { arena: Arena }) {
  return arena.cup.tournament === null ? <LadderScene arena={arena} /> : <CupScene arena={arena} tournament={arena.cup.tournament} />;
}

function LadderScene({ arena }: { arena: Arena }) {
  const ladder = usePolled<{ rows: LadderRow[] }>("/ladder", ladderMs);
  const results = usePolled<{ games: ArenaGame[] }>("/results", ladderMs);
  const live = usePolled<{ live: LiveArenaGame[] }>("/live", liveMs);
  if (!ladder.value) return ladder.error ? <Problem message={ladder.error} onRetry={ladder.reload} /> : <Loading />;
  const rows = ladder.value.rows.map(({ rank, name, elo, wins, draws, losses }) => ({
    rank,
    name,
    games: wins + draws + losses,
    value: elo === null ? "–" : number(Math.round(elo)),
  }));
  const names = ({ id, x, o }: LiveArenaGame | ArenaGame) => ({ id, x: x.name, o: o.name });
  return (
    <Screen
      arena={arena}
      scene={{
        title: t("arena.ladder"),
        measure: "Elo",
        rows,
        running: (live.value?.live ?? []).map((game) => ({ ...names(game), fen: game.fen, moves: game.moves })),
        results: (results.value?.games ?? []).map((game) => ({ ...names(game), points: game.points, winner: ratedWinner(game) })),
      }}
    />
  );
}

function CupScene({ arena, tournament }: { arena: Arena; tournament: string }) {
  const { tournament: cup, live, error, retry } = useTournament(tournament);
  if (!cup) return error ? <Problem message={error} onRetry={retry} /> : <Loading />;
  const name = (entrant: number): string => cup.entrants.find(({ id }) => id === entrant)?.name ?? `#${entrant}`;
  const stage = cup.stages.at(-1);
  const rows = (stage?.rows ?? []).map(({ rank, entrant, wins, draws, losses, points }) => ({
    rank,
    name: name(entrant),
    games: wins + draws + losses,
    value: number(points),
  }));
  return (
    <Screen
      arena={arena}
      scene={{
        title: [t("arena.cup"), stage?.name].filter(Boolean).join(t("common.comma")),
        measure: t("common.points"),
        rows,
        running: live.map(({ id, x, o, fen, moves }) => ({ id, x: name(x), o: name(o), fen, moves })),
        results: cup.latest.map((game) => ({ id: game.id, x: name(game.x), o: name(game.o), points: game.points, winner: ratedWinner(game) })),
      }}
    />
  );
}

function Screen({ arena, scene }: { arena: Arena; scene: Scene }) {
  const rules = useRules(arena.variant);
  const pages = Math.max(1, Math.ceil(scene.rows.length / rowsPerPage));
  const [turned, setTurned] = useState(0);
  const [stopped, setStopped] = useState(false);
  // At once: a page that is held does not turn any more.
  useLayoutEffect(() => {
    if (pages === 1 || stopped) return;
    const timer = setInterval(() => setTurned((count) => count + 1), turnPageMs);
    return () => clearInterval(timer);
  }, [pages, stopped]);
  const page = turned % pages;
  const boards = scene.running.slice(0, mostBoards);
  return (
    <div class="projector">
      <header>
        <h1>
          <bdi>{arena.name}</bdi>
        </h1>
        <nav aria-label={t("arena.projector")}>
          {pages > 1 && (
            <button class="quiet" aria-pressed={stopped} onClick={() => setStopped(!stopped)}>
              {t("arena.holdPage")}
            </button>
          )}
          {document.fullscreenEnabled && (
            <button class="quiet" onClick={() => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())}>
              {t("arena.fullScreen")}
            </button>
          )}
          <a href={link("arena")}>{t("common.close")}</a>
        </nav>
      </header>
      {arena.announcement && <p class="announcement">{arena.announcement}</p>}
      <div class={`projector-content boards-${boards.length}`}>
        <section>
          <table class="standings">
            <caption>
              {scene.title} {pages > 1 && <small>{t("arena.pageOf", { page: page + 1, pages })}</small>}
            </caption>
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">{t("tournament.player")}</th>
                <th scope="col">{t("tournament.gamesColumn")}</th>
                <th scope="col">{scene.measure}</th>
              </tr>
            </thead>
            <tbody>
              {scene.rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage).map(({ rank, name, games, value }) => (
                <tr key={name}>
                  <td>{number(rank)}</td>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td>{number(games)}</td>
                  <td>
                    <b>{value}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {boards.length > 0 && rules && !failed(rules) && (
          <section aria-label={t("tournament.inProgress")} class="projector-boards">
            {boards.map((game) => (
              <RunningGame key={game.id} rules={rules} game={game} />
            ))}
          </section>
        )}
      </div>
      <ol class="projector-results" aria-label={t("tournament.latest")}>
        {scene.results.slice(0, mostResults).map(({ id, x, o, points, winner }) => (
          <li key={id}>
            <span class={`side-x ${winner === "x" ? "winner" : ""}`}>{x}</span> <b>{score(...points)}</b>{" "}
            <span class={`side-o ${winner === "o" ? "winner" : ""}`}>{o}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function RunningGame({ rules, game }: { rules: Rules; game: Running }) {
  const { id, fen, moves } = game;
  const [session] = useState(() => new LiveSession(rules, { id, x: 0, o: 1, fen, moves }));
  useStore(session);
  useEffect(() => session.follow({ id, x: 0, o: 1, moves }), [session, id, moves]);
  const { state } = session.tip;
  return (
    <figure>
      <Board variant={rules.variant} state={state} still label={t("arena.boardOf", { x: game.x, o: game.o })} />
      <figcaption>
        <span class="side-x">{game.x}</span> <b>{score(...state.points)}</b> <span class="side-o">{game.o}</span>
      </figcaption>
    </figure>
  );
}
