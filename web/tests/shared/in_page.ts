// Bundled for the browser: the recorded games against the very module the page plays with.
import { Rules } from "../../src/core/rules";
import { Search } from "../../src/core/search";
import { gameFault, perftFaults, type PerftVectors, type RecordedGame } from "./vectors";

export async function faults(wasmUrl: string, games: RecordedGame[], perft: PerftVectors): Promise<string[]> {
  const rules = new Rules(await WebAssembly.compileStreaming(fetch(wasmUrl)));
  const wrong = games.map((game) => gameFault(rules, game)).filter((fault) => fault !== "");
  return [...wrong, ...perftFaults(rules, perft, 1_000_000)];
}

/** Nodes per second of the search with one thread and, if one is named, a network. */
export async function speed(
  wasmUrl: string,
  networkUrl: string | null,
  moves: string[],
  movetimeMs: number,
): Promise<number> {
  const search = new Search(await WebAssembly.compileStreaming(fetch(wasmUrl)), 32);
  if (networkUrl) search.useNetwork(await (await fetch(networkUrl)).arrayBuffer());
  const best = search.go({ fen: "", moves }, { movetimeMs });
  return (best.nodes / best.micros) * 1e6;
}
