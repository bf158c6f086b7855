// Packs the core of the page as an npm package: `node tools/pack-npm.mjs FOLDER` builds it below
// build/npm and writes xttt-VERSION.tgz into FOLDER.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(web);
const modules = join(root, "build", "wasm", "bin");
const out = join(root, "build", "npm");
const folder = resolve(process.argv[2] ?? join(root, "build", "packages"));

const version = /project\(xttt VERSION ([\d.]+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"))?.[1];
const binaries = readdirSync(modules).filter((name) => /\.(wasm|xnet)$/.test(name));
if (!version || binaries.length === 0) {
  console.error("pack-npm: build/wasm/bin is empty; `make web` fills it");
  process.exit(1);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "wasm"), { recursive: true });
for (const name of binaries) copyFileSync(join(modules, name), join(out, "wasm", name));
const networks = binaries.filter((name) => name.endsWith(".xnet")).map((name) => basename(name, ".xnet"));

await build({
  absWorkingDir: web,
  entryPoints: { index: "package/index.ts", engine_worker: "src/core/engine_worker.ts" },
  bundle: true,
  format: "esm",
  target: "es2022",
  external: ["node:*"],
  define: { XTTT_NETWORKS: JSON.stringify(networks) },
  outdir: out,
  logLevel: "warning",
});
// In the package the worker is JavaScript too.
const index = join(out, "index.js");
const text = readFileSync(index, "utf8");
if (!text.includes('"./engine_worker.ts"')) throw new Error("index.js does not name the worker");
writeFileSync(index, text.replaceAll('"./engine_worker.ts"', '"./engine_worker.js"'));

const types = join(out, "types");
execFileSync(process.execPath, [
  join(web, "node_modules", "typescript", "bin", "tsc"), "--project", join(web, "package", "tsconfig.json"),
  "--outDir", types,
], { stdio: "inherit" });
// Type resolution in Node.js needs file extensions.
for (const name of readdirSync(types, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
  const file = join(types, name);
  writeFileSync(file, readFileSync(file, "utf8").replace(/(from "\.[^"]*?)(")/g, "$1.js$2"));
}

for (const name of ["README.md"]) copyFileSync(join(web, "package", name), join(out, name));
copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
writeFileSync(join(out, "package.json"), JSON.stringify({
  name: "xttt",
  version,
  description: "Rules and engine of Extreme Tic-Tac-Toe in WebAssembly",
  keywords: ["ultimate tic-tac-toe", "game engine", "webassembly"],
  license: "MIT",
  type: "module",
  sideEffects: ["./index.js"],
  exports: {
    ".": { types: "./types/package/index.d.ts", default: "./index.js" },
    "./wasm/*": "./wasm/*",
    "./package.json": "./package.json",
  },
  types: "./types/package/index.d.ts",
  files: ["index.js", "engine_worker.js", "wasm", "types"],
  engines: { node: ">=20" },
}, null, 2) + "\n");

mkdirSync(folder, { recursive: true });
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: out, encoding: "utf8" });
console.log(join(folder, packed.trim()));
