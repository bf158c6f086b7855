// The thread of the proofs: they may take some tenths of a second.
import { Study, type Attempt, type Goal } from "../core/study";
import type { GamePath } from "../core/types";

export type ProverRequest =
  | { kind: "load"; module: WebAssembly.Module }
  | { kind: "try"; id: number; path: GamePath; move: string; goal: Goal }
  | { kind: "solution"; id: number; path: GamePath; goal: Goal };
export type ProverAnswer = { id: number; answer: Attempt | string } | { id: number; error: string };

let study: Study | null = null;
self.onmessage = ({ data }: MessageEvent<ProverRequest>) => {
  if (data.kind === "load") {
    study = new Study(data.module);
    return;
  }
  const post = (answer: ProverAnswer): void => self.postMessage(answer);
  try {
    const answer = data.kind === "try" ? study!.try(data.path, data.move, data.goal) : study!.solution(data.path, data.goal);
    post({ id: data.id, answer });
  } catch (error) {
    post({ id: data.id, error: String(error) });
  }
};
