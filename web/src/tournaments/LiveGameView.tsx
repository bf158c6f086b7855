import { useEffect, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import { t } from "../i18n/text";
import { ask } from "../online/api";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { Loading, Problem } from "../ui/Notice";
import { failed, useRules } from "../ui/use_rules";
import { LiveSession } from "./live_session";
import type { GameWithMoves, LiveGame, Tournament } from "./protocol";
import { resultText } from "./results";
import { gameAddress, type Followed } from "./use_tournament";
import { AnalysisLink, WatchedGame } from "./WatchedGame";

interface LiveGameViewProps {
  tournament: Tournament;
  followed: Followed;
  /** The number of the game in the current run. */
  id: number;
  name: (entrant: number) => string;
}

/** Game numbers restart when a tournament is resumed, so a game with the same number may be another one. */
const isLaterOf = (first: LiveGame, game: LiveGame): boolean =>
  game.x === first.x && game.o === first.o && game.fen === first.fen && game.moves.startsWith(first.moves);

/** A running game. */
export function LiveGameView({ tournament, followed, id, name }: LiveGameViewProps) {
  const rules = useRules(tournament.variant);
  const found = followed.live.find((game) => game.id === id) ?? null;
  const [first, setFirst] = useState<LiveGame | null>(found);
  const now = found && (!first || isLaterOf(first, found)) ? found : null;
  useEffect(() => {
    if (now && !first) setFirst(now);
  }, [now, first]);
  const back = link("tournaments", { t: tournament.id });
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!first)
    return (
      <div class="notice">
        <p>{t("tournament.notLive")}</p>
        <a href={back}>{tournament.name}</a>
      </div>
    );
  if (!rules) return <Loading />;
  return <Watched rules={rules} first={first} now={now} tournament={tournament} followed={followed} name={name} />;
}

interface WatchedProps {
  rules: Rules;
  first: LiveGame;
  now: LiveGame | null;
  tournament: Tournament;
  followed: Followed;
  name: (entrant: number) => string;
}

function Watched({ rules, first, now, tournament, followed, name }: WatchedProps) {
  const [session] = useState(() => new LiveSession(rules, first));
  useStore(session);
  useEffect(() => {
    if (now) session.follow(now);
  }, [session, now]);
  useEffect(() => {
    if (!now && !session.ended) void findEnd(session, tournament);
  }, [session, now, tournament]);
  const { ended } = session;
  const names = { x: name(session.game.x), o: name(session.game.o) };
  const played = turnText(session.tip.state, { names, you: null });
  return (
    <WatchedGame
      session={session}
      names={names}
      detail={(side) => t("tournament.plays", { side: side.toUpperCase() })}
      turn={ended ? null : session.tip.state.side}
      ended={ended}
      status={ended ? resultText(ended, names) : now ? played : t("end.gameOver")}
      over={ended !== null}
      waiting={!followed.connected && t("online.waitingServer")}
      below={ended && <AnalysisLink session={session} text={t("common.analyse")} />}
    >
      <p class="engine-note">
        <a href={link("tournaments", { t: tournament.id })}>{tournament.name}</a>
        {now ? `${t("common.comma")}${t("tournament.live")}` : ""}
      </p>
    </WatchedGame>
  );
}

/** Running games have no permanent number: the game with the same moves so far is ours. */
async function findEnd(session: LiveSession, tournament: Tournament): Promise<void> {
  const { x, o } = session.game;
  for (const game of tournament.latest.filter((one) => one.x === x && one.o === o)) {
    try {
      if (session.finish(await ask<GameWithMoves>(gameAddress(tournament.id, game.id)))) return;
    } catch {
      return; // Retried at the next change of the tournament.
    }
  }
}
