import type { Evaluation } from "../core/engine";
import { t } from "../i18n/text";

/** Shown only if the engine is weaker than it should be. */
export function EngineNote({ evaluation }: { evaluation: Evaluation | null }) {
  if (evaluation !== "unreachable") return null;
  return <p class="engine-note unreachable">{t("problem.network")}</p>;
}
