import { useEffect, useReducer } from "preact/hooks";
import type { Side } from "../core/types";
import { clockText } from "../game/clock";
import { describeLevel } from "../game/levels";
import type { Player, PlaySession } from "../game/session";
import { SideBadge } from "../ui/SideBadge";

function playerName(player: Player, alone: boolean): string {
  if (player.kind === "bot") return `Bot, level ${player.level}`;
  return alone ? "You" : "Player";
}

/** One player: who, how many points, how much time. */
export function PlayerCard({ session, side }: { session: PlaySession; side: Side }) {
  const player = session.playerOf(side);
  const { state } = session;
  const points = (state.outcome?.points ?? state.points)[side === "x" ? 0 : 1];
  const turn = !session.ending && session.tip.state.side === side;
  const won = session.ending?.winner === side;
  return (
    <div class={`player player-${side} ${turn ? "turn" : ""} ${won ? "won" : ""}`}>
      <SideBadge side={side} />
      <div class="player-name">
        <strong>{playerName(player, session.person === side)}</strong>
        <small>{player.kind === "bot" ? describeLevel(player.level).name : `plays ${side}`}</small>
      </div>
      <span class="player-points" title="Points of the small boards won">
        {points}
        <small> pts</small>
      </span>
      {session.clock && <ClockFace session={session} side={side} />}
    </div>
  );
}

function ClockFace({ session, side }: { session: PlaySession; side: Side }) {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const clock = session.clock!;
  const running = clock.runningSide() === side;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick(undefined), 100);
    return () => clearInterval(timer);
  }, [running]);
  const left = clock.remaining(side);
  return (
    <time class={`clock ${running ? "running" : ""} ${left < 10_000 ? "short" : ""}`}>{clockText(left)}</time>
  );
}
