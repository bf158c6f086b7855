import type { GameState, LegalMove, VariantInfo } from "../core/types";

/** The cells that may be free and allowed once the opponent has moved, by id: all empty ones of open small
 * boards. Which of them are legal depends on the opponent's move. */
export function premoves({ names, size }: VariantInfo, state: GameState): ReadonlyMap<number, LegalMove> {
  const moves = new Map<number, LegalMove>();
  names.forEach((move, id) => {
    const open = state.boards[Math.floor(id / size ** 2)] === "-" && state.cells[id] === ".";
    if (open) moves.set(id, { id, move, facts: 0, next: [] });
  });
  return moves;
}
