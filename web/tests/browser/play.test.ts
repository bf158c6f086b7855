import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Harness } from "./harness";

let harness: Harness;
before(async () => {
  harness = await Harness.start();
});
after(async () => {
  await harness.stop();
});

const limit = { timeout: 150_000 };

/** The names of the cells that may be played now. */
const legalCells = (page: Page): Promise<string[]> =>
  page.locator(".cell.legal").evaluateAll((cells) => cells.map((cell) => (cell as SVGElement).dataset["cell"]!));

/** Starts a game from the dialog. */
async function newGame(page: Page, ...choices: string[]): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  for (const choice of choices) await dialog.locator(`label:has(span:text-is("${choice}"))`).click();
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Plays the first legal cell until the game ends; returns the number of moves made by hand. */
async function playToTheEnd(page: Page): Promise<number> {
  const over = page.locator(".status.over");
  for (let moves = 0; ; moves++) {
    await page.locator(".cell.legal, .status.over").first().waitFor();
    if (await over.isVisible()) return moves;
    const announced = await page.getByTestId("announcement").textContent();
    await page.locator(".cell.legal").first().click();
    await page.locator(`[data-testid=announcement]:not(:text-is(${JSON.stringify(announced)}))`).waitFor({ state: "attached" });
  }
}

test("a whole game against the bot", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "ultimate", "The bot");
  assert.ok((await playToTheEnd(page)) > 4);
  await page.locator(".player.won, .status.over").first().waitFor();
  assert.equal((await legalCells(page)).length, 0);
  assert.deepEqual(errors, []);
  await close();
});

test("two people at one screen play double, and a turn is taken back", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "double", "A person here");
  await page.locator(".cell.legal").nth(161).waitFor();
  assert.equal((await legalCells(page)).length, 162);
  for (const move of ["1a1", "1b2", "1f5", "1g4", "1a2", "1a4"]) await page.locator(`[data-cell="${move}"]`).click();
  // The seventh move wins a small board: a bonus move follows.
  await page.locator('[data-cell="1a3"]').hover();
  await page.locator(".mark.large.ghost").waitFor();
  await page.locator('[data-cell="1a3"]').click();
  await page.getByText("X has earned a bonus move").first().waitFor();
  await page.locator(".small-board.won-x").waitFor();
  await page.locator('[data-cell="1b7"]').click();
  await page.locator(".move.bonus", { hasText: "+1b7" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".move.bonus").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator(".status.over", { hasText: "resigns" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("the game is played with the keyboard alone", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.locator('[data-cell="a1"]').focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => (document.activeElement as SVGElement).dataset["cell"]), "c3");
  await page.locator(".target-o").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".player-x.turn").waitFor();
  await page.getByTestId("announcement").filter({ hasText: /^O plays/ }).waitFor({ state: "attached" });
  const input = page.getByRole("textbox", { name: "Move" });
  await input.fill("zz");
  await input.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.locator(".cell.legal").first().waitFor();
  const [legal] = await legalCells(page);
  await input.fill(legal!.toUpperCase());
  await input.press("Enter");
  await page.getByTestId("announcement").filter({ hasText: /^O plays/ }).waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
  await close();
});

test("a phone has finger targets of 44 pixels, and the whole board", limit, async () => {
  const { page, errors, close } = await harness.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.locator(".lens-empty").waitFor();
  await page.locator('[data-cell="g7"]').tap();
  const target = page.locator('[data-lens-cell="g7"]');
  const box = (await target.boundingBox())!;
  assert.ok(box.width >= 44 && box.height >= 44, `${box.width} x ${box.height}`);
  await target.tap();
  // The bot's answer binds the next move: its small board is under the lens at once.
  await page.locator(".lens .legal").first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} wide`);
  assert.deepEqual(errors, []);
  await close();
});

test("a hint points at a move and says why", limit, async () => {
  const { page, errors, close } = await harness.open({ colorScheme: "dark" });
  await page.locator(".cell.legal").first().waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint-text", { hasText: /^Try [a-p]\d+: ./ }).waitFor();
  await page.locator("circle.hint").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("without shared memory the engine thinks in slices and still answers", limit, async () => {
  const { page, errors, close } = await harness.open({ plainHost: true });
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await page.locator('[data-cell="g7"]').click();
  await page.getByTestId("announcement").filter({ hasText: /^O plays/ }).waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
  await close();
});
