import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dateTime, longTimeText, t } from "../i18n/text";
import { Loading, Problem } from "../ui/Notice";
import { link, type Route } from "../ui/router";
import { useTitle } from "../ui/title";
import { logIn, logOut, useArena } from "./api";
import { FinishedGame, LiveGame } from "./GameViews";
import { Ladder } from "./Ladder";
import { Projector } from "./Projector";
import type { Arena } from "./protocol";
import { StaffView } from "./StaffView";
import { TeamView } from "./TeamView";
import "../styles/arena.css";

/** The arena of this server: ladder, games, the page of a team and that of staff. */
export function ArenaPage({ route }: { route: Route }) {
  useTitle(t("nav.arena"));
  const { parameters } = route;
  const { value: arena, error, reload } = useArena();
  const [refused, setRefused] = useState("");
  const token = parameters.get("token");
  useEffect(() => {
    if (!token) return;
    location.replace(link("arena", { view: "own" })); // The token is in no history, and in no link that is copied.
    logIn(token).then(
      () => {
        setRefused("");
        reload();
      },
      (failure: Error) => setRefused(failure.message),
    );
  }, [token]);
  if (refused)
    return (
      <Problem message={refused}>
        <a href={link("arena")} onClick={() => setRefused("")}>
          {t("arena.ladder")}
        </a>
      </Problem>
    );
  if (!arena) return error ? <Problem message={error} onRetry={reload} /> : <Loading />;
  const live = parameters.get("live");
  const game = parameters.get("game");
  if (live) return <LiveGame key={live} id={Number(live)} variant={arena.variant} />;
  const testGame = parameters.get("testgame");
  if (testGame) return <FinishedGame key={testGame} path={`/teams/${Number(parameters.get("team"))}/test-games/${Number(testGame)}`} you={arena.you} />;
  const cupGame = parameters.get("cupgame");
  if (cupGame) return <FinishedGame key={cupGame} path={`/teams/${Number(parameters.get("team"))}/cup-games/${Number(cupGame)}`} you={arena.you} />;
  if (parameters.get("view") === "projector") return <Projector arena={arena} />;
  if (game) return <FinishedGame key={game} path={`/games/${Number(game)}`} you={arena.you} />;
  return (
    <div class="page wide arena">
      <Head arena={arena} error={error} current={parameters} onLogOut={() => void logOut().then(reload)} />
      <View arena={arena} parameters={parameters} onChange={reload} />
    </div>
  );
}

function View({ arena, parameters, onChange }: { arena: Arena; parameters: URLSearchParams; onChange: () => void }) {
  const { you } = arena;
  const team = parameters.get("team");
  if (team) return <TeamView key={team} team={Number(team)} arena={arena} />;
  if (parameters.get("view") === "own" && you.role === "team") return <TeamView key={you.team} team={you.team} arena={arena} />;
  if (parameters.has("view") && you.role === "staff") return <StaffView arena={arena} onChange={onChange} />;
  return <Ladder />;
}

interface HeadProps {
  arena: Arena;
  error: string;
  current: URLSearchParams;
  onLogOut: () => void;
}

function Head({ arena, error, current, onLogOut }: HeadProps) {
  const { you } = arena;
  const tab = (text: ComponentChildren, address: Record<string, string>, on: boolean) => (
    <a class="tool" href={link("arena", address)} aria-current={on ? "page" : undefined}>
      {text}
    </a>
  );
  const own = current.has("view");
  return (
    <>
      <h1>
        <bdi>{arena.name}</bdi> <span class={`live ${arena.ladder === "on" ? "on" : ""}`}>{t(arena.ladder === "on" ? "arena.running" : "arena.paused")}</span>
      </h1>
      <p class="lead">
        {t("tournament.facts", {
          variant: arena.variant,
          time: t("new.perMove", { seconds: arena.move_time_ms / 1000 }),
          games: t("common.games", { count: arena.games }),
        })}{" "}
        {deadlineText(arena)}
      </p>
      {arena.announcement && <p class="announcement">{arena.announcement}</p>}
      {error && <p role="alert">{error}</p>}
      <nav class="controls" aria-label={t("nav.arena")}>
        {(you.role !== "visitor" || current.has("team")) && tab(t("arena.ladder"), {}, !own && !current.has("team"))}
        {arena.cup.tournament !== null && (
          <a class="tool" href={link("tournaments", { t: arena.cup.tournament })}>
            {t("arena.cup")}
          </a>
        )}
        {you.role === "team" && tab(<bdi>{you.name}</bdi>, { view: "own" }, own)}
        {you.role === "staff" && tab(t("arena.staff"), { view: "staff" }, own)}
        <a class="tool wide-only" href={link("arena", { view: "projector" })}>
          {t("arena.projector")}
        </a>
        {you.role !== "visitor" && (
          <button class="quiet" onClick={onLogOut}>
            {t("arena.logOut")}
          </button>
        )}
      </nav>
    </>
  );
}

function deadlineText({ deadline_ms, phase }: Arena): string {
  if (phase === "closed") return t("arena.closed");
  if (deadline_ms === null) return "";
  const left = deadline_ms - Date.now();
  const date = dateTime(new Date(deadline_ms));
  return left > 0 ? t("arena.deadlineIn", { date, left: longTimeText(left) }) : t("arena.deadlineWas", { date });
}
