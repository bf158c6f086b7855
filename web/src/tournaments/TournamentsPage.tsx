import { useEffect, useState } from "preact/hooks";
import { ask } from "../online/api";
import { link, type Route } from "../ui/router";
import type { TournamentFacts } from "./protocol";
import { TournamentView } from "./TournamentView";

/** The tournaments of this server, or one of them. */
export function TournamentsPage({ route }: { route: Route }) {
  const id = route.parameters.get("t");
  const live = route.parameters.get("live");
  return id ? <TournamentView key={id} id={id} liveGame={live === null ? null : Number(live)} /> : <TournamentList />;
}

function TournamentList() {
  const [list, setList] = useState<TournamentFacts[] | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    ask<{ tournaments: TournamentFacts[] }>("api/tournaments").then(
      ({ tournaments }) => setList(tournaments),
      (failure: Error) => setError(failure.message),
    );
  }, []);
  return (
    <div class="page">
      <h1>Tournaments</h1>
      {error && <p role="alert">{error}</p>}
      {list?.length === 0 && (
        <p class="lead">
          No tournaments yet. Start the server with <code>xttt serve --tournament FILE</code> to show one.
        </p>
      )}
      <ul class="tournament-list">
        {list?.map((one) => (
          <li key={one.id}>
            <a href={link("tournaments", { t: one.id })}>
              <strong>{one.name}</strong>
              <small>
                {one.variant}, {one.time_control || "no clock"}, {one.created}
              </small>
              <span class={`live ${one.running ? "on" : ""}`}>{one.running ? "live" : "finished"}</span>
              <span class="tournament-games">{one.games} games</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
