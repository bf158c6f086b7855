import { useEffect, useReducer, useState } from "preact/hooks";
import { loadProblem, type LoadProblem } from "./Notice";

/** Why something could not be loaded, and how to try again. */
export interface Failure {
  message: string;
  retry: () => void;
}
export const failed = (loaded: object | null): loaded is Failure => loaded !== null && "retry" in loaded;

/** The result of a loading function, reloaded when `key` changes; null while loading. `what` names the thing in
 * messages; null if the errors of the function are readable themselves. */
export function useLoaded<T extends object>(key: string, what: LoadProblem | null, load: () => Promise<T>): T | Failure | null {
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [loaded, setLoaded] = useState<{ key: string; value: T | Failure | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    const done = (value: T | Failure): void => {
      if (wanted) setLoaded({ key, value });
    };
    const again = (): void => {
      setLoaded(null);
      retry(undefined);
    };
    load().then(done, (error: unknown) => done({ message: what ? loadProblem(what, error) : (error as Error).message, retry: again }));
    return () => {
      wanted = false;
    };
  }, [key, attempt]);
  return loaded?.key === key ? loaded.value : null;
}
