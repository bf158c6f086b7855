import type { Row, Stage } from "./protocol";

/** The table of a stage in the order the server ranks it, with Elo and its interval. */
export function Standings({ stage, name }: { stage: Stage; name: (entrant: number) => string }) {
  return (
    <table class="standings">
      <caption>
        {stage.name || "Standings"} <small>{describe(stage)}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Player</th>
          <th scope="col">Games</th>
          <th scope="col">Points</th>
          <th scope="col" class="minor">
            Against
          </th>
          <th scope="col">Won</th>
          <th scope="col" class="minor">
            Drawn
          </th>
          <th scope="col">Lost</th>
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
            <td title={`95% between ${Math.round(row.elo_low)} and ${Math.round(row.elo_high)}`}>
              {eloText(row)} <span class="minor">±{Math.round((row.elo_high - row.elo_low) / 2)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Format and size; a format that the name says already is not said again. */
function describe({ name, format, games }: Stage): string {
  const told = format.replace("-", " ") === name ? "" : format;
  return [told, `${games} games`].filter(Boolean).join(", ");
}

function eloText(row: Row): string {
  return `${row.elo >= 0 ? "+" : "−"}${Math.abs(Math.round(row.elo))}`;
}
