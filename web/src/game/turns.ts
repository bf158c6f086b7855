import type { Side } from "../core/types";
import type { GameNode } from "./tree";

/** Moves of one turn: one, or two when the first earned a bonus move. */
export interface Turn {
  number: number;
  side: Side;
  nodes: GameNode[];
}

/** Groups a sequence of positions into turns, numbered as in .xgn: a number counts x's and o's turn. */
export function turnsOf(nodes: readonly GameNode[]): Turn[] {
  const turns: Turn[] = [];
  for (const node of nodes) {
    const before = node.parent!.state;
    const last = turns.at(-1);
    if (before.bonus && last) last.nodes.push(node);
    else turns.push({ number: nextNumber(turns, before.side), side: before.side, nodes: [node] });
  }
  return turns;
}

function nextNumber(turns: readonly Turn[], side: Side): number {
  const last = turns.at(-1);
  if (!last) return 1;
  return side === "x" ? last.number + 1 : last.number;
}
