import { number, score, t } from "../i18n/text";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { ratedWinner, reasonText } from "../tournaments/results";
import { usePolled } from "./api";
import type { ArenaGame, Entrant, LadderRow, LiveArenaGame } from "./protocol";

const ladderMs = 10_000;
const liveMs = 2000;

/** The ladder beside running games and the latest results. */
export function Ladder() {
  const ladder = usePolled<{ rows: LadderRow[] }>("/ladder", ladderMs);
  const results = usePolled<{ games: ArenaGame[] }>("/results", ladderMs);
  const live = usePolled<{ live: LiveArenaGame[] }>("/live", liveMs);
  if (!ladder.value) return ladder.error ? <Problem message={ladder.error} onRetry={ladder.reload} /> : <Loading />;
  return (
    <div class="tournament">
      <LadderTable rows={ladder.value.rows} />
      <div>
        {live.value && live.value.live.length > 0 && <LiveGames games={live.value.live} />}
        <section aria-labelledby="latest-title">
          <h2 id="latest-title">{t("tournament.latest")}</h2>
          <GameRows games={results.value?.games ?? []} />
        </section>
      </div>
    </div>
  );
}

function LadderTable({ rows }: { rows: LadderRow[] }) {
  if (rows.length === 0) return <p>{t("arena.noTeams")}</p>;
  return (
    <table class="standings">
      <caption>{t("arena.ladder")}</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("tournament.player")}</th>
          <th scope="col">Elo</th>
          <th scope="col">{t("tournament.gamesColumn")}</th>
          <th scope="col">{t("tournament.won")}</th>
          <th scope="col" class="minor">
            {t("tournament.drawnColumn")}
          </th>
          <th scope="col">{t("tournament.lost")}</th>
          <th scope="col" class="minor">
            {t("arena.forfeits")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.name}`} class={row.kind}>
            <td>{number(row.rank)}</td>
            <th scope="row">
              <EntrantName entrant={row} />
            </th>
            <td>
              <Elo row={row} />
            </td>
            <td>{number(row.wins + row.draws + row.losses)}</td>
            <td>{number(row.wins)}</td>
            <td class="minor">{number(row.draws)}</td>
            <td>{number(row.losses)}</td>
            <td class="minor">{number(row.forfeits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Elo({ row: { elo, elo_low, elo_high } }: { row: Pick<LadderRow, "elo" | "elo_low" | "elo_high"> }) {
  if (elo === null || elo_low === null || elo_high === null) return <>–</>;
  const whole = (value: number): string => number(Math.round(value));
  return (
    <span title={t("tournament.interval", { low: Math.round(elo_low), high: Math.round(elo_high) })}>
      {whole(elo)} <small>±{whole((elo_high - elo_low) / 2)}</small>
    </span>
  );
}

/** The name of a team as a link; levels of the engine have no page. */
export function EntrantName({ entrant }: { entrant: Pick<Entrant, "team" | "name"> }) {
  const name = <bdi>{entrant.name}</bdi>;
  return entrant.team === null ? name : <a href={link("arena", { team: String(entrant.team) })}>{name}</a>;
}

function LiveGames({ games }: { games: LiveArenaGame[] }) {
  return (
    <section aria-labelledby="live-title">
      <h2 id="live-title">{t("tournament.inProgress")}</h2>
      <ol class="latest">
        {games.map(({ id, x, o, moves }) => (
          <li key={id}>
            <a class="tool latest-game" href={link("arena", { live: String(id) })}>
              <span class="side-x">{x.name}</span>
              <b>–</b>
              <span class="side-o">{o.name}</span>
              <small>{t("tournament.watch", { moves: t("common.moves", { count: moves.split(" ").filter(Boolean).length }) })}</small>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

const addressOf = (game: ArenaGame): string => link("arena", { game: String(game.id) });

/** Finished games, each a link to its replay. */
export function GameRows({ games, address = addressOf }: { games: readonly ArenaGame[]; address?: (game: ArenaGame) => string }) {
  if (games.length === 0) return <p>{t("tournament.noneFinished")}</p>;
  return (
    <ol class="latest">
      {games.map((game) => (
        <li key={game.id}>
          <a class="tool latest-game" href={address(game)}>
            <span class={`side-x ${ratedWinner(game) === "x" ? "winner" : ""}`}>{game.x.name}</span>
            <b>{score(...game.points)}</b>
            <span class={`side-o ${ratedWinner(game) === "o" ? "winner" : ""}`}>{game.o.name}</span>
            <small>{factsOf(game).join(t("common.comma"))}</small>
          </a>
        </li>
      ))}
    </ol>
  );
}

function factsOf(game: ArenaGame): string[] {
  const rated = ratedWinner(game);
  const how = { reason: reasonText(game.reason), moves: t("common.moves", { count: game.plies }) };
  return [
    rated ? t("tournament.wins", { side: rated.toUpperCase(), ...how }) : t("tournament.drawn", how),
    ...(game.mean_ms === undefined ? [] : [t("arena.thinking", { mean: Math.round(game.mean_ms), longest: Math.round(game.longest_ms ?? 0) })]),
    ...(game.counts ? [] : [t("arena.notCounted")]),
    ...(game.detail ? [game.detail] : []),
  ];
}
