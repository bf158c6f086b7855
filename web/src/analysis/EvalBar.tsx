import type { Value } from "../core/types";
import { bold, number, rich, t } from "../i18n/text";
import { forX, percent, valueText } from "./values";
import type { AnalysisSession } from "./session";

/** The value of the position for x: its result, or the score of the engine; null if the engine is off. */
function valueOf(session: AnalysisSession): Value | null {
  const { outcome, side } = session.at.state;
  if (outcome) {
    const chance = outcome.rated === null ? 5_000 : outcome.rated === "x" ? 10_000 : 0;
    return { points: 100 * (outcome.points[0] - outcome.points[1]), winIn: 0, chance };
  }
  const best = session.report?.pvs[0];
  return best ? forX(best, side) : null;
}

/** Expected points and chance to win in words. */
export function EvalText({ session }: { session: AnalysisSession }) {
  const value = valueOf(session);
  if (!value) return null;
  return <p class="eval-text">{rich("analysis.forX", { b: bold }, { value: withPoints(value), chance: percent(value.chance) })}</p>;
}

const withPoints = (value: Value): string =>
  value.winIn === 0 ? t("analysis.points", { points: valueText(value) }) : valueText(value);

/** The evaluation bar: x from the bottom, o from the top. */
export function EvalBar({ session }: { session: AnalysisSession }) {
  const value = valueOf(session);
  const chance = value?.chance ?? 5_000;
  const text = value ? t("analysis.barText", { chance: percent(chance), value: withPoints(value) }) : t("analysis.engineOff");
  return (
    <div
      class={`eval-bar ${value ? "" : "unknown"}`}
      role="meter"
      aria-label={t("analysis.barLabel")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(chance / 100)}
      aria-valuetext={text}
      title={text}
    >
      <div class="eval-fill" style={{ height: `${chance / 100}%` }} />
      {value && <span class={chance >= 5_000 ? "low" : "high"}>{number(Math.round(chance / 100))}</span>}
    </div>
  );
}
