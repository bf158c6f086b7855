// Games stored in this browser: in IndexedDB if available, otherwise only until the page is closed.
import type { MoveReview, Side, VariantName } from "../core/types";
import type { GameSetup } from "../game/session";

export type EndReason = "line" | "full" | "resignation" | "time-limit";
export interface SavedEnding {
  winner: Side | null;
  reason: EndReason;
  points: [number, number];
}

/** A tree with comments in the form of links (analysis/tree_text.ts), and the review. */
export interface SavedAnalysis {
  moves: string;
  comments: string;
  shown: number;
  /** By the number of the move in `moves`, from 1: the side that moved, and the kind of mistake. */
  reviews: [number: number, review: MoveReview, side: Side, kind: string | null][];
}

export interface SavedGame {
  id: string;
  kind: "play" | "online" | "analysis";
  variant: VariantName;
  fen: string;
  moves: string[];
  created: number;
  updated: number;
  names: Record<Side, string>;
  /** The side of the user; null if the user plays both sides or none. */
  you: Side | null;
  /** Whose turn it is; null once the game is over. */
  turn: Side | null;
  ending: SavedEnding | null;
  /** Of an unfinished online game: the server has removed it. */
  gone?: boolean;
  /** For local games: how to continue. */
  setup?: GameSetup;
  clock?: Record<Side, number> | null;
  /** Both clocks after each move. */
  clocks?: Record<Side, number>[];
  analysis?: SavedAnalysis;
}

const databaseName = "xttt";
const storeName = "games";
const memory = new Map<string, SavedGame>();
const watchers = new Set<() => void>();
let opened: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(storeName, { keyPath: "id" }).createIndex("updated", "updated");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null); // Private windows may refuse.
    }
  });
  return opened;
}

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const database = await open();
  if (!database) return null;
  return new Promise((resolve) => {
    const transaction = database.transaction(storeName, mode);
    const request = use(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => resolve(null);
  });
}

const tell = (): void => watchers.forEach((watcher) => watcher());

export const library = {
  async save(game: SavedGame): Promise<void> {
    if ((await inStore("readwrite", (store) => store.put(game))) === null) memory.set(game.id, game);
    tell();
  },
  async get(id: string): Promise<SavedGame | null> {
    const found = await inStore<SavedGame | undefined>("readonly", (store) => store.get(id));
    return found ?? memory.get(id) ?? null;
  },
  /** All games, the latest first. */
  async list(): Promise<SavedGame[]> {
    const stored = (await inStore<SavedGame[]>("readonly", (store) => store.getAll())) ?? [];
    return [...stored, ...memory.values()].sort((a, b) => b.updated - a.updated);
  },
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      memory.delete(id);
      await inStore("readwrite", (store) => store.delete(id));
    }
    tell();
  },
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

export const newId = (): string => Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
