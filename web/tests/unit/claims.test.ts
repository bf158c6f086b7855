// Two tabs never play the same game at one screen.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

type Claims = typeof import("../../src/library/claims");

/** The locks of one browser, shared by its tabs. */
class Locks {
  readonly held = new Set<string>();
  async request(name: string, _: object, use: (lock: object | null) => Promise<void> | undefined): Promise<void> {
    await null;
    if (this.held.has(name)) return use(null);
    this.held.add(name);
    try {
      await use({});
    } finally {
      this.held.delete(name);
    }
  }
}

const define = (name: string, value: unknown): void => void Object.defineProperty(globalThis, name, { configurable: true, value });
let tab: Map<string, string>;
beforeEach(() => {
  tab = new Map();
  define("sessionStorage", { getItem: (key: string) => tab.get(key) ?? null, setItem: (key: string, value: string) => void tab.set(key, value) });
});

// One tab: a test cannot load a module twice, so the other tab is a lock that is already held.
const { claimGame, gameOfThisTab, releaseGame }: Claims = await import("../../src/library/claims");

test("a game that another tab plays is refused until that tab ends it", async () => {
  const locks = new Locks();
  define("navigator", { locks });
  locks.held.add("xttt-game-a");
  assert.equal(await claimGame("a"), false);
  assert.equal(gameOfThisTab(), null);
  locks.held.delete("xttt-game-a");
  assert.equal(await claimGame("a"), true);
  assert.equal(await claimGame("a"), true, "the same tab may open it again");
  assert.equal(gameOfThisTab(), "a");
  await releaseGame();
  assert.equal(locks.held.size, 0);
});

test("a tab holds one game: the next one frees the last", async () => {
  const locks = new Locks();
  define("navigator", { locks });
  // At the same time, as a page does that opens one game after the other.
  assert.deepEqual(await Promise.all([claimGame("a"), claimGame("b")]), [true, true]);
  assert.deepEqual([...locks.held], ["xttt-game-b"]);
  const released = releaseGame();
  assert.equal(await claimGame("b"), true, "a claim after a release waits for it");
  await released;
  await releaseGame();
});

test("without locks, or where they are refused, every game opens", async () => {
  define("navigator", {});
  assert.equal(await claimGame("a"), true);
  define("navigator", { locks: { request: () => Promise.reject(new Error("refused")) } });
  assert.equal(await claimGame("b"), true);
  define("sessionStorage", undefined);
  assert.equal(gameOfThisTab(), null);
  assert.equal(await claimGame("c"), true);
});
