// Takes the pictures of the README: `scripts/test-web pictures`.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Harness, root } from "../browser/harness";

const picture = (name: string): { path: string } => ({ path: `${root}/docs/pictures/${name}.png` });
const firstGame = (variant: string): string[] =>
  (JSON.parse(readFileSync(`${root}/tests/vectors/${variant}-games.jsonl`, "utf8").split("\n")[3]!) as { moves: string[] }).moves;

test("pictures", { timeout: 180_000 }, async () => {
  const harness = new Harness();
  await harness.start();
  try {
    const play = await harness.open({ viewport: { width: 1240, height: 840 }, reducedMotion: "reduce" });
    const bots = play.page.getByRole("dialog").locator('label:has(span:text-is("Watch two bots"))');
    await play.page.getByRole("button", { name: "New game" }).click();
    await bots.click();
    await play.page.getByRole("button", { name: "Start" }).click();
    await play.page.locator(".small-board.won-x, .small-board.won-o").nth(5).waitFor({ timeout: 120_000 });
    await play.page.getByRole("button", { name: "Pause" }).click();
    await play.page.screenshot(picture("play"));
    await play.close();

    const hash = `#/analysis?v=double&p=44&m=${firstGame("double").join("-")}`;
    const analysis = await harness.open({ hash, viewport: { width: 1240, height: 840 }, colorScheme: "dark", reducedMotion: "reduce" });
    await analysis.page.getByRole("button", { name: "Review the game" }).click();
    await analysis.page.getByRole("button", { name: "Review again" }).waitFor({ timeout: 60_000 });
    await analysis.page.keyboard.press("h");
    await analysis.page.locator(".heat").nth(3).waitFor();
    await analysis.page.locator(".pv-head", { hasText: /depth 1\d/ }).waitFor({ timeout: 60_000 });
    await analysis.page.screenshot(picture("analysis"));
    await analysis.close();

    const phone = await harness.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5, reducedMotion: "reduce" });
    await phone.page.locator('[data-cell="g7"]').tap();
    await phone.page.locator('[data-lens-cell="g7"]').tap();
    await phone.page.locator('[data-lens-cell="g7"]').tap();
    await phone.page.locator(".lens .legal").first().waitFor();
    await phone.page.screenshot(picture("phone"));
    await phone.close();
  } finally {
    await harness.stop();
  }
});
