// A game leaves the page: as an animation, and as a board on other pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { faults } from "./axe";
import { useHarness } from "./harness";
import { shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 120_000 };
const game = "#/analysis?v=ultimate&m=e5-d4-a1-b2-e4-e2";

/** The frames of a GIF with their delays in hundredths of a second. */
function delaysOf(gif: Buffer): number[] {
  const delays: number[] = [];
  for (let at = gif.indexOf("\x21\xf9\x04", 0, "latin1"); at >= 0; at = gif.indexOf("\x21\xf9\x04", at + 1, "latin1"))
    if (gif[at + 7] === 0 && gif[at + 8] === 0x2c) delays.push(gif.readUInt16LE(at + 4));
  return delays;
}

test("a game is saved as an animation with a frame for each position", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: game });
  await page.getByRole("button", { name: "Share" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Animation (GIF)" }).click();
  const gif = readFileSync((await (await download).path())!);
  assert.equal(gif.toString("latin1", 0, 6), "GIF89a");
  assert.equal(gif.at(-1), 0x3b);
  const delays = delaysOf(gif);
  assert.equal(delays.length, 7);
  assert.ok(delays.at(-1)! > delays[1]!, "the end stays longer");
  assert.ok(gif.length < 200_000, `${gif.length} bytes`);
  // A browser reads it: the first frame is the empty board, drawn.
  const size = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/gif" }));
    return [image.width, image.height];
  }, [...gif]);
  assert.equal(size[1], 480);
  assert.deepEqual(errors, []);
  await close();
});

test("a game stands on another page, can be stepped through there and leads to Analysis", limit, async () => {
  const { page, close } = await harness.open({ hash: game, plainHost: true });
  await page.getByRole("button", { name: "Share" }).click();
  const code = await page.getByLabel("HTML to show this game on another page").inputValue();
  assert.match(code, /^<iframe src="http:[^"]*\/embed\?v=ultimate&amp;m=e5-d4-a1-b2-e4-e2" /);
  const own = page.url();
  await close();

  const host = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><title>blog</title><p>Look:</p>${code}<iframe id="no" src="${own}"></iframe>`);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.2", resolve));
  const visitor = await harness.open({ url: `http://127.0.0.2:${(host.address() as AddressInfo).port}/`, hash: "" });
  const frame = visitor.page.frameLocator("iframe").first();
  await frame.locator(".mark").nth(5).waitFor();
  await shoot(visitor.page, "embedded");
  assert.equal(await frame.locator(".cells .mark").count(), 6);
  await frame.getByRole("button", { name: "First position" }).click();
  await frame.getByText("X to move").waitFor();
  assert.equal(await frame.locator(".cells .mark").count(), 0);
  assert.match((await frame.getByRole("link", { name: "Open in Analysis" }).getAttribute("href"))!, /#\/analysis\?v=ultimate&m=e5-d4/);
  // Nothing else of the page may be framed.
  assert.equal(await visitor.page.frameLocator("#no").locator(".cell").count(), 0);
  await visitor.close();
  host.closeAllConnections();
  host.close();
});

test("the embedded board has no fault of accessibility and says what is wrong with a link", limit, async () => {
  const { page, close } = await harness.open({ plainHost: true, hash: "#/rules" });
  const at = (query: string): string => new URL(`embed?${query}`, page.url()).href;
  await page.goto(at("v=double&m=1e5-2e4"));
  await page.locator(".mark").first().waitFor();
  assert.deepEqual(await faults(page), []);
  await page.goto(at("v=triple"));
  await page.getByText("There is no variant “triple”.").waitFor();
  await page.goto(at("v=ultimate&m=e5-z9"));
  await page.getByText("This link contains no game").waitFor();
  // The rules alone: no engine, no network.
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.deepEqual(loaded.filter((name) => /\.xnet$|\.wasm$/.test(name) && !/rules-/.test(name)), []);
  await close();
});
