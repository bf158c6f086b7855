import { useEffect, useState } from "preact/hooks";
import { loadRules } from "../core/load";
import type { Rules } from "../core/rules";
import type { VariantName } from "../core/types";

/** The rules of a variant once they are loaded; null before, an error if they cannot be. */
export function useRules(name: VariantName): Rules | Error | null {
  const [loaded, setLoaded] = useState<{ name: string; rules: Rules | Error } | null>(null);
  useEffect(() => {
    let wanted = true;
    const done = (rules: Rules | Error): void => {
      if (wanted) setLoaded({ name, rules });
    };
    loadRules(name).then(done, (error: Error) => done(error));
    return () => {
      wanted = false;
    };
  }, [name]);
  return loaded?.name === name ? loaded.rules : null;
}
