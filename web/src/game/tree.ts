import type { Rules } from "../core/rules";
import type { GamePath, GameState, LegalMove, MoveReview } from "../core/types";

/** One position of a game: the move that led to it, and what may follow. */
export interface GameNode {
  readonly id: number;
  readonly parent: GameNode | null;
  readonly move: LegalMove | null;
  readonly state: GameState;
  /** The first one is the main variation below this position. */
  readonly children: GameNode[];
  comment: string;
  review: MoveReview | null;
}

/** A game with its variations. Positions come from the rules; a move that is not legal throws. */
export class GameTree {
  readonly root: GameNode;
  private nodes = 0;

  constructor(
    readonly rules: Rules,
    readonly startFen = "",
  ) {
    this.root = this.node(null, null, rules.state({ fen: startFen, moves: [] }));
  }

  /** The position after a move, kept as a variation if it is new. */
  play(from: GameNode, move: string): GameNode {
    const known = from.children.find((child) => child.move!.move === move);
    if (known) return known;
    const legal = from.state.legal.find((candidate) => candidate.move === move);
    const path = this.pathTo(from);
    const state = this.rules.state({ fen: path.fen, moves: [...path.moves, move] });
    const child = this.node(from, legal!, state);
    from.children.push(child);
    return child;
  }

  playAll(from: GameNode, moves: readonly string[]): GameNode {
    return moves.reduce((node, move) => this.play(node, move), from);
  }

  /** Removes a position and all its descendants. */
  remove(node: GameNode): void {
    const siblings = node.parent?.children;
    const at = siblings?.indexOf(node) ?? -1;
    if (siblings && at >= 0) siblings.splice(at, 1);
  }

  /** Makes the path to a position the main variation. */
  promote(node: GameNode): void {
    for (let at: GameNode = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  pathTo(node: GameNode): GamePath {
    return { fen: this.startFen, moves: pathTo(node).map((step) => step.move!.move) };
  }

  private node(parent: GameNode | null, move: LegalMove | null, state: GameState): GameNode {
    return { id: this.nodes++, parent, move, state, children: [], comment: "", review: null };
  }
}

/** The positions from the one after the first move to this one. */
export function pathTo(node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

export function endOfVariation(node: GameNode): GameNode {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
}

/** The main variation below (and without) a position. */
export function mainVariation(root: GameNode): GameNode[] {
  const nodes: GameNode[] = [];
  for (let at = root.children[0]; at; at = at.children[0]) nodes.push(at);
  return nodes;
}
