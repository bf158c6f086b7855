import { useEffect, useState } from "preact/hooks";
import { library, type SavedGame } from "../library/store";
import type { Route } from "../ui/router";
import { gameInfo, ServerError } from "./api";
import { CreateGame } from "./CreateGame";
import { JoinGame } from "./JoinGame";
import { OnlineGame } from "./OnlineGame";
import { seatOf } from "./seats";
import { OnlineSession } from "./session";
import { gone, keepGone } from "./summaries";

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
  const [dead, setDead] = useState<SavedGame | "unknown" | null>(null);
  useEffect(() => {
    const opened = new OnlineSession(game, seatOf(game)?.seat ?? null);
    setSession(opened);
    // A refused WebSocket gives no reason, so the server is asked over HTTP.
    gameInfo(game).catch(async (error: Error) => {
      if (!(error instanceof ServerError)) return;
      opened.dispose();
      const kept = await library.get(`online-${game}`);
      if (kept && error.code === gone) await keepGone(kept);
      setDead(kept?.moves.length ? kept : "unknown");
    });
    return () => opened.dispose();
  }, [game]);
  return session && <OnlineGame session={session} dead={dead} />;
}
