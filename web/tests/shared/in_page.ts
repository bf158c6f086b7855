// Bundled for the browser: the recorded games against the very module the page plays with.
import { Rules } from "../../src/core/rules";
import { Search } from "../../src/core/search";
import type { BestMove, GamePath, SearchLimits } from "../../src/core/types";
import type { FromWorker, ToWorker } from "../../src/core/worker_messages";
import { gameFault, perftFaults, type PerftVectors, type RecordedGame } from "./vectors";

export async function faults(wasmUrl: string, games: RecordedGame[], perft: PerftVectors): Promise<string[]> {
  const rules = new Rules(await WebAssembly.compileStreaming(fetch(wasmUrl)));
  const wrong = games.map((game) => gameFault(rules, game)).filter((fault) => fault !== "");
  return [...wrong, ...perftFaults(rules, perft, 1_000_000)];
}

/** Nodes per second of the search with one thread and, if one is named, a network. */
export async function speed(
  wasmUrl: string,
  networkUrl: string | null,
  moves: string[],
  movetimeMs: number,
): Promise<number> {
  const search = new Search(await WebAssembly.compileStreaming(fetch(wasmUrl)), 32);
  if (networkUrl) search.useNetwork(await (await fetch(networkUrl)).arrayBuffer());
  const best = search.go({ fen: "", moves }, { movetimeMs });
  return (best.nodes / best.micros) * 1e6;
}

export interface Driving {
  /** The page's own worker, its module, and another one for the case that this cannot be used. */
  workerUrl: string;
  moduleUrl: string;
  /** Instead of the module at the address. */
  moduleBytes?: number[];
  plainModuleUrl?: string;
  networkUrl?: string;
  threads: number;
  hashMb?: number;
  path: GamePath;
  limits: SearchLimits;
  /** Stops the search after so many milliseconds. */
  stopAfterMs?: number;
}
export interface Driven {
  best: BestMove;
  /** From the stop to the answer. */
  stopMs: number;
}

/** One search of the engine's worker after another, as the page asks for them. */
export async function drive(what: Driving, searches = 1): Promise<Driven[]> {
  const worker = new Worker(what.workerUrl, { type: "module" });
  const send = (message: ToWorker): void => worker.postMessage(message);
  const flag = new SharedArrayBuffer(4);
  const module = await (what.moduleBytes ? WebAssembly.compile(new Uint8Array(what.moduleBytes)) : WebAssembly.compileStreaming(fetch(what.moduleUrl)));
  const { plainModuleUrl, threads, hashMb = 32 } = what;
  send({ kind: "load", module, plainModuleUrl, hashMb, threads, stopFlag: flag });
  if (what.networkUrl) send({ kind: "network", file: await (await fetch(what.networkUrl)).arrayBuffer() });
  const found: Driven[] = [];
  try {
    for (let id = 1; id <= searches; id++) {
      let stopped = 0;
      const best = await new Promise<BestMove>((resolve, reject) => {
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
          if (data.kind === "best") resolve(data.best);
          else if (data.kind === "error" || data.kind === "networkRefused") reject(new Error(data.message));
          else if (data.kind === "report" && what.stopAfterMs !== undefined && stopped === 0) {
            // The worker may have started late; now it thinks.
            stopped = -1;
            setTimeout(() => {
              stopped = performance.now();
              Atomics.store(new Int32Array(flag), 0, id);
            }, what.stopAfterMs);
          }
        };
        send({ kind: "newGame" });
        send({ kind: "go", id, path: what.path, limits: what.limits });
      });
      found.push({ best, stopMs: performance.now() - stopped });
    }
  } finally {
    worker.terminate();
  }
  return found;
}
