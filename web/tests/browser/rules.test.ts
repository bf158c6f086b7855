import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { PerftVectors, RecordedGame } from "../shared/vectors";
import { root, useHarness } from "./harness";

const read = (name: string): string => readFileSync(`${root}/tests/vectors/${name}`, "utf8");

const harness = useHarness();

test("the module the page has loaded reproduces recorded games and counts", { timeout: 150_000 }, async () => {
  const { page, close } = await harness.open();
  await page.locator(".cell.legal").first().waitFor();
  const games = read("extreme-games.jsonl")
    .split("\n")
    .slice(0, 40)
    .map((line) => JSON.parse(line) as RecordedGame);
  const perft = JSON.parse(read("perft.json")) as PerftVectors;
  const faults = await page.evaluate(
    async ({ games, perft }) => {
      const loaded = performance.getEntriesByType("resource").find((entry) => /extreme.*\.wasm$/.test(entry.name));
      const tests = (await import(new URL("/tests/in_page.js", location.href).href)) as {
        faults(url: string, games: unknown, perft: unknown): Promise<string[]>;
      };
      return tests.faults(loaded!.name, games, perft);
    },
    { games, perft },
  );
  assert.deepEqual(faults, []);
  await close();
});
