// Measures the built page: `scripts/measure-web`. Prints what docs/measurements.md tells.
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { dist, Harness, root } from "../browser/harness";

const xttt = process.env["XTTT_BINARY"] ?? `${root}/build/release/bin/xttt`;
const rounds = Number(process.env["XTTT_ROUNDS"] ?? 5);
const moves = "h9 n3 g11 k10 k6";
const searchMs = 3000;

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const say = (what: string, value: string): void => console.log(`${what.padEnd(52)} ${value}`);

function firstLoad(): number {
  const others = /^(double|diagonal|ultimate|records|study|rules|embed|animation|prover_worker|ar|de|es|fr|hi|\w+Page)-|\.br$/;
  const assets = readdirSync(`${dist}/assets`).filter((name) => !others.test(name));
  const files = [...assets.map((name) => `assets/${name}`), "index.html", "icon.svg"];
  return files.reduce((sum, name) => sum + statSync(`${dist}/${name}.br`).size, 0);
}

function nativeSpeed(evaluation: string): number {
  const flags = ["--evaluation", evaluation, "--hash", "32", "--json"];
  const out = execFileSync(xttt, ["analyze", "--moves", moves, "--time", String(searchMs), ...flags], { encoding: "utf8" });
  const reports = out.trim().split("\n").map((line) => JSON.parse(line) as { nodes?: number; time_ms?: number; nps?: number });
  return reports.filter((report) => report.nps !== undefined).at(-1)!.nps!;
}

function browserSpeed(page: Page, evaluation: string): Promise<number> {
  const network = readdirSync(`${dist}/assets`).find((name) => /^extreme.*\.xnet$/.test(name));
  if (evaluation === "nnue" && !network) throw new Error("the page has no network for extreme");
  return page.evaluate(
    async ({ moves, searchMs, network }) => {
      const entries = performance.getEntriesByType("resource").map((entry) => entry.name);
      const tests = (await import(new URL("/tests/in_page.js", location.href).href)) as {
        speed(url: string, network: string | null, moves: string[], movetimeMs: number): Promise<number>;
      };
      const module = entries.find((name) => /extreme.*\.wasm$/.test(name))!;
      return tests.speed(module, network && new URL(`assets/${network}`, location.href).href, moves, searchMs);
    },
    { moves: moves.split(" "), searchMs, network: evaluation === "nnue" ? network! : null },
  );
}

test("measure", { timeout: 600_000 }, async () => {
  say("first load, extreme and its network, Brotli", `${(firstLoad() / 1000).toFixed(0)} kB`);
  const harness = new Harness();
  await harness.start();
  try {
    const ready: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const { page, close } = await harness.open();
      await page.locator(".cell.legal").first().waitFor();
      ready.push(await page.evaluate(() => performance.getEntriesByName("xttt-ready")[0]!.startTime));
      await close();
    }
    say("from opening to a board that can be played, median", `${median(ready).toFixed(0)} ms`);

    const { page, close } = await harness.open({ hash: `#/analysis?v=extreme&m=${moves.replaceAll(" ", "-")}` });
    await page.locator(".cell.legal").first().waitFor();
    for (const evaluation of ["tuned", "nnue"]) {
      const ratios: number[] = [];
      for (let i = 0; i < rounds; i++) {
        const native = nativeSpeed(evaluation);
        const browser = await browserSpeed(page, evaluation);
        ratios.push(browser / native);
        const speeds = `${(browser / 1e6).toFixed(2)} M, ${(native / 1e6).toFixed(2)} M`;
        say(`${evaluation}, round ${i + 1}: browser, native, in nodes/s`, speeds);
      }
      say(`${evaluation}: engine in the browser as part of native, median`, median(ratios).toFixed(2));
    }

    await page.getByRole("button", { name: "Engine" }).click();
    await page.locator(".pv-list li").first().waitFor();
    const frames = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const start = performance.now();
          let count = 0;
          const step = (now: number): void => {
            count++;
            if (now - start < 4000) requestAnimationFrame(step);
            else resolve((count * 1000) / (now - start));
          };
          requestAnimationFrame(step);
        }),
    );
    say("frames per second while the engine thinks", frames.toFixed(1));
    await close();
  } finally {
    await harness.stop();
  }
});
