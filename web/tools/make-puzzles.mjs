// Writes public/puzzles.json: late positions in which exactly one move is best, with the proven value
// of every move. Positions come from the solver's benchmark and from recorded games; `xttt solve`
// proves the values.
//   node tools/make-puzzles.mjs PATH_OF_XTTT [PUZZLES_PER_VARIANT]
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(web);
const [xttt, wanted = "24"] = process.argv.slice(2);
const bundled = join(web, "node_modules", ".xttt-tests", "rules.mjs");
await build({ entryPoints: [join(web, "src/core/rules.ts")], bundle: true, format: "esm", platform: "node", outfile: bundled });
const { Rules } = await import(bundled);

const lineValue = 1000; // a line for x; -1000 for o
const mostNodes = 400_000;
const enoughPoints = 3;

/** The proven value of a position for x, or null if it takes too long. */
function solve(variant, fen, moves) {
  const flags = ["solve", "--json", "--quiet", "--hash", "16", "--nodes", String(mostNodes), "--variant", variant, "--fen", fen];
  try {
    const found = JSON.parse(execFileSync(xttt, moves ? [...flags, "--moves", moves] : flags, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    if (!found.solved) return null;
    const value = found.line ? (found.line === "x" ? lineValue : -lineValue) : found.margin_x;
    return { value, pv: found.pv, nodes: found.nodes };
  } catch {
    return null;
  }
}

function puzzleOf(rules, fen) {
  const variant = rules.variant.name;
  const state = rules.state({ fen, moves: [] });
  if (state.outcome || state.legal.length < 4 || state.legal.length > 30) return null;
  const whole = solve(variant, fen);
  if (!whole) return null;
  const sign = state.side === "x" ? 1 : -1;
  const values = {};
  for (const { move } of state.legal) {
    const next = rules.state({ fen, moves: [move] });
    const outcome = next.outcome;
    const value = outcome
      ? outcome.winner ? (outcome.winner === "x" ? lineValue : -lineValue) : outcome.points[0] - outcome.points[1]
      : solve(variant, fen, move)?.value;
    if (value === undefined) return null;
    values[move] = sign * value;
  }
  const ordered = Object.entries(values).sort((a, b) => b[1] - a[1]);
  const [[best, value], [, second]] = ordered;
  // Worth finding: it changes who wins, or at least a small board's points depend on it.
  if (value < second + (Math.sign(value) > Math.sign(second) ? 1 : enoughPoints) || value < 0) return null;
  return { variant, fen, best, values, line: whole.pv, nodes: whole.nodes };
}

/** Positions of recorded games some moves before the end, one a game. */
function* recorded(variant, before) {
  const games = readFileSync(join(root, "tests/vectors", `${variant}-games.jsonl`), "utf8").split("\n").filter(Boolean);
  for (const game of games) yield JSON.parse(game).moves.slice(0, -before);
}

const puzzles = [];
for (const variant of ["extreme", "double"]) {
  const rules = new Rules(new WebAssembly.Module(readFileSync(join(root, "build/wasm/bin", `${variant}.wasm`))));
  const fens = variant === "extreme"
    ? readFileSync(join(root, "bench/solver-24.txt"), "utf8").split("\n").filter(Boolean)
    : [...recorded(variant, 11)].map((moves) => rules.state({ fen: "", moves }).fen);
  const found = [];
  for (const fen of fens) {
    if (found.length >= Number(wanted)) break;
    const puzzle = puzzleOf(rules, fen);
    if (puzzle) found.push(puzzle);
    process.stderr.write(`\r${variant}: ${found.length} `);
  }
  found.sort((a, b) => a.nodes - b.nodes);
  puzzles.push(...found.map(({ nodes: _, ...puzzle }) => puzzle));
  writeFileSync(join(web, "public/puzzles.json"), `${JSON.stringify(puzzles)}\n`);
}
