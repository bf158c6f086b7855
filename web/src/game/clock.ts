import type { Side } from "../core/types";

export interface TimeControl {
  startMs: number;
  incrementMs: number;
}

/** Two clocks, of which at most one runs. Independent of the game: the owner sets the side to move. */
export class GameClock {
  private readonly left: Record<Side, number>;
  private running: { side: Side; since: number } | null = null;

  /** `left` is the remaining time of a resumed game. */
  constructor(
    readonly control: TimeControl,
    left: Record<Side, number> | null = null,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = left ? { ...left } : { x: control.startMs, o: control.startMs };
  }

  remaining(side: Side): number {
    const gone = this.running?.side === side ? this.now() - this.running.since : 0;
    return Math.max(0, this.left[side] - gone);
  }

  both(): Record<Side, number> {
    return { x: this.remaining("x"), o: this.remaining("o") };
  }

  /** Lets this side's time run, and credits the increment to a side whose turn has ended. */
  switchTo(side: Side): void {
    const ended = this.running?.side;
    if (ended === side) return;
    this.pause();
    if (ended) this.left[ended] += this.control.incrementMs;
    this.running = { side, since: this.now() };
  }

  /** Sets the remaining times, as after a takeback. No time runs then. */
  set(left: Record<Side, number>): void {
    this.running = null;
    Object.assign(this.left, left);
  }

  pause(): void {
    if (!this.running) return;
    const { side } = this.running;
    this.left[side] = this.remaining(side);
    this.running = null;
  }

  runningSide(): Side | null {
    return this.running?.side ?? null;
  }
}

/** 1:05 for minutes, 9.4 when little is left. */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
