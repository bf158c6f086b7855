import { loadModule } from "../core/load";
import type { Attempt, Goal } from "../core/study";
import type { GamePath, VariantName } from "../core/types";
import type { ProverAnswer, ProverRequest } from "./prover_worker";

/** Checks moves of puzzles in a Web Worker. */
export class Prover {
  private readonly worker = new Worker(new URL("./prover_worker.ts", import.meta.url), { type: "module" });
  private readonly pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private lastId = 0;

  private constructor(module: WebAssembly.Module) {
    this.worker.onmessage = ({ data }: MessageEvent<ProverAnswer>) => {
      const asked = this.pending.get(data.id);
      this.pending.delete(data.id);
      if ("error" in data) asked?.reject(new Error(data.error));
      else asked?.resolve(data.answer as never);
    };
    this.worker.onerror = (event) => {
      for (const { reject } of this.pending.values()) reject(new Error(event.message));
      this.pending.clear();
    };
    this.send({ kind: "load", module });
  }

  static async load(variant: VariantName): Promise<Prover> {
    return new Prover(await loadModule(`study-${variant}`));
  }

  try(path: GamePath, move: string, goal: Goal): Promise<Attempt> {
    return this.ask((id) => ({ kind: "try", id, path, move, goal }));
  }
  solution(path: GamePath, goal: Goal): Promise<string> {
    return this.ask((id) => ({ kind: "solution", id, path, goal }));
  }
  dispose(): void {
    this.pending.clear();
    this.worker.terminate();
  }

  private ask<T>(request: (id: number) => ProverRequest): Promise<T> {
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send(request(id));
    });
  }
  private send(request: ProverRequest): void {
    this.worker.postMessage(request);
  }
}
