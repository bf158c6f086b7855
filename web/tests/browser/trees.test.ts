// What screen readers find on the most important screens: the accessibility tree without the cells of the board,
// compared with trees/NAME.txt. XTTT_UPDATE_TREES=1 writes these files again; read them before you commit them.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { root, useHarness } from "./harness";

const harness = useHarness();

const folder = `${root}/web/tests/browser/trees`;
const screens: [name: string, hash: string, ready: string][] = [
  ["play", "#/play", ".cell.legal"],
  ["analysis", "#/analysis?v=ultimate&m=e5-d4-a1", ".tree .move"],
  ["puzzles", "#/puzzles?v=ultimate", ".cell.legal"],
  ["learn", "#/learn", ".cell.legal"],
  ["online", "#/online", ".lobby p"],
];

test("the accessibility trees of five screens are as they should be", { timeout: 300_000 }, async () => {
  const { page, close } = await harness.open({ hash: "#/rules", locale: "en-GB", timezoneId: "UTC" });
  await page.clock.setFixedTime(Date.parse("2026-03-14T15:09:26Z"));
  await page.route("**/api/lobby", (route) => route.fulfill({ json: { challenges: [], bots: [] } }));
  for (const [name, hash, ready] of screens) {
    await page.goto(new URL(hash, page.url()).href);
    await page.locator(ready).first().waitFor();
    const tree = await page.locator("body").ariaSnapshot();
    const text = `${tree.split("\n").filter((line) => !/^\s*- '?(gridcell|row)\b/.test(line)).join("\n")}\n`;
    const file = `${folder}/${name}.txt`;
    if (process.env["XTTT_UPDATE_TREES"]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    assert.equal(text, readFileSync(file, "utf8"), `${name}: if this is intended, run XTTT_UPDATE_TREES=1 scripts/test-web browser trees`);
  }
  await close();
});
