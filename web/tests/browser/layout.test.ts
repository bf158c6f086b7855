// The board keeps its place and its size through a whole game, on every screen; nothing is cut off or broken.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { VariantName } from "../../src/core/types";
import { type OpenOptions, useHarness } from "./harness";
import { playMove, shortGame } from "./online_table";
import { newGame, resign } from "./table";
import { phone, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 240_000 };
const smallPhone: OpenOptions = { ...phone, viewport: { width: 360, height: 640 } };
const large: OpenOptions = { viewport: { width: 1920, height: 1080 } };
/** On each screen: games played to their end, and games resigned after some moves, because they are long. */
const screens: [name: string, options: OpenOptions, whole: VariantName[], resigned: VariantName[]][] = [
  ["phone", phone, ["double", "ultimate"], ["extreme"]],
  ["small phone", smallPhone, ["double"], ["extreme"]],
  ["phone on its side", { ...phone, viewport: { width: 844, height: 390 } }, ["ultimate"], ["double", "extreme"]],
  ["tablet", { ...phone, viewport: { width: 820, height: 1180 } }, [], ["double"]],
  ["laptop", { viewport: { width: 1280, height: 840 } }, ["double", "ultimate"], []],
  ["large screen", large, ["double"], []],
];
const movesBeforeResigning = 12;

/** Where something lies on the page, in pixels. */
const boxOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + scrollX, top + scrollY, width, height].map((n) => n.toFixed(1)).join(" ");
    });
const boardBox = (page: Page): Promise<string> => boxOf(page, ".board-picture");
const stepBox = (page: Page): Promise<string> => boxOf(page, ".steps button:nth-child(2)");

for (const [name, options, whole, resigned] of screens)
  for (const variant of [...whole, ...resigned])
    test(`the board of ${variant} does not move during a game, ${name}`, limit, async () => {
      const { page, errors, close } = await harness.open(options);
      await newGame(page, variant, "Pass and play");
      await page.locator(`[aria-label="Board of ${variant}"]`).waitFor();
      await page.locator(".cell.legal").first().waitFor();
      const start = await boardBox(page);
      const found: string[] = [];
      const check = async (when: string): Promise<void> => {
        const box = await boardBox(page);
        if (box !== start) found.push(`${when}: ${box}`);
      };
      const { moves: all, sides } = shortGame(variant);
      const moves = whole.includes(variant) ? all : all.slice(0, movesBeforeResigning);
      const bonus = sides.findIndex((side, i) => side === sides[i + 1]);
      for (const [i, move] of moves.entries()) {
        await playMove(page, move);
        await page.locator(".moves .move").nth(i).waitFor();
        if (i === bonus) await page.getByText("won a board and plays again").first().waitFor();
        await check(i === bonus ? "bonus move" : `move ${i + 1}`);
        if (i === bonus) await shoot(page, `layout-bonus-${variant}-${name}`);
        if (i !== 3) continue;
        await page.keyboard.press("ArrowLeft");
        await page.locator(".status .return").waitFor();
        await check("looking back");
        await shoot(page, `layout-back-${variant}-${name}`);
        await page.keyboard.press("End");
        await page.locator(".status .return").waitFor({ state: "detached" });
        await check("back to the game");
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator(".hint-text").waitFor();
        await check("hint");
        await page.getByRole("button", { name: "Undo" }).click();
        await page.locator(".moves .move").nth(i).waitFor({ state: "detached" });
        await check("undo");
        await playMove(page, move);
        await page.locator(".moves .move").nth(i).waitFor();
      }
      if (moves.length < all.length) await resign(page);
      await page.locator(".end-panel h2").waitFor();
      await check("the end");
      await shoot(page, `layout-end-${variant}-${name}`);
      const before = await stepBox(page);
      await page.locator(".steps button").nth(1).click();
      await page.locator(".status .return").waitFor();
      assert.equal(await stepBox(page), before, "the button for one move back keeps its place");
      await check("looking back from the end");
      await page.keyboard.press("End");
      await page.locator(".status .return").waitFor({ state: "detached" });
      await check("back to the end");
      await page.getByRole("button", { name: "Play again" }).click();
      await page.locator(".end-panel").waitFor({ state: "detached" });
      await check("the next game");
      await playMove(page, moves[0]!);
      await resign(page);
      await page.locator(".end-panel h2").waitFor();
      await check("resignation");
      assert.deepEqual(found, [], `at the start: ${start}`);
      assert.deepEqual(errors, []);
      await close();
    });

