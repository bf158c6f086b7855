import { loadRules } from "../core/load";
import type { Rules } from "../core/rules";
import type { VariantName } from "../core/types";
import { useLoaded, type Failure } from "./use_loaded";

export { failed, useLoaded, type Failure } from "./use_loaded";

/** The rules of a variant once they are loaded. */
export const useRules = (name: VariantName): Rules | Failure | null =>
  useLoaded(name, "problem.game", () => loadRules(name));
