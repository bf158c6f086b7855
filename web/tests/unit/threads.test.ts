// The search with several threads, in Node.js: its workers run the same code as those of the page.
import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { beforeEach, test } from "node:test";
import { Search } from "../../src/core/search";
import { setThreadStart, type StartThread } from "../../src/core/threads";
import { variantNames } from "../../src/core/types";
import { networkBytes, rulesOf, wasm } from "./support";

const start = { fen: "", moves: [] };
const script = `${process.env["XTTT_TEST_PAGES"]}/node_thread.mjs`;
const inNode: StartThread = (workerData) => {
  const worker = new Worker(script, { workerData });
  const ready = new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
  });
  worker.unref();
  return { ready, terminate: () => void worker.terminate() };
};
beforeEach(() => setThreadStart(inNode));

/** On a busy machine threads may start late. */
async function useThreads(search: Search, count: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) if ((await search.useThreads(count)) === count) return;
  assert.fail(`${count} threads never started`);
}

/** Searches until every thread had its turn: on a busy machine some start late. */
function searchUntilAllWork(search: Search, count: number): number[] {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { threads } = search.go({ fen: "", moves: ["h9"] }, { movetimeMs: 200 });
    assert.equal(threads.length, count);
    if (threads.every((nodes) => nodes > 0)) return threads;
    search.newGame();
  }
  assert.fail(`some of ${count} threads never searched`);
}

test("several threads search", async () => {
  const search = new Search(wasm("threads-extreme"), 8);
  await useThreads(search, 3);
  searchUntilAllWork(search, 3);
  search.useNetwork(networkBytes("extreme"));
  searchUntilAllWork(search, 3);
  await useThreads(search, 2);
  searchUntilAllWork(search, 2);
  await useThreads(search, 1);
  assert.equal(search.go(start, { depth: 4 }).threads.length, 1);
  await useThreads(search, 4);
  searchUntilAllWork(search, 4);
  search.dispose();
});

test("several threads answer with legal moves and variations throughout games of all variants", async () => {
  for (const name of variantNames) {
    const rules = rulesOf(name);
    const search = new Search(wasm(`threads-${name}`), 4);
    search.useNetwork(networkBytes(name));
    await useThreads(search, 3);
    const moves: string[] = [];
    for (let state = rules.state(start); !state.outcome; state = rules.state({ fen: "", moves })) {
      // Between searches some other moves, so that a game takes seconds on a busy machine too.
      if (moves.length % 8 !== 0) {
        moves.push(state.legal[(moves.length * 7) % state.legal.length]!.move);
        continue;
      }
      const best = search.go({ fen: "", moves }, { depth: 6, multipv: 1 + ((moves.length / 8) % 3) });
      assert.ok(state.legal.some(({ move }) => move === best.move), best.move);
      for (const pv of best.pvs) rules.state({ fen: "", moves: [...moves, ...pv.moves] });
      moves.push(best.move);
    }
    search.dispose();
  }
});

test("one thread searches the same tree in both modules", () => {
  for (const name of variantNames) {
    const [one, other] = [name, `threads-${name}`].map((module) => {
      const search = new Search(wasm(module), 4);
      search.useNetwork(networkBytes(name));
      const { move, nodes, pvs } = search.go(start, { depth: 7 });
      return { move, nodes, pvs };
    });
    assert.deepEqual(other, one);
  }
});

test("a limited opponent plays the same moves with one thread, however many there are", async () => {
  const several = new Search(wasm("threads-extreme"), 4);
  await useThreads(several, 3);
  const single = new Search(wasm("extreme"), 4);
  const moves = ["h9"];
  for (let seed = 1; seed <= 10; seed++) {
    several.go({ fen: "", moves }, { depth: 5 }); // a hint between two moves
    const best = several.go({ fen: "", moves }, { skill: 8, seed, nodes: 5000 });
    single.newGame();
    assert.equal(best.move, single.go({ fen: "", moves }, { skill: 8, seed, nodes: 5000 }).move);
    assert.equal(best.threads.length, 1);
    moves.push(best.move);
  }
  several.dispose();
});

test("a stop ends the search of all threads", async () => {
  let stopAt = Infinity;
  const search = new Search(wasm("threads-extreme"), 8, () => performance.now() >= stopAt);
  await useThreads(search, 3);
  // The browser test measures how soon.
  for (let attempt = 0; attempt < 10; attempt++) {
    stopAt = performance.now() + 50;
    assert.ok(search.go(start, {}).move);
  }
  search.dispose();
});

test("nodes limit several threads together", async () => {
  const search = new Search(wasm("threads-extreme"), 8);
  await useThreads(search, 3);
  const { nodes, threads } = search.go(start, { nodes: 100_000 });
  assert.equal(threads.reduce((sum, count) => sum + count), nodes);
  assert.ok(nodes >= 100_000 && nodes <= 100_000 + 3 * 1024, `${nodes} nodes`);
  search.dispose();
});

test("without threads there is one", async () => {
  assert.equal(await new Search(wasm("ultimate"), 4).useThreads(4), 1);
  const refusals: StartThread[] = [
    () => assert.fail("no workers here"),
    () => ({ ready: Promise.reject(new Error("no such script")), terminate: () => {} }),
  ];
  for (const refusal of refusals) {
    setThreadStart(refusal);
    const search = new Search(wasm("threads-ultimate"), 4);
    assert.equal(await search.useThreads(4), 1);
    assert.deepEqual(search.go(start, { depth: 5 }).threads.length, 1);
  }
});
