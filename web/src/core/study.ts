// Proofs for puzzles and the names of positions in opening files, as src/wasm/study.cpp makes them.
import { WasmInstance } from "./instance";
import { questionText } from "./rules";
import type { GamePath, Side } from "./types";

/** What a side has to force against every defence; src/puzzles/goal_search.h says what the numbers mean. */
export interface Goal {
  side: Side;
  kind: GoalKind;
  amount: number;
  boards: number;
}
export const goalKinds = ["line", "board", "points"] as const;
export type GoalKind = (typeof goalKinds)[number];

/** The state of a goal after a move of its side. */
export interface Attempt {
  /** Whether the goal is still forced. */
  kept: boolean;
  /** Whether nothing can prevent it any more, after the replies. */
  reached: boolean;
  /** The best defence; several moves where it has a bonus move, none where the side moves again. */
  replies: string[];
}

/** A position in an opening file: its name, and the numbers of its legal moves there. */
export interface OpeningPosition {
  key: string;
  moves: number[];
}

// Many times what the proofs of the puzzles need.
const mostNodes = 20_000_000;

export class Study {
  private readonly core: WasmInstance;

  constructor(module: WebAssembly.Module) {
    this.core = new WasmInstance(module);
  }

  try(path: GamePath, move: string, goal: Goal): Attempt {
    const found = JSON.parse(this.core.ask("xttt_goal_try", questionText(path, [move]), ...numbersOf(goal))) as Omit<Attempt, "replies"> & {
      replies: string;
    };
    return { ...found, replies: found.replies.split(" ").filter(Boolean) };
  }

  /** The move that reaches a goal soonest; throws if it cannot be forced. */
  solution(path: GamePath, goal: Goal): string {
    return this.core.ask("xttt_goal_solution", questionText(path), ...numbersOf(goal));
  }

  opening(path: GamePath): OpeningPosition {
    return JSON.parse(this.core.ask("xttt_opening", questionText(path))) as OpeningPosition;
  }
}

const numbersOf = ({ side, kind, amount, boards }: Goal): number[] => [
  side === "x" ? 0 : 1,
  goalKinds.indexOf(kind),
  amount,
  boards,
  mostNodes,
];
