import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { variantNames } from "../../src/core/types";

const dist = `${process.env["XTTT_ROOT"] ?? process.cwd()}/web/dist`;
const mostBytes = 500_000;

test("a first visit loads less than 500 kB with any variant and its network", () => {
  const assets = readdirSync(`${dist}/assets`).filter((name) => !name.endsWith(".br"));
  const files = [...assets.map((name) => `assets/${name}`), "index.html", "icon.svg"];
  for (const variant of variantNames) {
    const others = [...variantNames.filter((name) => name !== variant), "records"];
    const loaded = files.filter((name) => !others.some((other) => name.startsWith(`assets/${other}-`)));
    assert.ok(loaded.some((name) => name.startsWith(`assets/${variant}-`)));
    for (const name of loaded) assert.ok(existsSync(`${dist}/${name}.br`), name);
    const bytes = loaded.reduce((sum, name) => sum + statSync(`${dist}/${name}.br`).size, 0);
    assert.ok(bytes < mostBytes, `${variant}: ${bytes} bytes`);
    console.log(`# ${variant}: ${bytes} bytes`);
  }
});

test("a report carries less than 200 kB besides its tables and games", () => {
  const size = (name: string): number => statSync(`${dist}/report/${name}`).size;
  for (const variant of variantNames) {
    const rules = gzipSync(readFileSync(`${dist}/report/${variant}.wasm`), { level: 9 }).length;
    const bytes = size("report.js") + size("report.css") + Math.ceil(rules / 3) * 4;
    assert.ok(bytes < 200_000, `${variant}: ${bytes} bytes`);
    console.log(`# report of ${variant}: ${bytes} bytes`);
  }
});

test("the offline copy of the page leaves out what only reports need", () => {
  assert.doesNotMatch(readFileSync(`${dist}/sw.js`, "utf8"), /report/);
});
