// The npm package as a stranger gets it: packed, installed into an empty project, and used there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { isolationHeaders, securityHeaders, serve } from "../browser/serve";

const web = `${process.env["XTTT_ROOT"] ?? process.cwd()}/web`;
const folder = mkdtempSync(join(tmpdir(), "xttt-npm-"));
const project = join(folder, "project");
const inProject = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: project, encoding: "utf8" });

before(() => {
  const tarball = execFileSync(process.execPath, [join(web, "tools", "pack-npm.mjs"), folder], { encoding: "utf8" });
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }');
  inProject("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball.trim());
});
after(() => rmSync(folder, { recursive: true, force: true }));

// Plays a whole game: the engine against the first legal move. Runs in Node and in the browser.
const game = `
export async function playGame(xttt, think) {
  const rules = await xttt.loadRules("ultimate");
  const moves = [];
  for (let state = rules.state({ fen: "", moves }); !state.outcome; state = rules.state({ fen: "", moves }))
    moves.push(state.side === "x" ? await think(rules, { fen: "", moves }) : state.legal[0].move);
  const records = await xttt.loadRecords();
  const text = records.write({ variant: "ultimate", moves });
  return { outcome: rules.state({ fen: "", moves }).outcome, plies: moves.length, read: records.read(text)[0].moves.length };
}
`;

interface Played {
  outcome: { winner: string | null };
  plies: number;
  read: number;
}
function check(played: Played): void {
  assert.equal(played.outcome.winner, "x");
  assert.ok(played.plies >= 17, `${played.plies} plies`);
  assert.equal(played.read, played.plies);
}

test("the package plays a game in Node", () => {
  writeFileSync(join(project, "game.js"), game);
  writeFileSync(
    join(project, "node.js"),
    `import * as xttt from "xttt";
     import { playGame } from "./game.js";
     const network = await xttt.loadNetwork("ultimate");
     let search;
     const think = (rules, line) => {
       if (!search) {
         search = new xttt.Search(rules.module, 8);
         if (network) search.useNetwork(network);
       }
       return search.go(line, { nodes: 500 }).move;
     };
     console.log(JSON.stringify(await playGame(xttt, think)));
     await xttt.loadRules("checkers").then(() => process.exit(1), (error) => console.error(error.message));`,
  );
  check(JSON.parse(inProject(process.execPath, "node.js")) as Played);
});

test("the package plays a game in a browser, in a worker", async () => {
  writeFileSync(join(project, "game.js"), game);
  writeFileSync(join(project, "index.html"), "<!doctype html><title>stranger</title><script type=module src=page.js></script>");
  writeFileSync(
    join(project, "page.js"),
    `import * as xttt from "./node_modules/xttt/index.js";
     import { playGame } from "./game.js";
     let engine;
     const think = async (rules, line) => {
       engine ??= new xttt.Engine(rules);
       await engine.ready;
       return (await engine.think(line, { nodes: 500 }).answer).move;
     };
     globalThis.played = playGame(xttt, think).then((found) => ({ ...found, evaluation: engine.evaluation }));`,
  );
  const served = await serve(project, "", { ...securityHeaders, ...isolationHeaders });
  const executablePath = process.env["XTTT_CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], timeout: 60_000 });
  try {
    const page = await browser.newPage();
    await page.goto(served.url);
    await page.waitForFunction("globalThis.played !== undefined");
    const played = await page.evaluate<Played & { evaluation: string }>("globalThis.played");
    check(played);
    assert.match(played.evaluation, /^(network|formula)$/);
  } finally {
    await browser.close();
    served.server.closeAllConnections();
    served.server.close();
  }
});

test("the declarations of the package are enough for a strict project", () => {
  writeFileSync(
    join(project, "typed.ts"),
    `import { loadRules, Search, type GameState, type VariantName } from "xttt";
     const variant: VariantName = "double";
     const rules = await loadRules(variant);
     const state: GameState = rules.state({ fen: "", moves: [] });
     export const move: string = new Search(rules.module, 8).go({ fen: state.fen, moves: [] }, { depth: 2 }).move;
     // @ts-expect-error there is no such variant
     await loadRules("checkers");`,
  );
  const tsc = join(web, "node_modules", "typescript", "bin", "tsc");
  for (const resolution of ["NodeNext", "Bundler"])
    inProject(process.execPath, tsc, "--noEmit", "--strict", "--target", "ES2022", "--lib", "ES2023,DOM",
      "--module", resolution === "Bundler" ? "ESNext" : resolution, "--moduleResolution", resolution, "typed.ts");
});

test("the package has the version of the program and its licence", () => {
  const installed = join(project, "node_modules", "xttt");
  const described = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as { version: string };
  const cmake = readFileSync(join(web, "..", "CMakeLists.txt"), "utf8");
  assert.ok(cmake.includes(`project(xttt VERSION ${described.version} `));
  assert.match(readFileSync(join(installed, "LICENSE"), "utf8"), /MIT/);
});
