// Writes dist/sw.js, the worker that keeps the page for offline use, with the files of this build in it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const tools = dirname(fileURLToPath(import.meta.url));
const dist = join(dirname(tools), "dist");
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.br$|^sw\.js$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .filter((file) => !file.startsWith(join(dist, "report"))) // of no use to the page
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file.slice(dist.length)).update(readFileSync(file));

const names = files.map((file) => `./${file.slice(dist.length + 1).replaceAll("\\", "/")}`);
const isShell = (name) => /\.(html|css|js|svg|webmanifest)$/.test(name);
const define = {
  __VERSION__: JSON.stringify(hash.digest("hex").slice(0, 12)),
  __SHELL__: JSON.stringify(["./", ...names.filter((name) => isShell(name) && name !== "./index.html")]),
  __REST__: JSON.stringify(names.filter((name) => !isShell(name))),
};
const source = readFileSync(join(tools, "offline_worker.js"), "utf8");
writeFileSync(join(dist, "sw.js"), transformSync(source, { define, minify: true }).code);
