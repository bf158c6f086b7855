// Phones and tablets: nothing jumps, nothing is out of reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { useHarness } from "./harness";
import { newGame, playToTheEnd } from "./table";
import { assertFits, phone, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 240_000 };
const sized = (width: number, height: number) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });

/** Where things lie on the page, from its top. */
const tops = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [".board-picture", ".lens", ".controls"].map((selector) => [
        selector,
        Math.round(document.querySelector(selector)!.getBoundingClientRect().top + scrollY),
      ]),
    ),
  );

/** An element lies inside the window. */
async function assertVisible(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  const box = (await page.locator(selector).first().boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
  assert.ok(inside, `${selector} at ${JSON.stringify(box)} in ${width} x ${height}`);
}

test("nothing jumps when a move is made and answered", limit, async () => {
  const { page, errors, close } = await harness.open(phone);
  await page.locator('[data-cell="g7"]').tap();
  const cell = page.locator('[data-lens-cell="g7"]');
  const before = await tops(page);
  await cell.tap();
  assert.deepEqual(await tops(page), before, "after the first tap");
  await cell.tap();
  await page.locator(".lens.idle").waitFor();
  assert.deepEqual(await tops(page), before, "while the computer thinks");
  await page.locator(".lens:not(.idle) .legal").first().waitFor();
  assert.deepEqual(await tops(page), before, "after the answer");
  assert.deepEqual(errors, []);
  await close();
});

test("a tap in the very moment of the reply counts", limit, async () => {
  const { page, errors, close } = await harness.open(phone);
  await page.locator('[data-cell="g7"]').tap();
  await page.locator('[data-lens-cell="g7"]').tap();
  await page.evaluate(() => {
    let wasIdle = false;
    const observer = new MutationObserver(() => {
      const lens = document.querySelector(".lens")!;
      wasIdle ||= lens.classList.contains("idle");
      const cell = wasIdle && lens.querySelector(".cell.legal");
      if (!cell) return;
      observer.disconnect();
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  });
  await page.locator('[data-lens-cell="g7"]').tap();
  await page.locator(".moves-o .move").waitFor();
  await page.locator(".lens .tapped").waitFor();
  // The next tap plays it.
  await page.locator(".lens .tapped").tap();
  await page.locator(".moves-x .move").nth(1).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("one who looks back reads at which move", limit, async () => {
  for (const locale of ["en", "de", "es"]) {
    const { page, close } = await harness.open({ ...phone, locale });
    await page.locator('[data-cell="g7"]').tap();
    await page.locator('[data-lens-cell="g7"]').tap();
    await page.locator('[data-lens-cell="g7"]').tap();
    await page.locator(".moves-o .move").waitFor();
    await page.keyboard.press("Home");
    await page.locator(".status .return").waitFor();
    const [text, button] = [(await page.locator(".status > span").first().boundingBox())!, (await page.locator(".status .return").boundingBox())!];
    assert.ok(text.height <= button.height + 1, `${text.height} > ${button.height}`);
    assert.ok(await page.locator(".status > span").first().evaluate((element) => element.scrollWidth <= element.clientWidth), "nothing is cut off");
    await shoot(page, `phone-looking-back-${locale}`);
    await close();
  }
});

test("newcomers on a phone read what the game is about without scrolling", limit, async () => {
  for (const options of [phone, sized(360, 640)]) {
    const { page, close } = await harness.open(options);
    await page.locator(".lens-idle").waitFor();
    for (const selector of [".lens .welcome p", ".lens .welcome .strong", ".lens-idle > p"]) await assertVisible(page, selector);
    const fits = await page.locator(".lens-idle").evaluate((element) => element.scrollHeight <= element.clientHeight);
    assert.ok(fits, "nothing is cut off");
    assert.equal(await page.locator(".welcome:visible").count(), 1);
    const before = await tops(page);
    await page.locator('[data-cell="g7"]').tap();
    await page.locator('[data-lens-cell="g7"]').waitFor();
    assert.deepEqual(await tops(page), before);
    await close();
  }
});

for (const variant of ["extreme", "double", "diagonal", "ultimate"])
  test(`a whole game of ${variant} with fingers`, limit, async () => {
    const { page, errors, close } = await harness.open(phone);
    await newGame(page, variant, "Computer", "Pip");
    assert.ok((await playToTheEnd(page, true)) > 4);
    await page.locator(".end-panel h2").waitFor();
    await assertFits(page);
    await shoot(page, `phone-end-${variant}`);
    assert.deepEqual(errors, []);
    await close();
  });

for (const [width, height] of [[390, 844], [360, 640], [844, 390]] as const)
  test(`the close-up never covers the board, ${width} x ${height}`, limit, async () => {
    const { page, close } = await harness.open(sized(width, height));
    await page.locator('[data-cell="g7"]').tap();
    await page.locator('[data-lens-cell="g7"]').waitFor();
    const board = (await page.locator(".board-picture").boundingBox())!;
    const lens = (await page.locator(".lens").boundingBox())!;
    const apart = lens.y >= board.y + board.height - 1 || lens.x >= board.x + board.width - 1;
    assert.ok(apart, `${JSON.stringify(lens)} over ${JSON.stringify(board)}`);
    const cell = (await page.locator('[data-lens-cell="g7"]').boundingBox())!;
    assert.ok(cell.width >= 44 && cell.height >= 44, `${cell.width} x ${cell.height}`);
    await assertVisible(page, ".lens");
    await assertFits(page);
    await shoot(page, `lens-${width}x${height}`);
    await close();
  });

test("the lesson's text and the puzzle's goal stand above the board", limit, async () => {
  for (const options of [phone, sized(360, 640)]) {
    const { page, close } = await harness.open({ ...options, hash: "#/learn" });
    await page.locator(".cell.legal").first().waitFor();
    await assertVisible(page, ".lesson-text");
    await page.goto(new URL("#/puzzles", page.url()).href);
    await page.locator(".cell.legal").first().waitFor();
    await assertVisible(page, ".puzzle .lead");
    await assertFits(page);
    await close();
  }
});

test("every page is in the menu of a phone and a tablet", limit, async () => {
  for (const options of [phone, sized(820, 1180)]) {
    const { page, close } = await harness.open(options);
    await page.locator(".menu-button").tap();
    for (const name of ["Play", "Online", "My games", "Analysis", "Puzzles", "Tournaments", "Learn", "Rules"])
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).waitFor();
    await assertVisible(page, "#menu a:last-child");
    await page.getByRole("link", { name: "Rules" }).tap();
    await page.getByRole("heading", { name: "The rules" }).waitFor();
    assert.equal(await page.locator("#menu.open").count(), 0);
    await close();
  }
});

test("the start button of a new game is always in reach", limit, async () => {
  for (const options of [phone, sized(360, 640), sized(844, 390)]) {
    const { page, close } = await harness.open(options);
    await page.getByRole("button", { name: "New game" }).click();
    await page.locator("dialog .opponents").waitFor();
    await assertVisible(page, "dialog button.primary");
    await close();
  }
});

test("double fills a large screen", limit, async () => {
  const { page, close } = await harness.open({ viewport: { width: 1920, height: 1080 } });
  await newGame(page, "double");
  await page.locator('[aria-label="Board of double"]').waitFor();
  const board = (await page.locator(".big-board").first().boundingBox())!;
  assert.ok(board.width > 700, `a board is ${board.width} wide`);
  await shoot(page, "double-1920");
  await close();
});
