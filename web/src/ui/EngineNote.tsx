import type { Evaluation } from "../core/engine";

const texts: Record<Evaluation, string> = {
  loading: "The engine's network is on its way; until it is here, a simpler formula judges.",
  network: "The engine judges with its network.",
  formula: "The engine judges by a formula: this game has no network yet.",
  unreachable: "The engine's network could not be loaded: a simpler formula judges.",
};

/** What the engine judges positions with, once it has been woken. */
export function EngineNote({ evaluation }: { evaluation: Evaluation | null }) {
  return evaluation && <p class={`engine-note ${evaluation}`}>{texts[evaluation]}</p>;
}