for (const [name, options] of [["phone", phone], ["small phone", smallPhone]] as const)
  test(`the board does not move during a puzzle and the lesson, ${name}`, limit, async () => {
    const { page, close } = await harness.open({ ...options, hash: "#/puzzles?v=extreme" });
    await page.locator(".cell.legal").first().waitFor();
    const start = await boardBox(page);
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByText("This is the solution.").waitFor();
    await shoot(page, `layout-puzzle-${name}`);
    assert.equal(await boardBox(page), start, "after the solution");
    await page.goto(new URL("#/learn", page.url()).href);
    await page.locator('[aria-label="Lesson"]').waitFor();
    const lesson = await boardBox(page);
    for (const [words, cell] of [["for O", "g7"], ["dashed frame", ".legal"], ["Four in a row", ".legal"]] as const) {
      if (cell === ".legal") await playMove(page, (await page.locator(".cells .cell.legal").nth(2).getAttribute("data-cell"))!);
      else await playMove(page, cell);
      await page.locator(".lesson-text").filter({ hasText: words }).waitFor();
      assert.equal(await boardBox(page), lesson, words);
    }
    await playMove(page, (await page.locator(".cells .cell.legal:not([data-cell=n10])").first().getAttribute("data-cell"))!);
    await page.locator(".lesson-text .error").waitFor();
    assert.equal(await boardBox(page), lesson, "after a mistake");
    await shoot(page, `layout-lesson-${name}`);
    await close();
  });

test("double fits a large screen without scrolling, until the end", limit, async () => {
  const { page, close } = await harness.open(large);
  await newGame(page, "double", "Pass and play");
  await page.locator('[aria-label="Board of double"]').waitFor();
  const assertFitsHeight = async (when: string): Promise<void> => {
    const [content, height] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.ok(content! <= height!, `${when}: the page is ${content} high, the window ${height}`);
  };
  await assertFitsHeight("at the start");
  const { moves } = shortGame("double");
  for (const [i, move] of moves.slice(0, movesBeforeResigning).entries()) {
    await playMove(page, move);
    await page.locator(".moves .move").nth(i).waitFor();
    await assertFitsHeight(`after move ${i + 1}`);
  }
  await resign(page);
  await page.locator(".end-panel h2").waitFor();
  await assertFitsHeight("at the end");
  await shoot(page, "layout-double-end-1920");
  await close();
});

test("no line breaks inside a score, and the evaluation bar has room for its number", limit, async () => {
  const { page, close } = await harness.open({ hash: `#/analysis?v=ultimate&m=${shortGame("ultimate").moves.join("-")}`, viewport: { width: 1280, height: 840 } });
  const label = page.locator(".eval-bar span");
  await label.filter({ hasText: "100" }).waitFor();
  assert.ok(await label.evaluate((element) => element.scrollWidth <= element.clientWidth), "100 is not cut off");
  await close();

  const games = await harness.open(phone);
  await newGame(games.page, "double", "Pass and play");
  await playMove(games.page, "1e5");
  await resign(games.page);
  const text = games.page.locator(".end-panel > p");
  await text.waitFor();
  // Whatever the width, the two numbers stand on the same line.
  const broken = await text.evaluate((element) => {
    const node = element.firstChild as Text;
    const at = node.data.indexOf("–\u2060");
    const [before, after] = [document.createRange(), document.createRange()];
    before.setStart(node, at - 1);
    before.setEnd(node, at);
    after.setStart(node, at + 2);
    after.setEnd(node, at + 3);
    const widths: number[] = [];
    for (let width = 120; width < 360; width += 2) {
      (element as HTMLElement).style.width = `${width}px`;
      if (before.getBoundingClientRect().top !== after.getBoundingClientRect().top) widths.push(width);
    }
    return at < 0 ? ["no score"] : widths;
  });
  assert.deepEqual(broken, []);
  await games.close();
});

test("the evaluation bar stands beside the board, not beside the close-up", limit, async () => {
  for (const variant of ["extreme", "double"] as const)
    for (const options of [phone, smallPhone]) {
      const { page, close } = await harness.open({ ...options, hash: `#/analysis?v=${variant}` });
      await page.locator(".lens").waitFor();
      const [bar, board] = [(await page.locator(".eval-bar").boundingBox())!, (await page.locator(".board-picture").boundingBox())!];
      const [top, bottom] = [bar.y - board.y, board.y + board.height - bar.y - bar.height];
      assert.ok(top >= 0 && top < 20 && bottom >= 0 && bottom < 40, `${variant}: ${JSON.stringify(bar)} beside ${JSON.stringify(board)}`);
      await shoot(page, `layout-bar-${variant}-${options.viewport!.width}`);
      await close();
    }
});
