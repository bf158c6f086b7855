import { useState } from "preact/hooks";
import { score, t } from "../i18n/text";
import { ask } from "../online/api";
import { Loading, Problem } from "../ui/Notice";
import { go, link } from "../ui/router";
import { LiveGameView } from "./LiveGameView";
import type { GameWithMoves, LiveGame, PlayedGame } from "./protocol";
import { ratedWinner, reasonText } from "./results";
import { Standings } from "./Standings";
import { gameAddress, useTournament } from "./use_tournament";

/** A tournament while it is played, or one of its games. */
export function TournamentView({ id, liveGame }: { id: string; liveGame: number | null }) {
  const followed = useTournament(id);
  const [error, setError] = useState("");
  const { tournament: shown, live, connected } = followed;
  if (!shown) return followed.error ? <Problem message={followed.error} onRetry={followed.retry} /> : <Loading />;
  const name = (entrant: number): string => shown.entrants.find((one) => one.id === entrant)?.name ?? `#${entrant}`;
  if (liveGame !== null)
    return <LiveGameView key={liveGame} tournament={shown} followed={followed} id={liveGame} name={name} />;
  const running = shown.running && connected;
  return (
    <div class="page wide">
      <p class="crumb">
        <a href={link("tournaments")}>{t("nav.tournaments")}</a>
      </p>
      <h1>
        {shown.name}{" "}
        <span class={`live ${running ? "on" : ""}`}>{t(running ? "tournament.live" : connected ? "tournament.finished" : "tournament.noConnection")}</span>
      </h1>
      <p class="lead">
        {t("tournament.facts", { variant: shown.variant, time: shown.time_control || t("online.noClock"), games: t("common.games", { count: shown.games }) })}
      </p>
      <div class="tournament">
        <div>
          {[...shown.stages].reverse().map((stage) => (
            <Standings key={stage.name} stage={stage} name={name} />
          ))}
        </div>
        <div>
          {live.length > 0 && <InProgress tournament={id} games={live} name={name} />}
          <section aria-labelledby="latest-title">
            <h2 id="latest-title">{t("tournament.latest")}</h2>
            {shown.latest.length === 0 && <p>{t("tournament.noneFinished")}</p>}
            <ol class="latest">
              {shown.latest.map((game) => (
                <LatestGame key={game.id} tournament={id} game={game} name={name} onError={setError} />
              ))}
            </ol>
            {error && <p role="alert">{error}</p>}
          </section>
        </div>
      </div>
    </div>
  );
}

const moveCount = (count: number): string => t("common.moves", { count });

interface InProgressProps {
  tournament: string;
  games: LiveGame[];
  name: (entrant: number) => string;
}

function InProgress({ tournament, games, name }: InProgressProps) {
  return (
    <section aria-labelledby="live-title">
      <h2 id="live-title">{t("tournament.inProgress")}</h2>
      <ol class="latest">
        {games.map((game) => (
          <li key={game.id}>
            <a class="tool latest-game" href={link("tournaments", { t: tournament, live: String(game.id) })}>
              <span class="side-x">{name(game.x)}</span>
              <b>–</b>
              <span class="side-o">{name(game.o)}</span>
              <small>{t("tournament.watch", { moves: moveCount(game.moves.split(" ").length) })}</small>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LatestGameProps {
  tournament: string;
  game: PlayedGame;
  name: (entrant: number) => string;
  onError: (message: string) => void;
}

function LatestGame({ tournament, game, name, onError }: LatestGameProps) {
  const open = async (): Promise<void> => {
    try {
      const { record } = await ask<GameWithMoves>(gameAddress(tournament, game.id));
      const start: Record<string, string> = record.fen ? { f: record.fen } : {};
      go("analysis", { v: record.variant, m: record.moves.join("-"), ...start });
    } catch (failure) {
      onError((failure as Error).message);
    }
  };
  const rated = ratedWinner(game);
  const how = { reason: reasonText(game.reason), moves: moveCount(game.plies) };
  const winner = (side: "x" | "o"): string => (rated === side ? "winner" : "");
  return (
    <li>
      <button class="latest-game" onClick={() => void open()} title={t("tournament.openAnalysis")}>
        <span class={`side-x ${winner("x")}`}>{name(game.x)}</span>
        <b>{score(...game.points)}</b>
        <span class={`side-o ${winner("o")}`}>{name(game.o)}</span>
        <small>{rated ? t("tournament.wins", { side: rated.toUpperCase(), ...how }) : t("tournament.drawn", how)}</small>
      </button>
    </li>
  );
}
