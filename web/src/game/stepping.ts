import { useLayoutEffect } from "preact/hooks";
import type { GameNode } from "./tree";

/** A game with history: the latest position, and the position on the board. */
export interface Steppable {
  readonly tip: GameNode;
  readonly shown: GameNode;
  show(node: GameNode): void;
}

export interface Steps {
  first: () => void;
  back: () => void;
  forward: () => void;
  last: () => void;
}

export function stepsOf(game: Steppable): Steps {
  const show = (node: GameNode | null | undefined): void => {
    if (node && node !== game.shown) game.show(node);
  };
  return {
    first: () => {
      let node = game.shown;
      while (node.parent) node = node.parent;
      show(node);
    },
    back: () => show(game.shown.parent),
    forward: () => show(game.shown.children[0]),
    last: () => show(game.tip),
  };
}

/** Keyboard shortcuts for the whole page, except in fields, dialogs and the board. */
export function useKeys(actions: Record<string, () => void>): void {
  // As soon as the page is there, not after it is painted.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
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
  });
}

export const stepKeys = ({ first, back, forward, last }: Steps): Record<string, () => void> => ({
  ArrowLeft: back,
  ArrowRight: forward,
  Home: first,
  End: last,
});
