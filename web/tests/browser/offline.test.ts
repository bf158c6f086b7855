// After a first visit everything but online games works without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import { variantNames } from "../../src/core/types";
import { dist, useHarness } from "./harness";
import { isolationHeaders, securityHeaders, serve } from "./serve";
import { newGame, playToTheEnd } from "./table";

const harness = useHarness();


test("a game of each variant, an analysis and the rest work without a network after the first visit", { timeout: 600_000 }, async () => {
  const host = await serve(dist, "", { ...securityHeaders, ...isolationHeaders });
  // Without motion: games with it are the subject of play.test.ts, and its frames take most of the processor.
  const { page, errors, close } = await harness.open({ offlineCopy: true, url: host.url, reducedMotion: "reduce" });
  await page.locator(".cell.legal").first().waitFor();
  // All files of the build are kept.
  const kept = (): Promise<string[]> =>
    page.evaluate(async () => {
      const [name] = await caches.keys();
      return name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
    });
  const large = (urls: string[]): number => urls.filter((url) => /\.(wasm|xnet)$|\/(puzzles|openings)\//.test(url)).length;
  // Four variants: engine, study module, rules, network, puzzles and openings; and the records.
  while (large(await kept()) < 6 * 4 + 1) await page.waitForTimeout(300);
  host.server.closeAllConnections();
  host.server.close();
  await page.reload();
  await page.locator(".cell.legal").first().waitFor();
  assert.ok(await page.evaluate(() => crossOriginIsolated), "isolated as with a network");
  for (const variant of variantNames) {
    await newGame(page, variant, "Computer", "Pip");
    await page.locator(`[aria-label="Board of ${variant}"] .cell.legal`).first().waitFor();
    assert.ok((await playToTheEnd(page)) > 4);
    await page.locator(".end-panel h2").waitFor();
  }
  for (const [hash, ready] of [
    ["#/analysis?v=double&m=1e5", ".tree .move"],
    ["#/puzzles", ".cell.legal"],
    ["#/rules", ".lines-picture"],
    ["#/learn", ".cell.legal"],
    ["#/games", ".game-list li"],
  ]) {
    await page.goto(new URL(hash!, page.url()).href);
    await page.locator(ready!).first().waitFor();
  }
  await page.goto(new URL("#/online", page.url()).href);
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("alert").filter({ hasText: "Cannot reach the server" }).waitFor();
  assert.deepEqual(errors.filter((error) => !error.includes("ERR_CONNECTION_REFUSED")), []);
  await close();
});

test("the page can be installed", { timeout: 60_000 }, async () => {
  const { page, close } = await harness.open();
  const manifest = (await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!;
    return (await fetch(link.href)).json();
  })) as { name: string; start_url: string; display: string; icons: { src: string }[] };
  assert.equal(manifest.display, "standalone");
  for (const { src } of manifest.icons)
    assert.equal(await page.evaluate(async (path) => (await fetch(path)).status, src), 200);
  await close();
});
