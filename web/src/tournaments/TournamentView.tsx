import { useEffect, useState } from "preact/hooks";
import { ask, socketUrl } from "../online/api";
import { Connection } from "../online/connection";
import { go, link } from "../ui/router";
import type { GameWithMoves, PlayedGame, Tournament } from "./protocol";
import { Standings } from "./Standings";

/** A tournament while it is played: the server sends the whole of it after every change. */
export function TournamentView({ id }: { id: string }) {
  const [shown, setShown] = useState<Tournament | null>(null);
  const [connected, setConnected] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => {
    const path = `api/tournaments/${encodeURIComponent(id)}`;
    ask<Tournament>(path).catch((failure: Error) => setError(failure.message));
    const connection = new Connection(socketUrl(`${path}/socket`), {
      onOpen: () => setError(""),
      onMessage: (message) => {
        if ((message as Partial<Tournament>).stages) setShown(message as Tournament);
      },
      onState: setConnected,
    });
    return () => connection.close();
  }, [id]);

  if (!shown) return <p class="notice">{error || "Looking for the tournament …"}</p>;
  const name = (entrant: number): string => shown.entrants.find((one) => one.id === entrant)?.name ?? `#${entrant}`;
  const live = shown.running && connected;
  return (
    <div class="page wide">
      <p class="crumb">
        <a href={link("tournaments")}>Tournaments</a>
      </p>
      <h1>
        {shown.name} <span class={`live ${live ? "on" : ""}`}>{live ? "live" : connected ? "ended" : "no connection"}</span>
      </h1>
      <p class="lead">
        {shown.variant}, {shown.time_control || "no clock"}; {shown.games} games so far.
      </p>
      <div class="tournament">
        <div>
          {[...shown.stages].reverse().map((stage) => (
            <Standings key={stage.name} stage={stage} name={name} />
          ))}
        </div>
        <section aria-labelledby="latest-title">
          <h2 id="latest-title">Latest games</h2>
          <ol class="latest">
            {shown.latest.map((game) => (
              <LatestGame key={game.id} tournament={id} game={game} name={name} onError={setError} />
            ))}
          </ol>
          {error && <p role="alert">{error}</p>}
        </section>
      </div>
    </div>
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
      const { record } = await ask<GameWithMoves>(`api/tournaments/${encodeURIComponent(tournament)}/games/${game.id}`);
      const start: Record<string, string> = record.fen ? { f: record.fen } : {};
      go("analysis", { v: record.variant, m: record.moves.join("-"), ...start });
    } catch (failure) {
      onError((failure as Error).message);
    }
  };
  const winner = (side: "x" | "o"): string => (game.result === side ? "winner" : "");
  return (
    <li>
      <button class="latest-game" onClick={() => void open()} title="Open in the analysis">
        <span class={`side-x ${winner("x")}`}>{name(game.x)}</span>
        <b>
          {game.points[0]} : {game.points[1]}
        </b>
        <span class={`side-o ${winner("o")}`}>{name(game.o)}</span>
        <small>
          {game.reason}, {game.plies} moves
        </small>
      </button>
    </li>
  );
}
