import type { Side, Value } from "../core/types";

/** The same value in the view of x. */
export function forX(value: Value, side: Side): Value {
  if (side === "x") return value;
  return { points: -value.points, winIn: -value.winIn, chance: 10_000 - value.chance };
}

/** "+3.25", or "wins in 5" and "loses in 4" for a proven line. */
export function valueText(value: Value): string {
  if (value.winIn > 0) return `wins in ${value.winIn}`;
  if (value.winIn < 0) return `loses in ${-value.winIn}`;
  const points = value.points / 100;
  return `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(2)}`;
}

export const percent = (chance: number): string => `${Math.round(chance / 100)}%`;

/** A count in few characters: 950, 12.3k, 4.56M. */
export function shortCount(count: number): string {
  const steps: [number, string][] = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ];
  for (const [size, letter] of steps)
    if (count >= size) return `${(count / size).toPrecision(3)}${letter}`;
  return String(count);
}
