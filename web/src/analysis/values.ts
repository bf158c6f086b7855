import type { Side, Value } from "../core/types";
import { number, percentage, t } from "../i18n/text";

/** The same value from the view of x. */
export function forX(value: Value, side: Side): Value {
  if (side === "x") return value;
  return { points: -value.points, winIn: -value.winIn, chance: 10_000 - value.chance };
}

/** "+3.25", or "wins in 5" and "loses in 4" for a proven line. */
export function valueText(value: Value): string {
  if (value.winIn > 0) return t("analysis.winsIn", { count: value.winIn });
  if (value.winIn < 0) return t("analysis.losesIn", { count: -value.winIn });
  const points = value.points / 100;
  return `${points < 0 ? "−" : "+"}${number(Math.abs(points), { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export const percent = (chance: number): string => percentage(chance / 10_000);

/** A short count: 950, 12.3K, 4.56M. */
export const shortCount = (count: number): string => number(count, { notation: "compact", maximumSignificantDigits: 3 });
