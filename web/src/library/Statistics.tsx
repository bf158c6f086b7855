import type { ComponentChildren } from "preact";
import { variantNames } from "../core/types";
import { allOpponents, opponentOf } from "../game/levels";
import { mistakeKinds } from "../analysis/remarks";
import { number, percentage, t } from "../i18n/text";
import { resultFor, type Result } from "./results";
import type { SavedGame } from "./store";

type Counts = Record<Result, number>;
const streakTexts = { won: "stats.streakWon", lost: "stats.streakLost", draw: "stats.streakDrawn" } as const;
const noCounts = (): Counts => ({ won: 0, draw: 0, lost: 0 });

function countResults(games: readonly SavedGame[]): Counts {
  const counts = noCounts();
  for (const game of games) {
    const result = resultFor(game);
    if (result) counts[result]++;
  }
  return counts;
}

/** The current run of equal results, and the longest run of wins; games come latest first. */
export function streaks(results: readonly Result[]): { current: [Result, number] | null; best: number } {
  let current = 0;
  while (current < results.length && results[current] === results[0]) current++;
  let best = 0;
  let run = 0;
  for (const result of results) {
    run = result === "won" ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return { current: results[0] ? [results[0], current] : null, best };
}

/** Charts of the user's results; empty before the first finished game. */
export function Statistics({ games }: { games: SavedGame[] }) {
  const decided = games.filter((game) => resultFor(game) !== null);
  if (decided.length === 0) return null;
  const results = decided.map((game) => resultFor(game)!);
  const { current, best } = streaks(results);
  const total = countResults(decided);
  const byVariant = variantNames.map((name) => [name, countResults(decided.filter((game) => game.variant === name))] as const);
  const byOpponent = allOpponents.map((one) => [one.name, countResults(decided.filter((game) => opponentName(game) === one.name))] as const);
  return (
    <section class="statistics" aria-labelledby="statistics-title">
      <h2 id="statistics-title">{t("stats.title")}</h2>
      <dl class="figures">
        <Figure name={t("games.games")} value={number(decided.length)} />
        <Figure name={t("stats.won")} value={percentage(total.won / decided.length)} />
        {current && <Figure name={t("stats.streak")} value={t(streakTexts[current[0]], { count: current[1] })} />}
        <Figure name={t("stats.best")} value={number(best)} />
      </dl>
      <Timeline results={[...results].reverse()} />
      <div class="bars">
        <Bars title={t("stats.byVariant")} rows={byVariant} />
        <Bars title={t("stats.byOpponent")} rows={byOpponent} />
        <Mistakes games={games} />
      </div>
    </section>
  );
}

function opponentName({ you, setup }: SavedGame): string | null {
  const bot = you && setup?.players[you === "x" ? "o" : "x"];
  return bot && bot.kind === "bot" ? opponentOf(bot.level).name : null;
}

export function Figure({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Wins minus losses over time. */
function Timeline({ results }: { results: Result[] }) {
  if (results.length < 2) return null;
  let sum = 0;
  const sums = [0, ...results.map((result) => (sum += result === "won" ? 1 : result === "lost" ? -1 : 0))];
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const y = (value: number): number => 46 - (42 * (value - low)) / Math.max(1, high - low);
  const points = sums.map((value, i) => `${((i / (sums.length - 1)) * 300).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <figure class="timeline">
      <svg viewBox="0 0 300 50" preserveAspectRatio="none" role="img" aria-label={t("stats.timelineNow", { games: results.length, sum })}>
        <line x1={0} x2={300} y1={y(0)} y2={y(0)} />
        <polyline points={points.join(" ")} />
      </svg>
      <figcaption>{t("stats.timeline")}</figcaption>
    </figure>
  );
}

export function Bars({ title, rows }: { title: string; rows: readonly (readonly [string, Counts])[] }) {
  const played = rows.filter(([, counts]) => counts.won + counts.draw + counts.lost > 0);
  if (played.length === 0) return null;
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {played.map(([name, counts]) => {
          const sum = counts.won + counts.draw + counts.lost;
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <div class="bar" aria-hidden="true">
                  {(["won", "draw", "lost"] as const).map((kind) => (
                    <i key={kind} class={kind} style={{ width: `${(100 * counts[kind]) / sum}%` }} />
                  ))}
                </div>
                <small>{t("stats.row", { won: counts.won, drawn: counts.draw, lost: counts.lost })}</small>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What reviews found most often. */
function Mistakes({ games }: { games: SavedGame[] }) {
  const kinds = mistakeKinds(games);
  if (kinds.length === 0) return null;
  return (
    <table>
      <caption>{t("stats.mistakes")}</caption>
      <tbody>
        {kinds.slice(0, 5).map(([kind, count]) => (
          <tr key={kind}>
            <th scope="row">{t(`kind.${kind}`)}</th>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
