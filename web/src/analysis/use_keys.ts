import { useEffect } from "preact/hooks";
import type { AnalysisSession } from "./session";

/** The keys of the analysis page. Fields, buttons and the board keep those that are theirs. */
export function useKeys(session: AnalysisSession, onHelp: () => void): void {
  useEffect(() => {
    const actions: Record<string, () => void> = {
      ArrowLeft: session.back,
      ArrowRight: session.forward,
      Home: session.first,
      End: session.last,
      " ": session.toggleEngine,
      h: session.toggleHeat,
      "?": onHelp,
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target as Element;
      if (target.closest("input, textarea, select, dialog")) return;
      if (event.key === " " && target.closest("button, a, [role=gridcell]")) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [session]);
}
