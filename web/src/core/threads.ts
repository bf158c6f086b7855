// The threads of a search: workers with further instances of its module, on the same memory.
import { WasmInstance, type ThreadPlace } from "./instance";

export interface ThreadStart {
  module: WebAssembly.Module;
  place: ThreadPlace;
}

/** What a worker does as a thread: waits for work, for ever. Calls `ready` before. */
export function runThread({ module, place }: ThreadStart, ready: () => void): void {
  const instance = new WasmInstance(module, {}, undefined, place);
  instance.call("xttt_thread_ready", place.number);
  ready();
  try {
    instance.call("xttt_thread_run", place.number);
  } catch (error) {
    instance.call("xttt_thread_failed", place.number);
    throw error;
  }
}

export interface Thread {
  /** Rejected if the worker cannot be started. */
  ready: Promise<void>;
  terminate(): void;
}
export type StartThread = (start: ThreadStart) => Thread;

let startWorker: StartThread = (start) => {
  const worker = new Worker(new URL("./thread_worker.ts", import.meta.url), { type: "module" });
  const ready = new Promise<void>((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => reject(new Error(event.message || "the thread failed"));
  });
  worker.postMessage(start);
  return { ready, terminate: () => worker.terminate() };
};

/** Makes hosts without Web Workers start threads. */
export function setThreadStart(start: StartThread): void {
  startWorker = start;
}

const stackBytes = 1 << 20;
// A worker starts within some 10 ms. Without an answer the search continues without it.
const patienceMs = 3000;

/** The threads beside the one that calls the instance. */
export class Threads {
  private threads: Thread[] = [];

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly core: WasmInstance,
  ) {}

  /** Makes later searches use so many threads, the calling one included, or as many as there can be; resolves with their number. */
  async use(count: number): Promise<number> {
    if (!this.core.sharedMemory) return 1;
    const wanted = Math.max(1, Math.min(count, 1 + this.core.call("xttt_most_threads")));
    while (1 + this.threads.length < wanted) {
      const thread = this.start(this.threads.length);
      if (!thread) break;
      this.threads.push(thread);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
    await Promise.race([late, Promise.allSettled(this.threads.map(({ ready }) => ready))]);
    clearTimeout(timer);
    return this.core.call("xttt_set_threads", wanted);
  }

  dispose(): void {
    for (const thread of this.threads) thread.terminate();
    this.threads = [];
  }

  private start(number: number): Thread | null {
    const stack = this.core.call("xttt_thread_stack", stackBytes);
    if (stack === 0) return null;
    try {
      const place = { memory: this.core.sharedMemory!, stack, number, timeOrigin: performance.timeOrigin };
      return startWorker({ module: this.module, place });
    } catch {
      return null; // the host starts no workers here
    }
  }
}
