import { useEffect, useState } from "preact/hooks";
import { rich, t } from "../i18n/text";
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
      <h1>{t("nav.tournaments")}</h1>
      {error && <p role="alert">{error}</p>}
      {list?.length === 0 && (
        <p class="lead">{rich("tournament.none", { code: (text) => <code>{text}</code> })}</p>
      )}
      <ul class="tournament-list">
        {list?.map((one) => (
          <li key={one.id}>
            <a href={link("tournaments", { t: one.id })}>
              <strong>{one.name}</strong>
              <small>{[one.variant, one.time_control || t("online.noClock"), one.created].join(t("common.comma"))}</small>
              <span class={`live ${one.running ? "on" : ""}`}>{t(one.running ? "tournament.live" : "tournament.finished")}</span>
              <span class="tournament-games">{t("common.games", { count: one.games })}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
