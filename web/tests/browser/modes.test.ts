// Accessibility of the screens beside the board: forced colours, zoom, print, keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { faults } from "./axe";
import { type OpenOptions, useHarness } from "./harness";
import { saveGames } from "./saved_games";
import { assertFits, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 180_000 };
const challenges = [
  { game: "a", invitation: "b", variant: "ultimate", side: "x", name: "Ada with a rather long name", clock: { initial_ms: 600_000, increment_ms: 0 } },
  { game: "c", invitation: "d", variant: "double", side: "o", name: "", clock: { initial_ms: 0, increment_ms: 0, days: 3 } },
];
const press = (name: string) => (page: Page) => page.getByRole("button", { name }).click();

interface Screen {
  name: string;
  address: string;
  prepare?: (page: Page) => Promise<void>;
  ready: string;
}
const screens: Screen[] = [
  {
    name: "guided",
    address: "#/play?new=first",
    prepare: async (page) => {
      await page.locator(".cell.legal").first().click();
      await page.locator(".moves-o").waitFor();
    },
    ready: ".coach",
  },
  { name: "openings", address: "#/analysis?v=ultimate", prepare: press("Openings"), ready: ".openings td" },
  { name: "share", address: "#/analysis?v=double&m=1e5-1e4", prepare: press("Share"), ready: "dialog[open] textarea, dialog[open] input" },
  { name: "puzzle", address: "#/puzzles?v=ultimate", ready: ".cell.legal" },
  { name: "solution", address: "#/puzzles?v=ultimate", prepare: press("Show the solution"), ready: "text=This is the solution." },
  { name: "lobby", address: "#/online", ready: ".lobby li" },
  { name: "statistics", address: "#/games", ready: ".statistics" },
  { name: "tournaments", address: "#/tournaments", ready: ".tournament-list li" },
  { name: "embedded", address: "embed?v=double&m=1e5-2e4", ready: ".cells .mark" },
];
const tournaments = [{ id: "spring", name: "Spring cup", variant: "extreme", time_control: "1 s", created: "2026-03-14", running: true, games: 12 }];

/** Opens the page with saved games, challenges and tournaments. */
async function open(options: OpenOptions): Promise<{ page: Page; close: () => Promise<void>; show: (screen: Screen) => Promise<void> }> {
  const { page, close } = await harness.open({ hash: "#/games", plainHost: true, reducedMotion: "reduce", ...options });
  await page.route("**/api/lobby", (route) => route.fulfill({ json: { challenges, bots: [] } }));
  await page.route("**/api/tournaments", (route) => route.fulfill({ json: { tournaments } }));
  await page.locator(".page").waitFor();
  await saveGames(page, Date.now());
  const start = page.url();
  const show = async ({ address, prepare, ready }: Screen): Promise<void> => {
    await page.goto("about:blank"); // closes dialogs, forgets what was chosen
    await page.goto(new URL(address, start).href);
    await prepare?.(page);
    await page.locator(ready).first().waitFor();
  };
  return { page, close, show };
}

for (const [mode, options] of Object.entries({
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "forced colours": { forcedColors: "active" },
  "200% zoom": { viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 },
} satisfies Record<string, OpenOptions>))
  test(`no screen has a fault of accessibility or is too wide, ${mode}`, limit, async () => {
    const { page, close, show } = await open(options);
    for (const screen of screens) {
      await show(screen);
      // The system chooses forced colours; axe does not see them.
      assert.deepEqual(await faults(page, "forcedColors" in options ? ["color-contrast"] : []), [], screen.name);
      await assertFits(page);
      await shoot(page, `${screen.name}-${mode.replaceAll(/\W+/g, "-")}`);
    }
    await close();
  });

test("the board has the colours that the system forces", limit, async () => {
  const { page, close, show } = await open({ forcedColors: "active", colorScheme: "dark" });
  await show(screens[0]!);
  const [mark, label, text, frame] = await page.evaluate(() => {
    const style = (selector: string): CSSStyleDeclaration => getComputedStyle(document.querySelector(selector)!);
    return [style(".cells .mark-x").stroke, style(".labels text").fill, style("body").color, style(".small-board .ground").stroke];
  });
  assert.deepEqual([mark, label, frame], [text, text, text]);
  await close();
});

test("what is chosen shows without its colour", limit, async () => {
  const { page, close, show } = await open({ forcedColors: "active" });
  for (const [name, chosen, other] of [
    ["openings", 'button[aria-pressed="true"]:not(.quiet)', 'button[aria-pressed="false"]:not(.quiet)'],
    ["lobby", ".choices .chosen", ".choices label:not(.chosen)"],
    ["statistics", '.segments [aria-pressed="true"]', '.segments [aria-pressed="false"]'],
    ["guided", ".moves [aria-current]", ".moves .move:not([aria-current])"],
    ["guided", ".player.turn", ".player:not(.turn)"],
  ]) {
    await show(screens.find((screen) => screen.name === name)!);
    const outline = (selector: string): Promise<string> => page.locator(selector).first().evaluate((element) => getComputedStyle(element).outlineStyle);
    assert.deepEqual([await outline(chosen!), await outline(other!)], ["solid", "none"], name);
  }
  await close();
});

test("paper shows what there is to read and no buttons", limit, async () => {
  const { page, close, show } = await open({ viewport: { width: 794, height: 1123 } });
  for (const [name, read] of [["guided", ".moves .move"], ["openings", ".openings td"], ["puzzle", ".board-picture"], ["statistics", ".game-list li"]]) {
    await show(screens.find((screen) => screen.name === name)!);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator(read!).first().isVisible(), name);
    assert.equal(await page.locator(".top").isVisible(), false);
    // Moves in tables are buttons too.
    const pressed = await page.locator("button:not(.move, td button):visible, select:visible").allTextContents();
    assert.deepEqual(pressed, [], name);
    await assertFits(page);
    await shoot(page, `${name}-print`);
    await page.emulateMedia({ media: "screen" });
  }
  await close();
});

test("openings, puzzles, sharing and My games work by keyboard", limit, async () => {
  const { page, close, show } = await open({});
  const use = async (selector: string): Promise<void> => {
    await page.locator(selector).first().focus();
    await page.keyboard.press("Enter");
  };
  await show(screens.find(({ name }) => name === "openings")!);
  const move = (await page.locator(".openings td button").first().textContent())!;
  await use(".openings td button");
  await page.locator(".tree .move", { hasText: move }).waitFor();

  const share = page.getByRole("button", { name: "Share" });
  await share.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.ok(await share.evaluate((button) => button === document.activeElement), "the focus is back");

  await show(screens.find(({ name }) => name === "puzzle")!);
  await use(".cell.legal");
  await page.getByText(/Try again\.|Right\. Continue\.|Solved\./).first().waitFor();

  await show(screens.find(({ name }) => name === "statistics")!);
  const count = await page.locator(".game-list li").count();
  await use('.game-list button[aria-label^="Delete"]');
  await page.locator(".game-list li").nth(count - 1).waitFor({ state: "detached" });
  await use(".toast button");
  await page.locator(".game-list li").nth(count - 1).waitFor();
  await close();
});
