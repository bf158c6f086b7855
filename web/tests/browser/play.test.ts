import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { useHarness } from "./harness";
import { until } from "./online_table";
import { newGame, playToTheEnd, resign } from "./table";

const harness = useHarness();

const limit = { timeout: 150_000 };

/** The names of the cells that may be played now. */
const legalCells = (page: Page): Promise<string[]> =>
  page.locator(".cell.legal").evaluateAll((cells) => cells.map((cell) => (cell as SVGElement).dataset["cell"]!));

for (const variant of ["extreme", "double", "diagonal", "ultimate"])
  test(`a whole game of ${variant} against the computer`, { timeout: 300_000 }, async () => {
    const { page, errors, close } = await harness.open();
    await newGame(page, variant, "Computer", "Pip");
    // A tap meant for the board must not press a button that appears below it.
    await page.evaluate(() => {
      const seen = { inert: false };
      Object.assign(globalThis, { seen });
      new MutationObserver(() => (seen.inert ||= document.querySelector(".end-panel .controls[inert]") !== null)).observe(document.body, { childList: true, subtree: true });
    });
    assert.ok((await playToTheEnd(page)) > 4);
    await page.locator(".end-panel .controls:not([inert])").waitFor();
    assert.ok(await page.evaluate(() => (globalThis as unknown as { seen: { inert: boolean } }).seen.inert));
    assert.equal((await legalCells(page)).length, 0);
    const [x, o] = await page.locator(".end-points b").allTextContents();
    assert.deepEqual(await page.locator(".player-points").allTextContents(), [x, o].map((points) => `${points} pts`));
    assert.deepEqual(errors, []);
    await close();
  });

test("two people at one screen play double, and a turn is taken back", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "double", "Pass and play");
  await page.locator(".cell.legal").nth(161).waitFor();
  assert.equal((await legalCells(page)).length, 162);
  for (const move of ["1a1", "1b2", "1f5", "1g4", "1a2", "1a4"]) await page.locator(`[data-cell="${move}"]`).click();
  // The seventh move wins a small board: a bonus move follows.
  await page.locator('[data-cell="1a3"]').hover();
  await page.locator(".mark.large.ghost").waitFor();
  await page.locator('[data-cell="1a3"]').click();
  await page.getByText("X won a board and plays again").first().waitFor();
  await page.locator(".small-board.won-x").waitFor();
  await page.locator('[data-cell="1b7"]').click();
  await page.locator(".move.bonus", { hasText: "+1b7" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".move.bonus").waitFor({ state: "detached" });
  await resign(page);
  await page.locator(".end-panel", { hasText: "X resigned – O wins 86–\u20600" }).waitFor();
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
  await page.getByTestId("announcement").filter({ hasText: /^Momo plays/ }).waitFor({ state: "attached" });
  const input = page.getByRole("textbox", { name: "Move" });
  await input.fill("zz");
  await input.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.locator(".cell.legal").first().waitFor();
  const [legal] = await legalCells(page);
  await input.fill(legal!.toUpperCase());
  await input.press("Enter");
  await page.getByTestId("announcement").filter({ hasText: /^Momo plays/ }).waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
  await close();
});

test("the skip link stays on the page, rows have names, and the focus follows the reply", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/rules" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  assert.equal(await page.evaluate(() => location.hash), "#/rules");
  await page.goto(new URL("#/play", page.url()).href);
  await page.locator(".cell.legal").first().waitFor();
  assert.equal(await page.getByRole("row").nth(2).getAttribute("aria-label"), "Row 3");
  await page.locator('[data-cell="c3"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".moves-o").waitFor();
  await page.locator(".cell.legal").first().waitFor();
  await until(() => page.evaluate(() => document.activeElement?.classList.contains("legal") ?? false));
  assert.deepEqual(errors, []);
  await close();
});

test("pointing at a cell gives no puzzle away", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/puzzles?v=extreme" });
  await page.locator(".cell.legal").first().waitFor();
  for (const cell of await page.locator(".cell.legal").all()) {
    assert.match((await cell.getAttribute("aria-label"))!, /^[0-9a-z]+, playable$/);
    await cell.hover();
    assert.equal(await page.locator(".mark.large.ghost").count(), 0);
    assert.doesNotMatch((await page.locator(".board-promise").textContent())!, /wins/);
  }
  await close();
});

test("newcomers get the goal and a first game, until they have played one", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.getByText("New here?").waitFor();
  await page.getByRole("link", { name: "Easy first game" }).click();
  await page.locator('[aria-label="Board of ultimate"]').waitFor();
  await page.locator(".player-o strong", { hasText: "Pip" }).waitFor();
  await playToTheEnd(page);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator(".end-panel").waitFor({ state: "detached" });
  assert.equal(await page.getByText("New here?").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("a phone has finger targets of 44 pixels, and the whole board", limit, async () => {
  const { page, errors, close } = await harness.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByText("Tap a small board").waitFor();
  await page.locator('[data-cell="g7"]').tap();
  const target = page.locator('[data-lens-cell="g7"]');
  const box = (await target.boundingBox())!;
  assert.ok(box.width >= 44 && box.height >= 44, `${box.width} x ${box.height}`);
  await target.tap(); // shows where it leads
  await page.locator(".target-o").waitFor();
  assert.equal(await page.locator(".cells .mark").count(), 0);
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
  const button = page.getByRole("button", { name: "Hint" });
  const before = await button.boundingBox();
  await button.click();
  await page.locator(".hint-text", { hasText: /^Try [a-p]\d+: ./ }).waitFor();
  assert.doesNotMatch((await page.locator(".hint-text").textContent())!, /\bO\b/, "it names the opponent");
  assert.deepEqual(await button.boundingBox(), before, "no button moves");
  await page.locator("circle.hint").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("without shared memory the engine thinks in slices and still answers", limit, async () => {
  const { page, errors, close } = await harness.open({ plainHost: true });
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await page.locator('[data-cell="g7"]').click();
  await page.getByTestId("announcement").filter({ hasText: /^Momo plays/ }).waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
  await close();
});
