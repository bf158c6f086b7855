import { useStore } from "../ui/store";
import type { Practice } from "./practice";
import { whyText } from "./remarks";

export function PracticePanel({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  useStore(practice);
  const { mistake, mistakes, index, verdict, text } = practice;
  if (!mistake)
    return (
      <section class="graph" aria-label="Learn from your mistakes">
        <p>All mistakes reviewed.</p>
        <button class="primary" onClick={onClose}>
          Done
        </button>
      </section>
    );
  return (
    <section class="graph" aria-label="Learn from your mistakes">
      <h2>
        Mistake {index + 1} of {mistakes.length}
      </h2>
      <p>
        {practice.side.toUpperCase()} played <b>{mistake.move!.move}</b>. {whyText(mistake)} Find a better move.
      </p>
      <p aria-live="polite" class={verdict === "wrong" ? "error" : "hint-text"}>
        {text || "Play on the board."}
      </p>
      <div class="controls">
        {verdict !== "solved" && <button onClick={() => practice.showSolution()}>Show the solution</button>}
        <button class={verdict === "solved" ? "primary" : ""} onClick={() => practice.next()}>
          {index + 1 < mistakes.length ? "Next mistake" : "Finish"}
        </button>
        <button onClick={onClose}>Close</button>
      </div>
    </section>
  );
}
