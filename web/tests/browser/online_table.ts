// What people do in online games, whatever a test looks for.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { Rules } from "../../src/core/rules";
import { fact, type VariantName } from "../../src/core/types";
import { root, type Harness } from "./harness";
import { shoot, visit } from "./visitor";

export interface Table {
  x: Page;
  o: Page;
  game: string;
}

/** Presses as a person would on this device. */
export const press = (page: Page, selector: string): Promise<void> => page.locator(selector).first().click();

/** One creates a game as x, another opens the link and joins, perhaps through another address of the server. */
export async function begin(
  harness: Harness,
  url: string,
  variant: VariantName,
  options: { x?: BrowserContextOptions; o?: BrowserContextOptions; name?: string; otherUrl?: string } = {},
): Promise<Table> {
  const x = await visit(harness, `${url}#/online`, options.x);
  await press(x, `label:has(span:text-is("${variant}"))`);
  await press(x, 'label:has(span:text-is("X, first"))');
  if (options.name) await x.getByLabel("Your name").fill(options.name);
  await shoot(x, "online-create");
  await x.getByRole("button", { name: "Create game" }).click();
  const invitation = await x.getByLabel("Send this link").inputValue();
  const hash = invitation.slice(invitation.indexOf("#"));
  await shoot(x, "online-waiting");
  const o = await visit(harness, (options.otherUrl ?? url) + hash, options.o);
  // The field may have cut the name.
  if (options.name) await o.getByRole("heading", { name: new RegExp(`^${options.name.slice(0, 20)}.* invites you`) }).waitFor();
  await shoot(o, "online-invited");
  await o.getByRole("button", { name: "Join game" }).click();
  await o.locator(".player-x.turn").waitFor();
  await x.locator(".cell.legal").first().waitFor();
  return { x, o, game: new URLSearchParams(hash.slice(hash.indexOf("?"))).get("g")! };
}

/** Plays a move as a finger does: in the lens where there is one, each cell tapped twice. */
async function tapMove(page: Page, move: string): Promise<void> {
  const cell = page.locator(`.cell.legal[data-cell="${move}"]`);
  await cell.waitFor();
  if (!(await page.locator(".lens").isVisible())) {
    await cell.tap();
    await cell.tap();
    return;
  }
  const inLens = page.locator(`[data-lens-cell="${move}"]`);
  if (!(await inLens.isVisible())) await cell.tap();
  await inLens.tap();
  await inLens.tap();
}

export async function playMove(page: Page, move: string): Promise<void> {
  if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) return tapMove(page, move);
  await page.locator(`.cell.legal[data-cell="${move}"]`).click();
}

export const sees = (page: Page, move: string): Promise<void> => page.locator(".moves .move", { hasText: move }).waitFor();

/** Waits until the list has this many moves. The page's policy forbids waiting by a function in it. */
export async function hasMoves(page: Page, count: number): Promise<void> {
  const moves = page.locator(".moves .move");
  if (count > 0) await moves.nth(count - 1).waitFor({ state: "attached" });
  await moves.nth(count).waitFor({ state: "detached" });
}

/** Waits for an announcement to screen readers. */
export const announces = (page: Page, text: string): Promise<void> =>
  page.getByTestId("announcement").filter({ hasText: text }).waitFor({ state: "attached" });

/** Waits until a condition holds. Asks from outside: the page's policy lets a function wait in it only if the condition
 * holds at once. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await condition()); ) {
    if (Date.now() > end) throw new Error(`not within 30 s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface ShortGame {
  moves: string[];
  /** Who made each move. */
  sides: ("x" | "o")[];
}

/** A short whole game: the shortest of many in which x takes what it can win and o plays anything. */
export function shortGame(variant: VariantName): ShortGame {
  const rules = new Rules(new WebAssembly.Module(readFileSync(`${root}/build/wasm/bin/rules/${variant}.wasm`)));
  let best: ShortGame | null = null;
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let game = 0; game < 60; game++) {
    const played: ShortGame = { moves: [], sides: [] };
    let state = rules.state({ fen: "", moves: [] });
    while (!state.outcome && played.moves.length < (best?.moves.length ?? 1000)) {
      const { legal, side } = state;
      const wins = legal.filter(({ facts }) => side === "x" && facts & (fact.winsGame | fact.winsBoard));
      const some = wins.length > 0 ? wins : legal;
      const chosen = some.find(({ facts }) => side === "x" && facts & fact.winsGame) ?? some[random(some.length)]!;
      played.moves.push(chosen.move);
      played.sides.push(side);
      state = rules.state({ fen: "", moves: played.moves });
    }
    if (state.outcome) best = played;
  }
  return best!;
}
