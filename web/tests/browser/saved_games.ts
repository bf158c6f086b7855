// Games of the last days in the library of a browser.
import type { Page } from "playwright-core";
import type { SavedGame } from "../../src/library/store";

const day = 86_400_000;

/** A game of ultimate against Pip; `rest` says what is different. */
export function savedGame(rest: Partial<SavedGame>, now = Date.now()): SavedGame {
  return {
    id: "game",
    kind: "play",
    variant: "ultimate",
    fen: "",
    moves: ["e5", "d4", "a1"],
    created: now,
    updated: now,
    names: { x: "You", o: "Pip" },
    you: "x",
    turn: null,
    ending: null,
    setup: { players: { x: { kind: "person" }, o: { kind: "bot", level: 0 } }, time: null, botMs: 1000 },
    ...rest,
  };
}

/** Three finished games against the computer and one in progress, the latest a day before `now`. */
function someGames(now: number): SavedGame[] {
  const game = (id: number, rest: Partial<SavedGame>): SavedGame =>
    savedGame({ id: String(id), ...rest }, now - id * day);
  return [
    game(1, { ending: { winner: "x", reason: "line", points: [9, 0] } }),
    game(2, { turn: "o" }),
    game(3, { ending: { winner: "o", reason: "full", points: [3, 4] } }),
    game(4, { ending: { winner: "x", reason: "resignation", points: [9, 0] } }),
  ];
}

export const saveGames = (page: Page, now: number): Promise<void> => putGames(page, someGames(now));

/** Puts games into the library, which the page has opened before. */
export async function putGames(page: Page, games: readonly SavedGame[]): Promise<void> {
  await page.evaluate(
    (games) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open("xttt", 1);
        opened.onerror = () => reject(opened.error!);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction("games", "readwrite");
          for (const game of games) transaction.objectStore("games").put(game);
          transaction.oncomplete = () => {
            opened.result.close();
            resolve();
          };
          transaction.onerror = () => reject(transaction.error!);
        };
      }),
    games,
  );
}
