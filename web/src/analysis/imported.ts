import type { GameRecord } from "../core/records";
import type { GameTree } from "../game/tree";
import { mainLine } from "../game/tree";

// Comments do not fit into a link; they wait here for the page that the link opens.
let waiting: { moves: string; comments: string[] } | null = null;

export function keepComments(game: GameRecord): void {
  waiting = { moves: game.moves.join("-"), comments: game.moves.map((_, i) => game.notes?.[i]?.text ?? "") };
}

export function takeComments(moves: string, tree: GameTree): void {
  if (waiting?.moves !== moves) return;
  const { comments } = waiting;
  waiting = null;
  mainLine(tree.root).forEach((node, i) => (node.comment = comments[i] ?? ""));
}
