import { useEffect, useReducer } from "preact/hooks";
import type { Side } from "../core/types";
import { clockText } from "../game/clock";
import { longTimeText, number, t } from "../i18n/text";
import { Face } from "../ui/Face";
import { SideBadge } from "../ui/SideBadge";

export interface RunningClock {
  running: boolean;
  /** Milliseconds left, now. */
  left: () => number;
  /** Of a correspondence game: shown in days and hours. */
  long?: boolean;
}

interface PlayerCardProps {
  side: Side;
  points: number;
  name: string;
  /** The level of a computer player, which has a face. */
  level?: number;
  detail: string;
  detailClass?: string;
  turn: boolean;
  won: boolean;
  clock?: RunningClock | null;
}

/** One player of a game: name, points and time. */
export function PlayerCard({ side, points, name, level, detail, detailClass, turn, won, clock }: PlayerCardProps) {
  return (
    <div class={`player player-${side} ${turn ? "turn" : ""} ${won ? "won" : ""}`}>
      <SideBadge side={side} />
      <div class="player-name">
        <strong title={name}>
          {level !== undefined && <Face level={level} />}
          {name}
        </strong>
        <small class={detailClass}>{detail}</small>
      </div>
      <span class="player-points" title={t("common.points")}>
        {number(points)}
        <small> {t("common.pointsShort")}</small>
      </span>
      {clock && <ClockFace clock={clock} />}
    </div>
  );
}

function ClockFace({ clock: { running, left, long } }: { clock: RunningClock }) {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick(undefined), long ? 10_000 : 100);
    return () => clearInterval(timer);
  }, [running, long]);
  const ms = left();
  const short = ms < (long ? 3_600_000 : 10_000);
  return <time class={`clock ${running ? "running" : ""} ${short ? "short" : ""}`}>{long ? longTimeText(ms) : clockText(ms)}</time>;
}
