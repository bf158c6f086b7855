import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { variantNames } from "../../src/core/types";
import { loaders } from "../../src/i18n/catalogues";

const dist = `${process.env["XTTT_ROOT"] ?? process.cwd()}/web/dist`;
const mostBytes = 500_000;

test("a first visit loads less than 500 kB with any variant and its network, in any language", () => {
  const assets = readdirSync(`${dist}/assets`).filter((name) => !name.endsWith(".br"));
  const files = [...assets.map((name) => `assets/${name}`), "index.html", "icon.svg"];
  const catalogues = Object.keys(loaders).map((code) => assets.find((name) => name.startsWith(`${code}-`))!);
  // English is part of the page; another language is one more file.
  const largest = Math.max(...catalogues.map((name) => statSync(`${dist}/assets/${name}.br`).size));
  for (const variant of variantNames) {
    const others = [...variantNames.filter((name) => name !== variant), ...Object.keys(loaders), "records", "study", "rules", "embed", "animation", "prover_worker"];
    // Pages other than Play are loaded when they are opened.
    const loaded = files.filter((name) => !/\/\w+Page-/.test(name) && !others.some((other) => name.startsWith(`assets/${other}-`)));
    assert.ok(loaded.some((name) => name.startsWith(`assets/${variant}-`)));
    for (const name of loaded) assert.ok(existsSync(`${dist}/${name}.br`), name);
    const bytes = loaded.reduce((sum, name) => sum + statSync(`${dist}/${name}.br`).size, largest);
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
