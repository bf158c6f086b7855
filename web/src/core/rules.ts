import { WasmInstance } from "./instance";
import type { GamePath, GameState, VariantInfo } from "./types";

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

  perft(path: GamePath, depth: number): bigint {
    return BigInt(this.core.ask("xttt_perft", questionText(path), depth));
  }
}
