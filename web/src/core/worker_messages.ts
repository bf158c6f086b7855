import type { BestMove, GamePath, MoveReview, SearchLimits, SearchReport } from "./types";

export type ToWorker =
  | {
      kind: "load";
      module: WebAssembly.Module;
      /** The address of the module without threads, for a browser that cannot give the other one its memory. */
      plainModuleUrl: string | undefined;
      hashMb: number;
      threads: number;
      stopFlag: SharedArrayBuffer | null;
    }
  | { kind: "threads"; count: number }
  | { kind: "network"; file: ArrayBuffer }
  | { kind: "go"; id: number; path: GamePath; limits: SearchLimits }
  | { kind: "review"; id: number; path: GamePath; move: string; movetimeMs: number }
  | { kind: "newGame" }
  | { kind: "stop"; id: number };

export type FromWorker =
  | { kind: "report"; id: number; report: SearchReport }
  | { kind: "best"; id: number; best: BestMove }
  | { kind: "review"; id: number; review: MoveReview }
  | { kind: "error"; id: number; message: string }
  | { kind: "networkRefused"; message: string };
