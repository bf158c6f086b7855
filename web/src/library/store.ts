// Games stored in this browser: in IndexedDB if available, otherwise only until the page is closed.
import type { MoveReview, Side, VariantName } from "../core/types";
import type { GameSetup } from "../game/session";
import { Store } from "../ui/store";

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
/** Games that are being stored or could not be stored; each is newer than the stored one. */
const memory = new Map<string, SavedGame>();
const watchers = new Set<() => void>();
let opened: Promise<IDBDatabase | null> | null = null;
let askedToPersist = false;

function open(): Promise<IDBDatabase | null> {
  opened ??= openNow().then((database) => {
    if (!database) opened = null; // The next access tries again.
    return database;
  });
  return opened;
}

function openNow(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(storeName, { keyPath: "id" }).createIndex("updated", "updated");
      };
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = () => (opened = null);
        database.onversionchange = () => {
          database.close();
          opened = null;
        };
        resolve(database);
      };
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null); // Private windows may refuse.
    }
  });
}

type Answer<T> = { done: true; value: T } | { done: false };

/** Never rejects. Opens the database again once: the browser may close it at any time, for example to free memory. */
async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>, retry = true): Promise<Answer<T>> {
  const database = await open();
  if (!database) return { done: false };
  try {
    return { done: true, value: await transact(database, mode, use) };
  } catch (error) {
    if (!retry || (error as Error | null)?.name === "QuotaExceededError") return { done: false };
    database.close();
    opened = null;
    return inStore(mode, use, false);
  }
}

function transact<T>(database: IDBDatabase, mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = use(transaction.objectStore(storeName));
    // At once: otherwise a change is lost if its tab is closed before the database answers. Older browsers lack it.
    if (mode === "readwrite") transaction.commit?.();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

async function put(game: SavedGame): Promise<boolean> {
  return (await inStore("readwrite", (store) => store.put(game))).done;
}

/** Stores what could not be stored before. */
async function storeMemory(): Promise<void> {
  for (const [id, game] of memory) {
    if (!(await put(game))) return;
    if (memory.get(id) === game) memory.delete(id);
  }
}

/** Without this, some browsers delete what a page stored when the disk is full or after weeks without a visit. */
function askToPersist(): void {
  if (askedToPersist) return;
  askedToPersist = true;
  const { storage } = navigator as { storage?: StorageManager };
  void storage?.persist?.().catch(() => {});
}

const tell = (): void => watchers.forEach((watcher) => watcher());

/** Whether games last only until the page is closed, because the browser cannot store them. */
class StorageProblem extends Store {
  state: "none" | "found" | "dismissed" = "none";

  report(): void {
    if (this.state !== "none") return;
    this.state = "found";
    this.changed();
  }
  dismiss(): void {
    this.state = "dismissed";
    this.changed();
  }
}
export const storageProblem = new StorageProblem();

async function keep(game: SavedGame): Promise<void> {
  memory.set(game.id, game);
  if (await put(game)) {
    if (memory.get(game.id) === game) memory.delete(game.id);
    askToPersist();
    await storeMemory();
  } else {
    storageProblem.report();
  }
}

export const library = {
  async save(game: SavedGame): Promise<void> {
    await keep(game);
    tell();
  },
  async saveAll(games: readonly SavedGame[]): Promise<void> {
    for (const game of games) await keep(game);
    tell();
  },
  async get(id: string): Promise<SavedGame | null> {
    const kept = memory.get(id);
    if (kept) return kept;
    const found = await inStore<SavedGame | undefined>("readonly", (store) => store.get(id));
    return (found.done && found.value) || null;
  },
  /** All games, the latest first. */
  async list(): Promise<SavedGame[]> {
    const found = await inStore<SavedGame[]>("readonly", (store) => store.getAll());
    const stored = found.done ? found.value.filter(({ id }) => !memory.has(id)) : [];
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
