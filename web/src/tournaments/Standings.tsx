import { number, t } from "../i18n/text";
import type { Row, Stage } from "./protocol";

/** The table of a stage in the order of the server, with Elo and its interval. */
export function Standings({ stage, name }: { stage: Stage; name: (entrant: number) => string }) {
  return (
    <table class="standings">
      <caption>
        {stage.name || t("tournament.standings")} <small>{describe(stage)}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("tournament.player")}</th>
          <th scope="col">{t("tournament.gamesColumn")}</th>
          <th scope="col">{t("common.points")}</th>
          <th scope="col" class="minor">
            {t("tournament.against")}
          </th>
          <th scope="col">{t("tournament.won")}</th>
          <th scope="col" class="minor">
            {t("tournament.drawnColumn")}
          </th>
          <th scope="col">{t("tournament.lost")}</th>
          <th scope="col">Elo</th>
        </tr>
      </thead>
      <tbody>
        {stage.rows.map((row) => (
          <tr key={row.entrant}>
            <td>{row.rank}</td>
            <th scope="row">{name(row.entrant)}</th>
            <td>{row.wins + row.draws + row.losses}</td>
            <td>
              <b>{row.points}</b>
            </td>
            <td class="minor">{row.against}</td>
            <td>{row.wins}</td>
            <td class="minor">{row.draws}</td>
            <td>{row.losses}</td>
            <td title={t("tournament.interval", { low: Math.round(row.elo_low), high: Math.round(row.elo_high) })}>
              {eloText(row)} <span class="minor">±{Math.round((row.elo_high - row.elo_low) / 2)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Format and size; omits a format that is already in the name. */
function describe({ name, format, games }: Stage): string {
  const told = format.replace("-", " ") === name ? "" : format;
  return [told, t("common.games", { count: games })].filter(Boolean).join(t("common.comma"));
}

function eloText(row: Row): string {
  return `${row.elo >= 0 ? "+" : "−"}${number(Math.abs(Math.round(row.elo)))}`;
}
