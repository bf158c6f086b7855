import { number, t } from "../i18n/text";
import { Bars, Figure } from "../library/Statistics";
import { reasonText } from "../tournaments/results";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { arenaUrl, usePolled } from "./api";
import { Elo, GameRows } from "./Ladder";
import { RatingPlot } from "./Plots";
import type { Arena, ArenaGame, Team } from "./protocol";
import { Versions } from "./Versions";

const teamMs = 10_000;

/** A team: results for everyone, versions for the team and staff. */
export function TeamView({ team, arena }: { team: number; arena: Arena }) {
  const { value, error, reload } = usePolled<Team>(`/teams/${team}`, teamMs);
  const { you } = arena;
  const own = you.role === "team" && you.team === team;
  if (!value) return error ? <Problem message={error} onRetry={reload} /> : <Loading />;
  const { row } = value;
  return (
    <>
      <h2>
        <bdi>{value.name}</bdi>
      </h2>
      {row && (
        <dl class="figures">
          <Figure name={t("arena.rank")} value={number(row.rank)} />
          <Figure name="Elo" value={<Elo row={row} />} />
          <Figure name={t("tournament.gamesColumn")} value={number(row.wins + row.draws + row.losses)} />
          <Figure name={t("arena.forfeits")} value={number(row.forfeits)} />
        </dl>
      )}
      {(own || you.role === "staff") && <Versions team={team} arena={arena} own={own} onChange={reload} />}
      {(own || you.role === "staff") && arena.cup.state !== "none" && <CupGames team={team} />}
      <div class="tournament">
        <div>
          <RatingPlot history={value.history} />
          <div class="bars">
            <Bars
              title={t("arena.headToHead")}
              rows={value.opponents.map(({ name, wins, draws, losses }) => [name, { won: wins, draw: draws, lost: losses }] as const)}
            />
            <Endings title={t("arena.winsBy")} counts={value.endings.wins} />
            <Endings title={t("arena.lossesBy")} counts={value.endings.losses} />
          </div>
        </div>
        <section aria-labelledby="games-title">
          <h2 id="games-title">{t("tournament.latest")}</h2>
          <GameRows games={value.games} />
          {own && (
            <a class="tool" href={arenaUrl(`/teams/${team}/games.jsonl`).href} download>
              {t("arena.allGames")}
            </a>
          )}
        </section>
      </div>
    </>
  );
}

/** The games of the team in the cup, with the output of its bot. */
function CupGames({ team }: { team: number }) {
  const { value, error } = usePolled<{ games: ArenaGame[] }>(`/teams/${team}/cup-games`, teamMs);
  if (!value) return error ? <p role="alert">{error}</p> : null;
  return (
    <details class="cup-games">
      <summary>{t("arena.cupGames", { count: value.games.length })}</summary>
      <GameRows games={value.games} address={(game) => link("arena", { team: String(team), cupgame: String(game.id) })} />
    </details>
  );
}

/** How games ended, the most common way first. */
function Endings({ title, counts }: { title: string; counts: Record<string, number> }) {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(([reason, count]) => (
          <tr key={reason}>
            <th scope="row">{reasonText(reason)}</th>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
