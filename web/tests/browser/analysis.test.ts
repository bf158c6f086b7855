import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { root, useHarness } from "./harness";

const recorded = JSON.parse(
  readFileSync(`${root}/tests/vectors/double-games.jsonl`, "utf8").split("\n")[0]!,
) as { moves: string[] };

const harness = useHarness();

const limit = { timeout: 150_000 };
const opening = "1e5-1e4-2e1-1e2";

test("the engine shows lines, values and a heat map, and is stopped", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=double&m=${opening}` });
  await page.locator(".cell.legal").first().waitFor();
  await page.keyboard.press(" ");
  await page.locator(".pv-list li").nth(2).waitFor();
  await page.getByRole("meter").and(page.locator("[aria-valuetext*='chance to win']")).waitFor();
  await page.locator(".pv-list li .move").nth(2).hover();
  await page.locator(".preview").nth(2).waitFor();
  await page.mouse.move(1, 1);
  await page.keyboard.press("h");
  await page.locator(".heat").nth(15).waitFor();
  await page.keyboard.press("h");
  await page.keyboard.press(" ");
  await page.locator(".pv-list").waitFor({ state: "detached" });
  // A line is played into the game as a variation.
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".pv-list li .move").first().click();
  await page.locator(".tree .move[aria-current]").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a key that is pressed as soon as the page is there is not lost", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/rules" });
  await page.evaluate((hash) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(".cell.legal")) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    location.hash = hash;
  }, `#/analysis?v=double&m=${opening}`);
  await page.locator(".pv-list li").first().waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("keys go through the game, and links hold it", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=double&m=${opening}&p=2` });
  const current = (move: string) => page.locator(".tree .move[aria-current]", { hasText: move }).waitFor();
  await current("1e4");
  await page.keyboard.press("End");
  await current("1e2");
  await page.keyboard.press("Home");
  await page.locator(".tree .move[aria-current]").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await current("1e5");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("engine on or off").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a link holds variations, comments and the position shown", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=double&m=${opening}&p=2` });
  await page.locator(".tree .move[aria-current]", { hasText: "1e4" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator('[data-cell="1d4"]').click();
  await page.locator(".variation .move", { hasText: "1d4" }).waitFor();
  await page.getByLabel("Comment on this move").fill("or (this) - why not?");
  await page.getByRole("button", { name: "Import / export" }).click();
  const address = await page.getByLabel("Link to this game").inputValue();
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator(".variation .move[aria-current]", { hasText: "1d4" }).waitFor();
  await page.locator(".variation .comment", { hasText: "or (this) - why not?" }).waitFor();
  assert.equal(await page.locator(".tree .move").count(), 5);
  assert.deepEqual(errors, []);
  await close();
});

test("a whole game is reviewed and its graph drawn", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=double&m=${recorded.moves.slice(0, 30).join("-")}` });
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Review again" }).waitFor();
  await page.locator(".curve polyline").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a game with a comment is exported and imported again", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=double&m=${opening}` });
  await page.getByLabel("Comment on this move").fill("a {strange} move");
  await page.getByRole("button", { name: "Import / export" }).click();
  const xgn = page.getByLabel("The main variation with its comments");
  await page.locator("a[download]:not([href$='utf-8,'])").waitFor();
  const text = await xgn.inputValue();
  assert.match(text, /\[Variant "double"\]/);
  const fen = await page.getByLabel("This position (FEN)").inputValue();
  const input = page.getByLabel("A game (.xgn), a FEN, or moves");
  await input.fill("[Variant \"double\"]\n\n1. 1a1 9z9 *");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "line 3" }).waitFor();
  await input.fill(text);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(".comment", { hasText: "a {strange} move" }).waitFor();
  await page.getByRole("button", { name: "Import / export" }).click();
  await input.fill(fen);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Play moves on the board").waitFor();
  await page.locator(".mark").nth(3).waitFor();
  assert.equal(await page.locator(".mark").count(), 4);
  assert.deepEqual(errors, []);
  await close();
});

test("on a plain static host the engine is stopped and started again", limit, async () => {
  const { page, errors, close } = await harness.open({ plainHost: true, hash: `#/analysis?v=double&m=${opening}` });
  const engine = page.getByRole("button", { name: "Engine" });
  for (let i = 0; i < 2; i++) {
    await engine.click();
    await page.locator(".pv-list li").first().waitFor();
    await engine.click();
    await page.locator(".pv-list").waitFor({ state: "detached" });
  }
  // The thought before must have ended for this one to be heard.
  await engine.click();
  await page.keyboard.press("Home");
  await page.locator(".pv-head", { hasText: /depth [1-9]/ }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});
