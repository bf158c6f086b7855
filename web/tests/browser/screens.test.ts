// Twelve screens look as they did when a person last looked at them.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type OpenOptions, useHarness } from "./harness";
import { playMove, shortGame } from "./online_table";
import { looksDifferent, update } from "./pixels";
import { saveGames } from "./saved_games";
import { newGame } from "./table";
import { phone } from "./visitor";

const harness = useHarness();

interface Screen {
  name: string;
  hash: string;
  as?: OpenOptions;
  prepare?: (page: Page) => Promise<void>;
  /** What is there once the screen is complete. */
  ready: string;
}

/** Lets two people at one screen play these moves. */
async function passAndPlay(page: Page, variant: string, moves: string[]): Promise<void> {
  await newGame(page, variant, "Pass and play");
  for (const move of moves) await playMove(page, move);
}

const button = (name: string) => (page: Page) => page.getByRole("button", { name }).click();
const now = Date.parse("2026-03-14T15:09:26Z");
const withGames = async (page: Page): Promise<void> => {
  await saveGames(page, now);
  await page.reload();
};
const dark = { colorScheme: "dark" } as const;
const sharpPhone = { ...phone, deviceScaleFactor: 1 };
const challenges = [
  { game: "a", variant: "ultimate", side: "x", name: "Ada", clock: { initial_ms: 600_000, increment_ms: 0 } },
  { game: "b", variant: "double", side: "o", name: "", clock: { initial_ms: 0, increment_ms: 0, days: 3 } },
];
const screens: Screen[] = [
  { name: "first-visit", hash: "#/play", ready: ".cell.legal" },
  { name: "new-game", hash: "#/play", prepare: button("New game"), ready: "dialog .opponents" },
  { name: "game-dark", hash: "#/play", as: dark, prepare: (page) => passAndPlay(page, "extreme", ["g7", "k11", "j9"]), ready: ".moves .move >> nth=2" },
  { name: "double-large", hash: "#/play", as: { viewport: { width: 1920, height: 1080 } }, prepare: (page) => passAndPlay(page, "double", ["1e5", "2d4"]), ready: ".moves .move >> nth=1" },
  { name: "game-over", hash: "#/play", prepare: (page) => passAndPlay(page, "ultimate", shortGame("ultimate").moves), ready: ".end-panel h2" },
  { name: "analysis", hash: "#/analysis?v=ultimate&m=e5-d4(e4-f2)-a1-b2-e4-e2-f6-h8&p=6", ready: ".tree .move" },
  { name: "openings-dark", hash: "#/analysis?v=ultimate", as: dark, prepare: button("Openings"), ready: ".openings td" },
  { name: "puzzle", hash: "#/puzzles?v=ultimate", ready: ".cell.legal" },
  { name: "online", hash: "#/online", ready: ".lobby li" },
  { name: "phone-game", hash: "#/play", as: sharpPhone, prepare: (page) => page.locator('[data-cell="g7"]').tap(), ready: '[data-lens-cell="g7"]' },
  { name: "phone-lesson-dark", hash: "#/learn", as: { ...sharpPhone, ...dark }, ready: ".cell.legal" },
  { name: "phone-games-arabic", hash: "#/games", as: { ...sharpPhone, locale: "ar" }, prepare: withGames, ready: ".statistics" },
];

/** Opens a screen that is the same on every machine and every day; large ones at half size, which makes small files. */
async function open({ hash, as, prepare, ready }: Screen): Promise<{ page: Page; close: () => Promise<void> }> {
  const { page, close } = await harness.open({ hash: "#/rules", locale: "en-GB", timezoneId: "UTC", colorScheme: "light", reducedMotion: "reduce", deviceScaleFactor: 0.5, ...as });
  await page.clock.setFixedTime(now);
  await page.route("**/api/lobby", (route) => route.fulfill({ json: { challenges, bots: [] } }));
  await page.goto(new URL(hash, page.url()).href);
  await page.reload();
  await page.locator(".cell, .page").first().waitFor();
  await prepare?.(page);
  await page.locator(ready).first().waitFor();
  // The package of Chromium depends on this font.
  await page.evaluate(() => document.documentElement.style.setProperty("--font", '"DejaVu Sans"'));
  // Nothing is under the pointer, nor under the finger that was last there.
  await (as?.hasTouch ? page.touchscreen.tap(300, 95) : page.mouse.move(0, 0));
  return { page, close };
}

test("twelve screens look as they should", { timeout: 240_000 }, async () => {
  const wrong: string[] = [];
  for (const screen of screens) {
    const { page, close } = await open(screen);
    const found = await looksDifferent(page, screen.name);
    if (found) wrong.push(found);
    await close();
  }
  assert.equal(wrong.join("\n"), "");
});

test("a screen that lost a button is noticed", { timeout: 60_000, skip: update }, async () => {
  const { page, close } = await open(screens[0]!);
  await page.evaluate(() => ((document.querySelector(".controls button:last-child") as HTMLElement).style.visibility = "hidden"));
  assert.match((await looksDifferent(page, screens[0]!.name))!, /^first-visit: \d+ pixels .* See .*first-visit-diff\.png/);
  await close();
});
