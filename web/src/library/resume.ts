import { claimGame, gameOfThisTab } from "./claims";
import { library, type SavedGame } from "./store";

/** The game at one screen that this tab played last, else the latest one, if `wanted` accepts it. It is reserved for this tab;
 * null if another tab plays it. */
export async function resumeLast(wanted: (game: SavedGame) => boolean): Promise<SavedGame | null> {
  const games = (await library.list()).filter((game) => game.kind === "play");
  const own = gameOfThisTab();
  const found = [games.find(({ id }) => id === own), games[0]].find((game) => game && wanted(game));
  // Read again: another tab may have played it until now.
  return found && (await claimGame(found.id)) ? library.get(found.id) : null;
}
