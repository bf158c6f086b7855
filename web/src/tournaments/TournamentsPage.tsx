import { useEffect } from "preact/hooks";
import { rich, t } from "../i18n/text";
import { ask } from "../online/api";
import { Loading, Problem } from "../ui/Notice";
import { link, type Route } from "../ui/router";
import { failed, useLoaded } from "../ui/use_loaded";
import { arenaEntry } from "./arena_entry";
import type { TournamentFacts } from "./protocol";
import { TournamentView } from "./TournamentView";

/** The tournaments of this server, or one of them. */
export function TournamentsPage({ route }: { route: Route }) {
  const id = route.parameters.get("t");
  const live = route.parameters.get("live");
  return id ? <TournamentView key={id} id={id} liveGame={live === null ? null : Number(live)} /> : <TournamentList />;
}

function TournamentList() {
  const answer = useLoaded("tournaments", null, () => ask<{ tournaments: TournamentFacts[]; arena?: string }>("api/tournaments"));
  const found = answer && !failed(answer) ? answer : null;
  const { tournaments: list, arena } = found ?? {};
  useEffect(() => {
    if (arena !== undefined) arenaEntry.found();
  }, [arena]);
  return (
    <div class="page">
      <h1>{t("nav.tournaments")}</h1>
      {!answer && <Loading />}
      {failed(answer) && <Problem message={answer.message} onRetry={answer.retry} />}
      {arena !== undefined && (
        <p class="lead">
          <a href={link("arena")}>
            {t("nav.arena")}: <bdi>{arena}</bdi>
          </a>
        </p>
      )}
      {list?.length === 0 && arena === undefined && (
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
