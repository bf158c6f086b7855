import type { BestMove, GamePath, MoveReview, SearchLimits, SearchReport } from "./types";

export type ToWorker =
  | { kind: "load"; module: WebAssembly.Module; hashMb: number; stopFlag: SharedArrayBuffer | null }
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
