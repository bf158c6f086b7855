// The results of the user in the games of the library.
import { score, t } from "../i18n/text";
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
  if (game.kind === "analysis") return t("nav.analysis");
  if (!ending) {
    if (!turn || !you) return t("games.open");
    return turn === you ? t("turn.yours") : t("games.turnOf", { name: names[turn] });
  }
  const [x, o] = ending.points;
  const values = { score: you === "o" ? score(o, x) : score(x, o) };
  if (!ending.winner) return t("games.draw", values);
  if (!you) return t("games.nameWon", { name: names[ending.winner], ...values });
  return t(ending.winner === you ? "games.won" : "games.lost", values);
}

/** "Robin", "X and O", "Analysis". */
export function opponentText({ kind, names, you }: SavedGame): string {
  if (kind === "analysis") return t("nav.analysis");
  if (!you) return names.x === "X" && names.o === "O" ? t("new.person") : `${names.x} – ${names.o}`;
  return names[you === "x" ? "o" : "x"];
}
