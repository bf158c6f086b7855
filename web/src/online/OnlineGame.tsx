import { sideName, turnText } from "../board/describe";
import type { Side } from "../core/types";
import { GameTable } from "../table/GameTable";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { PlayerCard } from "../table/PlayerCard";
import { useStore } from "../ui/store";
import { Invite } from "./Invite";
import { OnlineControls } from "./OnlineControls";
import type { OnlineSession } from "./session";

export function OnlineGame({ session }: { session: OnlineSession }) {
  useStore(session);
  const { rules, tree, tip, shown } = session;
  if (!rules || !tree || !tip || !shown)
    return <p class="notice">{session.connected || !session.error ? "Looking for the game …" : session.error}</p>;
  return (
    <GameTable
      variant={rules.variant}
      state={shown.state}
      canMove={session.canMove}
      onMove={(move) => session.play(move)}
      players={[<Card key="x" session={session} side="x" />, <Card key="o" session={session} side="o" />]}
      status={statusText(session)}
      over={session.phase === "over"}
      waiting={(session.onItsWay || !session.connected) && "waiting for the server"}
      boardLast={session.seat !== null && !session.joined}
      announcement={session.announcement}
    >
      {!session.connected && (
        <p class="connection-lost" role="status">
          The connection is lost. Trying to get it back; the game is safe.
        </p>
      )}
      {session.error && <p role="alert">{session.error}</p>}
      <Invite session={session} />
      <OnlineControls session={session} />
      <MoveList root={tree.root} shown={shown} onShow={(node) => session.show(node)} />
      {session.seat && session.phase === "playing" && (
        <MoveInput session={{ rules, tree, tip, canMove: session.canMove, play: (move) => session.play(move) }} />
      )}
      {session.players && session.players.watching > 0 && (
        <p class="watching">
          {session.players.watching} {session.players.watching === 1 ? "person watches" : "people watch"}
        </p>
      )}
    </GameTable>
  );
}

function Card({ session, side }: { session: OnlineSession; side: Side }) {
  const player = session.players?.[side];
  const mine = session.seat === side;
  const here = mine ? session.connected : (player?.here ?? false);
  const unnamed = mine ? "You" : session.seat ? "Opponent" : side === "x" ? "First player" : "Second player";
  const playing = session.phase === "playing";
  return (
    <PlayerCard
      side={side}
      state={session.shown!.state}
      name={player?.name || unnamed}
      detail={mine && player?.name ? "you" : here ? "here" : "not here"}
      detailClass={here ? "here" : "away"}
      turn={playing && session.tip!.state.side === side}
      won={session.winner === side}
      clock={
        session.timed
          ? { running: playing && session.runningSide === side, left: () => session.remaining(side) ?? 0 }
          : null
      }
    />
  );
}

function statusText(session: OnlineSession): string {
  if (session.phase === "over") return session.ending;
  if (session.phase === "waiting")
    return session.joined ? "Waiting for both players to be here" : "Waiting for an opponent";
  const text = turnText(session.rules!.variant, session.tip!.state);
  if (session.seat !== session.tip!.state.side) return text;
  return text.replace(`${sideName(session.seat)} to move`, "Your move");
}
