import { forX, percent, valueText } from "./values";
import type { AnalysisSession } from "./session";

/** Whom the position favours: x from the bottom, o from the top. */
export function EvalBar({ session }: { session: AnalysisSession }) {
  const { state } = session.at;
  const best = session.report?.lines[0];
  const outcome = state.outcome;
  const value = outcome
    ? { points: 100 * (outcome.points[0] - outcome.points[1]), winIn: 0, chance: outcome.rated === "x" ? 10_000 : outcome.rated === "o" ? 0 : 5_000 }
    : best
      ? forX(best, state.side)
      : null;
  const chance = value?.chance ?? 5_000;
  const text = value ? `X wins with ${percent(chance)}, ${valueText(value)} points` : "The engine is off";
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
