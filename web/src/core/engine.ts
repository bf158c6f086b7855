import { loadNetwork } from "./load";
import type { Rules } from "./rules";
import type { BestMove, GamePath, MoveReview, SearchLimits, SearchReport } from "./types";
import type { FromWorker, ToWorker } from "./worker_messages";

const usualHashMb = 32;

interface Pending {
  onReport?: (report: SearchReport) => void;
  resolve: (answer: BestMove | MoveReview) => void;
  reject: (error: Error) => void;
}

/** A running search. */
export interface Thought {
  readonly answer: Promise<BestMove>;
  /** Stops it; the answer is still delivered. */
  stop(): void;
}

/** The evaluation in use: handcrafted until the network of the variant is loaded. */
export type Evaluation = "loading" | "network" | "formula" | "unreachable";

/** An engine in a Web Worker. Requests are processed in order. */
export class Engine {
  evaluation: Evaluation = "loading";
  /** Resolved when the evaluation is known. */
  readonly ready: Promise<void>;
  private readonly worker: Worker;
  private readonly stopFlag: Int32Array | null;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private disposed = false;

  /** `onEvaluation` is called for a new evaluation; later requests use it. */
  constructor(
    rules: Rules,
    private readonly onEvaluation: () => void = () => {},
    hashMb = usualHashMb,
  ) {
    this.worker = new Worker(new URL("./engine_worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event) => this.fail(new Error(event.message || "the engine failed"));
    const shared = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    this.stopFlag = shared && new Int32Array(shared);
    this.send({ kind: "load", module: rules.module, hashMb, stopFlag: shared });
    this.ready = loadNetwork(rules.variant.name).then(
      (file) => this.takeNetwork(file),
      () => this.setEvaluation("unreachable"),
    );
  }

  think(path: GamePath, limits: SearchLimits, onReport?: (found: SearchReport) => void): Thought {
    const id = ++this.lastId;
    const answer = this.expect<BestMove>(id, onReport);
    this.send({ kind: "go", id, path, limits });
    return { answer, stop: () => this.stop(id) };
  }

  review(path: GamePath, move: string, movetimeMs: number): Promise<MoveReview> {
    const id = ++this.lastId;
    const answer = this.expect<MoveReview>(id);
    this.send({ kind: "review", id, path, move, movetimeMs });
    return answer;
  }

  newGame(): void {
    this.send({ kind: "newGame" });
  }

  /** Terminates the worker; pending requests are never answered. */
  dispose(): void {
    this.disposed = true;
    this.pending.clear();
    this.worker.terminate();
  }

  private takeNetwork(file: ArrayBuffer | null): void {
    if (file) this.send({ kind: "network", file });
    this.setEvaluation(file ? "network" : "formula");
  }

  private setEvaluation(evaluation: Evaluation): void {
    if (this.disposed) return;
    this.evaluation = evaluation;
    this.onEvaluation();
  }

  private stop(id: number): void {
    if (!this.pending.has(id)) return;
    if (this.stopFlag) Atomics.store(this.stopFlag, 0, id);
    else this.send({ kind: "stop", id });
  }

  private expect<T extends BestMove | MoveReview>(
    id: number,
    onReport?: (report: SearchReport) => void,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { onReport, resolve: resolve as Pending["resolve"], reject });
    });
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker): void {
    if (message.kind === "networkRefused") {
      console.warn(message.message);
      this.setEvaluation("unreachable");
      return;
    }
    const asked = this.pending.get(message.id);
    if (!asked) return;
    if (message.kind === "report") {
      asked.onReport?.(message.report);
      return;
    }
    this.pending.delete(message.id);
    if (message.kind === "best") asked.resolve(message.best);
    else if (message.kind === "review") asked.resolve(message.review);
    else asked.reject(new Error(message.message));
  }

  private fail(error: Error): void {
    for (const asked of this.pending.values()) asked.reject(error);
    this.pending.clear();
  }
}
