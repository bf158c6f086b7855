import type { Evaluation } from "../core/engine";

/** Shown only if the engine is weaker than it should be. */
export function EngineNote({ evaluation }: { evaluation: Evaluation | null }) {
  if (evaluation !== "unreachable") return null;
  return <p class="engine-note unreachable">The engine's network could not be loaded. It plays with a simpler evaluation.</p>;
}
