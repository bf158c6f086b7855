import { WasmInstance } from "./instance";
import type { GameLine, GameState, VariantInfo } from "./types";

/** A question to the core as src/wasm/core.cpp reads it. */
export function questionText(line: GameLine, moves: readonly string[] = []): string {
  return `${line.fen}\n${line.moves.join(" ")}\n${moves.join(" ")}`;
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
  state(line: GameLine): GameState {
    return JSON.parse(this.core.ask("xttt_state", questionText(line))) as GameState;
  }

  perft(line: GameLine, depth: number): bigint {
    return BigInt(this.core.ask("xttt_perft", questionText(line), depth));
  }
}
