// The results of the user in the games of the library.
import { score, t } from "../i18n/text";
import type { VariantName } from "../core/types";
import { link } from "../ui/router";
import type { SavedGame } from "./store";

export type Result = "won" | "lost" | "draw";

/** Analysis of a saved game, reviewed at once. */
export const reviewLink = (id: string): string => link("analysis", { id, review: "1" });

/** Whether a game can continue. */
export const inProgress = ({ kind, ending, gone }: SavedGame): boolean => kind !== "analysis" && !ending && !gone;

/** The result for the user; null during the game, and if the user did not play one side only. */
export function resultFor({ ending, you }: SavedGame): Result | null {
  if (!ending || !you) return null;
  if (!ending.winner) return "draw";
  return ending.winner === you ? "won" : "lost";
}

/** The user's results against a level of the computer in the latest games of a variant, until one against
 * another level; games come latest first. */
export function resultsAgainst(games: readonly SavedGame[], variant: VariantName, level: number): Result[] {
  const decided = games.filter((game) => game.variant === variant && levelOf(game) !== null && resultFor(game));
  const other = decided.findIndex((game) => levelOf(game) !== level);
  return decided.slice(0, other < 0 ? undefined : other).map((game) => resultFor(game)!);
}

/** The level of the only computer player; null without one. */
function levelOf({ you, setup }: SavedGame): number | null {
  const bot = you && setup?.players[you === "x" ? "o" : "x"];
  return bot && bot.kind === "bot" ? bot.level : null;
}

/** "Won 68–0", "Your turn", "O to move": own points first. */
export function stateText(game: SavedGame): string {
  const { ending, you, names, turn } = game;
  if (game.kind === "analysis") return t("nav.analysis");
  if (!ending && game.gone) return t("games.gone");
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
