// The engine with several threads, and everywhere that it has to do with one.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Rules } from "../../src/core/rules";
import type { Driven, Driving } from "../shared/in_page";
import { wasm } from "../unit/support";
import { dist, useHarness } from "./harness";
import { isolationHeaders, securityHeaders, serve } from "./serve";

const harness = useHarness();

const limit = { timeout: 240_000 };
const assets = readdirSync(`${dist}/assets`);
const asset = (start: string, end: string): string => `assets/${assets.find((name) => name.startsWith(start) && name.endsWith(end))!}`;
const moves = ["h9", "n3", "g11"];
const path = { fen: "", moves };
const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** The modules that the page has fetched. */
const modulesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType("resource").flatMap(({ name }) => /\/([^/]+)-.{8}\.wasm$/.exec(name)?.[1] ?? []));

/** Drives the page's own worker. */
function drive(page: Page, changes: Partial<Driving>, searches = 1): Promise<Driven[]> {
  const what: Driving = {
    workerUrl: asset("engine_worker-", ".js"),
    moduleUrl: asset("threads-extreme-", ".wasm"),
    networkUrl: asset("extreme-", ".xnet"),
    threads: 3,
    path,
    limits: { movetimeMs: 300 },
    ...changes,
  };
  return page.evaluate(
    async ({ what, searches }) => {
      const at = (url: string): string => new URL(url, location.href).href;
      const tests = (await import(at("/tests/in_page.js"))) as { drive(what: Driving, searches: number): Promise<Driven[]> };
      const { workerUrl, moduleUrl, plainModuleUrl, networkUrl } = what;
      const urls = { workerUrl: at(workerUrl), moduleUrl: at(moduleUrl), plainModuleUrl: plainModuleUrl && at(plainModuleUrl), networkUrl: networkUrl && at(networkUrl) };
      return tests.drive({ ...what, ...urls }, searches);
    },
    { what, searches },
  );
}

/** Opens a game against the computer, plays a move and waits for the answer. */
async function playsAMove(page: Page): Promise<void> {
  await page.locator('[data-cell="g7"]').click();
  await page.getByTestId("announcement").filter({ hasText: /^Momo plays/ }).waitFor({ state: "attached" });
}

test("the page loads the module with threads and no other, and analyses with it", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=extreme&m=${moves.join("-")}` });
  await page.getByRole("button", { name: "Engine" }).click();
  await page.locator('.pv-list[data-evaluation="network"]').waitFor();
  await page.locator(".pv-head", { hasText: /depth ([4-9]|\d\d)/ }).waitFor();
  assert.deepEqual(await modulesOf(page), ["threads-extreme"]);
  const workers = (): Promise<number> => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("engine_worker")).length);
  assert.ok((await workers()) > 0);
  assert.deepEqual(errors, []);
  await close();
});

test("several threads search, and their moves are legal", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/rules" });
  const legal = new Set(new Rules(wasm("extreme")).state(path).legal.map(({ move }) => move));
  const busy = new Set<number>();
  // On a busy machine a thread may start late.
  for (let attempt = 0; attempt < 20 && busy.size < 3; attempt++)
    for (const { best } of await drive(page, {}, 5)) {
      assert.ok(legal.has(best.move), best.move);
      assert.equal(best.threads.length, 3);
      assert.equal(best.threads.reduce((sum, nodes) => sum + nodes), best.nodes);
      best.threads.forEach((nodes, thread) => nodes > 0 && busy.add(thread));
    }
  assert.deepEqual([...busy].sort(), [0, 1, 2]);
  assert.deepEqual(errors, []);
  await close();
});

test("a stop reaches all threads at once", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  const stops = await drive(page, { limits: {}, stopAfterMs: 100 }, 15);
  const fastest = Math.min(...stops.map(({ stopMs }) => stopMs)); // some milliseconds on an idle machine
  console.log(`# ${stops.map(({ stopMs }) => stopMs.toFixed(1)).join(", ")} ms`);
  assert.ok(fastest <= 50, `${fastest} ms`);
  await close();
});

test("limited opponents search with one thread", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  const [found] = await drive(page, { limits: { skill: 4, seed: 1 } });
  assert.equal(found!.best.threads.length, 1);
  await close();
});

test("a page without isolation loads the module without threads", limit, async () => {
  const { page, errors, close } = await harness.open({ plainHost: true });
  await playsAMove(page);
  assert.deepEqual(await modulesOf(page), ["extreme"]);
  assert.deepEqual(errors, []);
  await close();
});

test("with one core there is one thread", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 }));
  await page.goto(page.url().replace("#/rules", "#/play"));
  await page.reload();
  await playsAMove(page);
  assert.deepEqual(await modulesOf(page), ["extreme"]);
  await close();
});

test("where the module with threads is missing or gets no memory, the other one plays", limit, async () => {
  for (const hindrance of ["file", "memory"]) {
    const { page, close } = await harness.open({ hash: "#/rules" });
    if (hindrance === "file") await page.route("**/threads-*.wasm", (route) => route.fulfill({ status: 404 }));
    else
      await page.addInitScript(() => {
        const { Memory } = WebAssembly;
        WebAssembly.Memory = function (wanted: WebAssembly.MemoryDescriptor) {
          if (wanted.shared) throw new RangeError("could not allocate memory");
          return new Memory(wanted);
        } as unknown as typeof Memory;
      });
    await page.goto(page.url().replace("#/rules", "#/play"));
    await page.reload();
    await playsAMove(page);
    assert.ok((await modulesOf(page)).includes("extreme"), hindrance);
    await close();
  }
});

test("a worker that cannot use the module with threads takes the other one", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  // A module that imports a memory of a kind which the worker does not make.
  const moduleBytes = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 2, 15, 1, 3, ...letters("env"), 6, ...letters("memory"), 2, 0, 1];
  const [found] = await drive(page, { moduleBytes, plainModuleUrl: asset("extreme-", ".wasm") });
  assert.equal(found!.best.threads.length, 1);
  await close();
});

test("without helpers the engine searches alone", limit, async () => {
  // A host without their script: what a worker fetches cannot be intercepted in the page.
  const folder = mkdtempSync(join(tmpdir(), "xttt-no-helpers-"));
  mkdirSync(join(folder, "assets"));
  for (const name of ["index.html", ...assets.filter((name) => !name.startsWith("thread_worker-")).map((name) => `assets/${name}`)])
    symlinkSync(join(dist, name), join(folder, name));
  const host = await serve(folder, process.env["XTTT_TEST_PAGES"]!, { ...securityHeaders, ...isolationHeaders });
  const { page, close } = await harness.open({ hash: "#/rules", url: host.url });
  const [found] = await drive(page, {});
  assert.equal(found!.best.threads.length, 1);
  await close();
  host.server.closeAllConnections();
  host.server.close();
  rmSync(folder, { recursive: true });
});
