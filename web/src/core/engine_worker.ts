// The worker of the engine. If the page is cross-origin isolated, it has shared memory, and a stop reaches
// the running search at once. Otherwise the worker searches in slices and reads its messages between
// them; the transposition table keeps the results from slice to slice.
import { Search } from "./search";
import type { BestMove, GamePath, SearchLimits, SearchReport } from "./types";
import type { FromWorker, ToWorker } from "./worker_messages";

const sliceMs = 120;
const post = (message: FromWorker): void => self.postMessage(message);

let search: Search | null = null;
let stopFlag: Int32Array | null = null;
const stoppedIds = new Set<number>();
const queue: ToWorker[] = [];
let busy = false;

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "stop") stoppedIds.add(message.id);
  else queue.push(message);
  void work();
};

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    try {
      await handle(next);
    } catch (error) {
      if (next.kind === "network") post({ kind: "networkRefused", message: String(error) });
      if ("id" in next) post({ kind: "error", id: next.id, message: String(error) });
    }
  }
  busy = false;
}

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === "load") {
    stopFlag = message.stopFlag && new Int32Array(message.stopFlag);
    const flag = stopFlag;
    search = new Search(message.module, message.hashMb, () => flag !== null && isStopped(flag));
  } else if (message.kind === "network") {
    search?.useNetwork(message.file);
  } else if (message.kind === "newGame") {
    search?.newGame();
  } else if (message.kind === "review" && search) {
    const review = search.review(message.path, message.move, message.movetimeMs);
    post({ kind: "review", id: message.id, review });
  } else if (message.kind === "go" && search) {
    const report = (found: SearchReport): void =>
      post({ kind: "report", id: message.id, report: found });
    currentId = message.id;
    const best = stopFlag
      ? search.go(message.path, message.limits, report)
      : await goInSlices(search, message.id, message.path, message.limits, report);
    post({ kind: "best", id: message.id, best });
  }
}

// The flag holds the id of the latest search to stop.
let currentId = 0;
function isStopped(flag: Int32Array): boolean {
  return Atomics.load(flag, 0) >= currentId;
}

async function goInSlices(
  engine: Search,
  id: number,
  path: GamePath,
  limits: SearchLimits,
  report: (found: SearchReport) => void,
): Promise<BestMove> {
  // With a clock the search manages its own time and ends soon.
  if (limits.clock) return engine.go(path, limits, report);
  const start = performance.now();
  const allowed = limits.movetimeMs ?? Infinity;
  let nodes = 0;
  let deepest = 0;
  for (;;) {
    const gone = performance.now() - start;
    const before = nodes;
    const sliced = { ...limits, movetimeMs: Math.max(1, Math.min(sliceMs, allowed - gone)) };
    const total = <T extends SearchReport>(found: T): T => ({
      ...found,
      nodes: before + found.nodes,
      micros: Math.round(gone * 1000) + found.micros,
    });
    const best = engine.go(path, sliced, (found) => {
      if (found.depth <= deepest) return;
      deepest = found.depth;
      report(total(found));
    });
    nodes += best.nodes;
    // A slice that ends early is complete, or reached another limit than time.
    const usedUp = best.micros < sliced.movetimeMs * 900;
    const late = performance.now() - start >= allowed - 1;
    await messagesRead();
    if (usedUp || late || stoppedIds.delete(id)) return total(best);
  }
}

function messagesRead(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
