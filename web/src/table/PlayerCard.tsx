import { useEffect, useReducer } from "preact/hooks";
import type { GameState, Side } from "../core/types";
import { clockText } from "../game/clock";
import { SideBadge } from "../ui/SideBadge";

export interface RunningClock {
  running: boolean;
  /** Milliseconds left, now. */
  left: () => number;
}

interface PlayerCardProps {
  side: Side;
  /** The position on the board: its points are shown. */
  state: GameState;
  name: string;
  detail: string;
  detailClass?: string;
  turn: boolean;
  won: boolean;
  clock?: RunningClock | null;
}

/** One player of any game: who, how many points, how much time. */
export function PlayerCard({ side, state, name, detail, detailClass, turn, won, clock }: PlayerCardProps) {
  const points = (state.outcome?.points ?? state.points)[side === "x" ? 0 : 1];
  return (
    <div class={`player player-${side} ${turn ? "turn" : ""} ${won ? "won" : ""}`}>
      <SideBadge side={side} />
      <div class="player-name">
        <strong>{name}</strong>
        <small class={detailClass}>{detail}</small>
      </div>
      <span class="player-points" title="Points of the small boards won">
        {points}
        <small> pts</small>
      </span>
      {clock && <ClockFace clock={clock} />}
    </div>
  );
}

function ClockFace({ clock: { running, left } }: { clock: RunningClock }) {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick(undefined), 100);
    return () => clearInterval(timer);
  }, [running]);
  const ms = left();
  return <time class={`clock ${running ? "running" : ""} ${ms < 10_000 ? "short" : ""}`}>{clockText(ms)}</time>;
}
