import { useEffect, useState } from "preact/hooks";
import type { Route } from "../ui/router";
import { gameInfo, ServerError } from "./api";
import { CreateGame } from "./CreateGame";
import { JoinGame } from "./JoinGame";
import { OnlineGame } from "./OnlineGame";
import { seatOf } from "./seats";
import { OnlineSession } from "./session";

/** Online games: without a game in the address, a place to create one; with one, its board. */
export function OnlinePage({ route }: { route: Route }) {
  const game = route.parameters.get("g");
  const invitation = route.parameters.get("i");
  if (!game) return <CreateGame />;
  if (invitation && !seatOf(game)) return <JoinGame key={game} game={game} invitation={invitation} />;
  return <Table key={game} game={game} />;
}

function Table({ game }: { game: string }) {
  const [session, setSession] = useState<OnlineSession | null>(null);
  const [dead, setDead] = useState(false);
  useEffect(() => {
    const opened = new OnlineSession(game, seatOf(game)?.seat ?? null);
    setSession(opened);
    // A refused WebSocket gives no reason, so the server is asked over HTTP.
    gameInfo(game).catch((error: Error) => {
      if (!(error instanceof ServerError)) return;
      opened.dispose();
      setDead(true);
    });
    return () => opened.dispose();
  }, [game]);
  return session && <OnlineGame session={session} dead={dead} />;
}
