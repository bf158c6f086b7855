import type { Value } from "../core/types";
import { forX, percent, valueText } from "./values";
import type { AnalysisSession } from "./session";

/** The value of the position for x: its result, or the score of the engine; null if the engine is off. */
function valueOf(session: AnalysisSession): Value | null {
  const { outcome, side } = session.at.state;
  if (outcome) {
    const chance = outcome.rated === null ? 5_000 : outcome.rated === "x" ? 10_000 : 0;
    return { points: 100 * (outcome.points[0] - outcome.points[1]), winIn: 0, chance };
  }
  const best = session.report?.lines[0];
  return best ? forX(best, side) : null;
}

/** Expected points and chance to win in words. */
export function EvalText({ session }: { session: AnalysisSession }) {
  const value = valueOf(session);
  if (!value) return null;
  const points = value.winIn === 0 ? `${valueText(value)} points` : valueText(value);
  return (
    <p class="eval-text">
      For X: <b>{points}</b>, <b>{percent(value.chance)}</b> to win
    </p>
  );
}

/** The evaluation bar: x from the bottom, o from the top. */
export function EvalBar({ session }: { session: AnalysisSession }) {
  const value = valueOf(session);
  const chance = value?.chance ?? 5_000;
  const text = value ? `X wins with ${percent(chance)}, ${valueText(value)} points` : "Engine off";
  return (
    <div
      class={`eval-bar ${value ? "" : "unknown"}`}
      role="meter"
      aria-label="Evaluation, in the view of X"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(chance / 100)}
      aria-valuetext={text}
      title={text}
    >
      <div class="eval-fill" style={{ height: `${chance / 100}%` }} />
      {value && <span class={chance >= 5_000 ? "low" : "high"}>{Math.round(chance / 100)}</span>}
    </div>
  );
}
