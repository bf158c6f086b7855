import { useLayoutEffect, useReducer } from "preact/hooks";

/** An observable object. */
export class Store {
  private readonly watchers = new Set<() => void>();

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
  protected changed(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}

/** Renders the component again whenever the store changes: also before the browser has painted it. */
export function useStore<T extends Store>(store: T): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => store.watch(() => redraw(undefined)), [store]);
  return store;
}
