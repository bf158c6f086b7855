// The browser may close the database, refuse it or run out of space: no game is lost while the page is open.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { library, storageProblem, type SavedGame } from "../../src/library/store";

/** As much of IndexedDB as the library uses. */
class Database {
  closed = false;
  onclose: (() => void) | null = null;
  onversionchange: (() => void) | null = null;
  constructor(private readonly browser: Browser) {}

  close(): void {
    this.closed = true;
  }
  transaction(): object {
    if (this.closed) throw new DOMException("The database connection is closing.", "InvalidStateError");
    const { games, full } = this.browser;
    const request = { result: undefined as unknown };
    const transaction = { error: null as DOMException | null, oncomplete: () => {}, onabort: () => {}, onerror: () => {}, objectStore: () => store };
    const answer = (result: unknown): object => {
      request.result = structuredClone(result);
      queueMicrotask(() => transaction.oncomplete());
      return request;
    };
    const store = {
      put: (game: SavedGame) => {
        if (!full) return answer(void games.set(game.id, structuredClone(game)));
        transaction.error = new DOMException("no space", "QuotaExceededError");
        queueMicrotask(() => transaction.onabort());
        return request;
      },
      get: (id: string) => answer(games.get(id)),
      getAll: () => answer([...games.values()]),
      delete: (id: string) => answer(void games.delete(id)),
    };
    return transaction;
  }
}

class Browser {
  readonly games = new Map<string, SavedGame>();
  full = false;
  refuses = false;
  latest: Database | null = null;
  opened = 0;
  persisted = 0;
  readonly indexedDB = {
    open: (): object => {
      if (this.refuses) throw new DOMException("refused", "SecurityError");
      this.opened++;
      const request = { result: (this.latest = new Database(this)), onsuccess: () => {} };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  };
}

const define = (name: string, value: unknown): void => void Object.defineProperty(globalThis, name, { configurable: true, value });
let browser: Browser;
beforeEach(async () => {
  browser?.latest?.onversionchange?.(); // the library opens the next browser's database
  browser = new Browser();
  define("indexedDB", browser.indexedDB);
  define("navigator", { storage: { persist: async () => (browser.persisted++, true) } });
  await library.remove((await library.list()).map(({ id }) => id));
  storageProblem.state = "none";
});

const game = (id: string, updated: number): SavedGame => ({ id, updated, kind: "play", moves: ["e5"] }) as unknown as SavedGame;
const ids = async (): Promise<string[]> => (await library.list()).map(({ id }) => id);

test("the browser is asked to keep the games after the first one was stored, once", async () => {
  assert.equal(browser.persisted, 0);
  await library.save(game("a", 1));
  await library.save(game("b", 2));
  assert.equal(browser.persisted, 1);
  assert.deepEqual(await ids(), ["b", "a"]);
});

test("a database that the browser closed is opened again", async () => {
  await library.save(game("a", 1));
  browser.latest!.close(); // without an event
  await library.save(game("b", 2));
  assert.deepEqual([...browser.games.keys()], ["a", "b"]);
  browser.latest!.close();
  browser.latest!.onclose!();
  assert.deepEqual(await ids(), ["b", "a"]);
  assert.equal(storageProblem.state, "none");
});

test("with full storage games last as long as the page, which says so once; they are stored when there is space", async () => {
  await library.save(game("a", 1));
  browser.full = true;
  let told = 0;
  const unwatch = storageProblem.watch(() => told++);
  await library.save(game("a", 3));
  await library.save(game("b", 2));
  assert.equal(told, 1);
  assert.equal(storageProblem.state, "found");
  assert.deepEqual(await ids(), ["a", "b"], "each game once");
  assert.equal((await library.get("a"))!.updated, 3, "the latest version");
  storageProblem.dismiss();
  await library.save(game("b", 4));
  assert.equal(storageProblem.state, "dismissed", "it is not said again");
  unwatch();
  browser.full = false;
  await library.save(game("c", 5));
  assert.deepEqual([...browser.games.values()].map(({ id, updated }) => [id, updated]), [["a", 3], ["c", 5], ["b", 4]]);
  assert.deepEqual(await ids(), ["c", "b", "a"]);
});

test("without a database games last as long as the page; a database that comes back is used", async () => {
  browser.latest!.onversionchange!();
  browser.refuses = true;
  await library.save(game("a", 1));
  assert.equal(storageProblem.state, "found");
  assert.deepEqual(await ids(), ["a"]);
  await library.remove(["a"]);
  assert.deepEqual(await ids(), []);
  await library.save(game("b", 2));
  browser.refuses = false;
  await library.save(game("c", 3));
  assert.deepEqual([...browser.games.keys()].sort(), ["b", "c"]);
});
