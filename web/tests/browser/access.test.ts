import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { faults } from "./axe";
import { root, useHarness } from "./harness";

const harness = useHarness();

const limit = { timeout: 150_000 };

const pages: [name: string, hash: string, ready: string][] = [
  ["play", "#/play", ".cell.legal"],
  ["analysis", "#/analysis?v=double&m=1e5-1e4-2e1-1e2", ".tree .move"],
  ["puzzles", "#/puzzles", ".cell.legal"],
  ["online", "#/online", ".online-form"],
  ["games", "#/games", ".game-list"],
  ["learn", "#/learn", ".cell.legal"],
  ["rules", "#/rules", ".lines-picture"],
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`no page has a serious fault of accessibility, ${colorScheme}`, limit, async () => {
    const { page, errors, close } = await harness.open({ colorScheme, reducedMotion: "reduce" });
    // This host serves files only.
    await page.route("**/api/lobby", (route) => route.fulfill({ json: { challenges: [], bots: [] } }));
    for (const [name, hash, ready] of pages) {
      await page.goto(new URL(hash, page.url()).href);
      await page.locator(ready).first().waitFor();
      if (name === "play") {
        await page.locator('[data-cell="g7"]').click();
        await page.locator(".moves-o").waitFor();
      }
      if (name === "analysis") {
        await page.getByRole("button", { name: "Engine" }).click();
        await page.locator(".pv-list li").first().waitFor();
      }
      assert.deepEqual(await faults(page), [], name);
    }
    await page.goto(new URL("#/play", page.url()).href);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await faults(page), [], "new game");
    assert.deepEqual(errors, []);
    await close();
  });
}

for (const colorScheme of ["light", "dark"] as const)
  test(`a reviewed game has none, on a blunder too, ${colorScheme}`, limit, async () => {
    const { moves } = JSON.parse(readFileSync(`${root}/tests/vectors/double-games.jsonl`, "utf8").split("\n", 1)[0]!) as { moves: string[] };
    const { page, close } = await harness.open({ colorScheme, reducedMotion: "reduce", hash: `#/analysis?v=double&review=1&m=${moves.slice(0, 30).join("-")}` });
    await page.getByRole("button", { name: "Review again" }).waitFor();
    await page.locator(".tree .move.blunder").first().click();
    await page.locator(".tree .move.blunder[aria-current]").waitFor();
    await page.mouse.move(0, 0);
    assert.deepEqual(await faults(page), []);
    await close();
  });

test("a phone has none either", limit, async () => {
  const { page, close } = await harness.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('[data-cell="g7"]').tap();
  await page.locator('[data-lens-cell="g7"]').tap();
  await page.locator('[data-lens-cell="g7"]').tap();
  await page.locator(".lens .legal").first().waitFor();
  assert.deepEqual(await faults(page), []);
  await close();
});

test("light and dark follow the system until the person chooses", limit, async () => {
  const { page, close } = await harness.open({ colorScheme: "dark" });
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await paper();
  assert.notEqual(light, dark);
  const button = page.getByRole("button", { name: /^Colours/ });
  await button.click();
  await page.getByRole("button", { name: "Colours: light" }).click();
  await page.getByRole("button", { name: "Colours: dark" }).waitFor();
  assert.equal(await paper(), dark);
  await page.reload();
  await page.getByRole("button", { name: "Colours: dark" }).waitFor();
  assert.equal(await paper(), dark);
  await close();
});

test("nothing moves for those who prefer that", limit, async () => {
  const { page, close } = await harness.open({ reducedMotion: "reduce" });
  await page.locator('[data-cell="g7"]').click();
  await page.locator(".mark").first().waitFor();
  assert.equal(await page.locator(".mark").first().evaluate((mark) => getComputedStyle(mark).animationName), "none");
  await close();
});

test("the lesson is done by playing", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/learn" });
  const text = page.locator(".lesson-text");
  await page.locator('[data-cell="g7"]').click();
  await text.filter({ hasText: "for O" }).waitFor();
  await page.locator(".cell.legal").nth(3).click();
  await text.filter({ hasText: "dashed frame" }).waitFor();
  await page.locator(".cell.legal").nth(2).click();
  await text.filter({ hasText: "Four in a row" }).waitFor();
  await page.locator(".cell.legal:not([data-cell=n10])").first().click();
  await text.filter({ hasText: "Not that one" }).waitFor();
  await page.locator('[data-cell="n10"]').click();
  await text.filter({ hasText: "bonus move" }).waitFor();
  await page.locator(".cell.legal").first().click();
  await text.filter({ hasText: "diamond" }).waitFor();
  await page.locator('[data-cell="f8"]').click();
  await text.filter({ hasText: "You won" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a lesson that starts again has forgotten the mistake", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/learn" });
  const text = page.locator(".lesson-text");
  await page.locator('[data-cell="g7"]').click();
  for (const [words, cell] of [["for O", 3], ["dashed frame", 2], ["Four in a row", 0]] as const) {
    await text.filter({ hasText: words }).waitFor();
    await page.locator(".cell.legal:not([data-cell=n10])").nth(cell).click();
  }
  await text.filter({ hasText: "Not that one" }).waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await text.filter({ hasText: "You are X" }).waitFor();
  assert.equal(await text.locator(".error").count(), 0);
  await close();
});
