// Bundles the tests with the sources they test and runs them: `node tests/run.mjs KIND`, where KIND is a
// folder beside this file; a second word picks the test files with it in their names,
// XTTT_ONLY (a regular expression) the tests in them.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const kind = process.argv[2] ?? "unit";
// Below node_modules, so that what is not bundled is found from there.
const out = join(web, "node_modules", ".xttt-tests", kind, process.argv[3] ?? "all"); // several runs at once
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const tests = readdirSync(join(web, "tests", kind)).filter(
  (name) => name.endsWith(".test.ts") && name.includes(process.argv[3] ?? ""),
);
await build({
  absWorkingDir: web,
  entryPoints: tests.map((name) => join("tests", kind, name)),
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: out,
  outExtension: { ".js": ".mjs" },
  external: ["playwright-core", "axe-core", "typescript"],
  logLevel: "warning",
});
if (kind !== "unit") {
  await build({
    absWorkingDir: web,
    entryPoints: [join("tests", "shared", "in_page.ts")],
    bundle: true,
    format: "esm",
    outfile: join(out, "page", "in_page.js"),
    logLevel: "warning",
  });
  copyFileSync(join(web, "node_modules", "axe-core", "axe.min.js"), join(out, "page", "axe.min.js"));
}
if (tests.length === 0) {
  console.error(`run.mjs: no test file of ${kind} has '${process.argv[3]}' in its name`);
  process.exit(2);
}
const files = tests.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const env = { ...process.env, XTTT_ROOT: dirname(web), XTTT_TEST_PAGES: join(out, "page") };
// One browser at a time: a small machine has no room for two.
const runs = kind !== "unit" ? files.map((file) => [file]) : [files];
const statuses = runs.map((some) => spawnSync(process.execPath, ["--test", ...(process.env["XTTT_ONLY"] ? ["--test-name-pattern", process.env["XTTT_ONLY"]] : []), ...some], { stdio: "inherit", env }).status);
process.exit(statuses.every((status) => status === 0) ? 0 : 1);
