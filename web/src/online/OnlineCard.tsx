import { useEffect, useReducer } from "preact/hooks";
import type { Side } from "../core/types";
import { clockText } from "../game/clock";
import { SideBadge } from "../ui/SideBadge";
import type { OnlineSession } from "./session";

/** One player: who, here or away, how many points, how much time. */
export function OnlineCard({ session, side }: { session: OnlineSession; side: Side }) {
  const { state } = session.shown!;
  const player = session.players?.[side];
  const points = (state.outcome?.points ?? state.points)[side === "x" ? 0 : 1];
  const turn = session.phase === "playing" && session.tip!.state.side === side;
  const mine = session.seat === side;
  const here = mine ? session.connected : (player?.here ?? false);
  const name = player?.name || (mine ? "You" : session.seat ? "Opponent" : side === "x" ? "First player" : "Second player");
  return (
    <div class={`player player-${side} ${turn ? "turn" : ""} ${session.winner === side ? "won" : ""}`}>
      <SideBadge side={side} />
      <div class="player-name">
        <strong>{name}</strong>
        <small class={here ? "here" : "away"}>{mine && player?.name ? "you" : here ? "here" : "not here"}</small>
      </div>
      <span class="player-points" title="Points of the small boards won">
        {points}
        <small> pts</small>
      </span>
      {session.timed && <OnlineClock session={session} side={side} />}
    </div>
  );
}

function OnlineClock({ session, side }: { session: OnlineSession; side: Side }) {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const running = session.runningSide === side && session.phase === "playing";
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick(undefined), 100);
    return () => clearInterval(timer);
  }, [running]);
  const left = session.remaining(side) ?? 0;
  return <time class={`clock ${running ? "running" : ""} ${left < 10_000 ? "short" : ""}`}>{clockText(left)}</time>;
}
