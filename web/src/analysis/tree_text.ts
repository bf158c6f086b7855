// A game with its variations and comments as the parameters of a link.
import type { GameNode, GameTree } from "../game/tree";

export interface TreeText {
  /** Moves joined by dashes; alternatives to a move follow it in brackets: "e5-e4(d1-a2)-d3". */
  moves: string;
  /** The positions after the moves, in the order of the text. */
  order: GameNode[];
}

export function writeTree(root: GameNode): TreeText {
  const order: GameNode[] = [];
  const below = (from: GameNode): string[] => {
    const parts: string[] = [];
    for (let parent = from, node = from.children[0]; node; parent = node, node = node.children[0]) {
      order.push(node);
      let part = node.move!.move;
      for (const other of parent.children.slice(1)) {
        order.push(other);
        part += `(${[other.move!.move, ...below(other)].join("-")})`;
      }
      parts.push(part);
    }
    return parts;
  };
  return { moves: below(root).join("-"), order };
}

/** Parses such a text into a tree and returns the positions in its order. Throws if it is malformed. */
export function readTree(tree: GameTree, moves: string): GameNode[] {
  const order: GameNode[] = [];
  const outer: GameNode[] = [];
  let at = tree.root;
  for (const word of moves.match(/[^-()]+|[()]/g) ?? []) {
    if (word === "(") {
      if (!at.parent) throw new Error("a bracket stands before any move");
      outer.push(at);
      at = at.parent;
    } else if (word === ")") {
      const before = outer.pop();
      if (!before) throw new Error("a bracket is closed that was not opened");
      at = before;
    } else {
      at = tree.play(at, word);
      order.push(at);
    }
  }
  if (outer.length > 0) throw new Error("a bracket is not closed");
  return order;
}

/** The comments of positions by their numbers in the order, from 1; empty if there are none. */
export function writeComments(order: readonly Pick<GameNode, "comment">[]): string {
  const comments = order.flatMap(({ comment }, i) => (comment ? [[i + 1, comment]] : []));
  return comments.length > 0 ? JSON.stringify(comments) : "";
}

/** Ignores malformed text: a game without its comments is better than none. */
export function readComments(order: readonly GameNode[], text: string): void {
  let given: unknown;
  try {
    given = JSON.parse(text || "[]");
  } catch {
    return;
  }
  if (!Array.isArray(given)) return;
  for (const entry of given as unknown[]) {
    if (!Array.isArray(entry)) continue;
    const [number, comment] = entry as unknown[];
    const node = typeof number === "number" ? order[number - 1] : undefined;
    if (node && typeof comment === "string") node.comment = comment;
  }
}
