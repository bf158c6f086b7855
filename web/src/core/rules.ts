import { WasmInstance } from "./instance";
import type { Explanation, GamePath, GameState, VariantInfo } from "./types";

/** A question to the core as src/wasm/core.cpp reads it. */
export function questionText(path: GamePath, moves: readonly string[] = []): string {
  return `${path.fen}\n${path.moves.join(" ")}\n${moves.join(" ")}`;
}

type Described = Omit<VariantInfo, "names"> & { names: string };

/** The rules of one variant; synchronous, because calls take microseconds. */
export class Rules {
  readonly variant: VariantInfo;
  private readonly core: WasmInstance;

  constructor(readonly module: WebAssembly.Module) {
    this.core = new WasmInstance(module);
    const described = JSON.parse(this.core.ask("xttt_variant", "")) as Described;
    this.variant = { ...described, names: described.names.split(" ") };
  }

  /** Throws with the reason when the FEN or a move is not possible. */
  state(path: GamePath): GameState {
    return JSON.parse(this.core.ask("xttt_state", questionText(path))) as GameState;
  }

  /** Why a move is good. `winIn` is the number of moves to a proven line with it, 0 if there is none. */
  merits({ fen }: GameState, move: string, winIn = 0): Explanation["merits"] {
    return this.explain(fen, [move], winIn, 0).merits;
  }

  /** Why a move is worse than the best one; the numbers are those of the best move and of the move. */
  faults({ fen }: GameState, move: string, best: string, bestWinIn: number, winIn: number): Explanation["faults"] {
    return this.explain(fen, [move, best], bestWinIn, winIn).faults;
  }

  private explain(fen: string, moves: string[], bestWinIn: number, winIn: number): Explanation {
    return JSON.parse(this.core.ask("xttt_explain", questionText({ fen, moves: [] }, moves), bestWinIn, winIn)) as Explanation;
  }

  perft(path: GamePath, depth: number): bigint {
    return BigInt(this.core.ask("xttt_perft", questionText(path), depth));
  }
}
