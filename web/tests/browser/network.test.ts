import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { root, useHarness } from "./harness";

const harness = useHarness();

const limit = { timeout: 150_000 };
const shipped = readdirSync(`${root}/web/dist/assets`).filter((name) => name.endsWith(".xnet"));
const variant = shipped[0]!.split("-")[0]!;
const analysis = `#/analysis?v=${variant}`;

test("the engine takes its network, only that of the variant, after the board is there", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: analysis });
  await page.locator(".cell.legal").first().waitFor();
  const fetched = (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.endsWith(".xnet")));
  assert.deepEqual(await fetched(), []);
  await page.getByRole("button", { name: "Engine" }).click();
  await page.locator('.pv-list[data-evaluation="network"]').waitFor();
  await page.locator(".pv-head", { hasText: /depth ([2-9]|\d\d)/ }).waitFor();
  const names = await fetched();
  assert.equal(names.length, 1);
  assert.ok(names[0]!.includes(`/${variant}-`), names[0]);
  assert.deepEqual(errors, []);
  await close();
});

test("the engine works before its network is there, and says when it cannot be had", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/*.xnet", async (route) => {
    await held;
    await route.abort();
  });
  await page.goto(new URL(analysis, page.url()).href);
  await page.getByRole("button", { name: "Engine" }).click();
  await page.locator('.pv-list[data-evaluation="loading"]').waitFor();
  await page.locator(".pv-head", { hasText: /depth ([2-9]|\d\d)/ }).waitFor();
  letGo();
  await page.getByText("could not be loaded").waitFor();
  await page.locator(".pv-list li").first().waitFor();
  await close();
});
