import type { VariantName } from "../core/types";

// Moves that lead to the positions of the rules page: after the first move, and after the first
// small board is won.
export const scenes: Record<VariantName, { bound: string; won: string }> = {
  extreme: { bound: "g7", won: "a5 a1 a3 a9 c3 i9 d3 m9 b3" },
  double: { bound: "1e4", won: "1a1 1b2 1f5 1g4 1a2 1a4 1a3" },
  diagonal: { bound: "g7", won: "a5 a1 b2 e5 b1 e1 b3 e9 b4" },
  ultimate: { bound: "e4", won: "g3 c7 g1 c1 g2" },
};
