// Results of the user in the games of the library.
import type { SavedGame } from "./store";

export type Result = "won" | "lost" | "draw";

/** The result for the user; null during the game, and if the user did not play one side only. */
export function resultFor({ ending, you }: SavedGame): Result | null {
  if (!ending || !you) return null;
  if (!ending.winner) return "draw";
  return ending.winner === you ? "won" : "lost";
}

/** "Won 68–0", "Your turn", "O to move": own points first. */
export function stateText(game: SavedGame): string {
  const { ending, you, names, turn } = game;
  if (game.kind === "analysis") return "Analysis";
  if (!ending) {
    if (!turn) return "In progress";
    return turn === you ? "Your turn" : you ? `${names[turn]}'s turn` : "In progress";
  }
  const [x, o] = ending.points;
  const score = you === "o" ? `${o}–${x}` : `${x}–${o}`;
  if (!ending.winner) return `Draw ${score}`;
  if (!you) return `${names[ending.winner]} won ${score}`;
  return `${ending.winner === you ? "Won" : "Lost"} ${score}`;
}

/** "Robin", "X and O", "Analysis". */
export function opponentText({ kind, names, you }: SavedGame): string {
  if (kind === "analysis") return "Analysis";
  if (!you) return names.x === "X" && names.o === "O" ? "Pass and play" : `${names.x} – ${names.o}`;
  return names[you === "x" ? "o" : "x"];
}
