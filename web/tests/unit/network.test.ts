import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Search } from "../../src/core/search";
import { variantNames, type VariantName } from "../../src/core/types";
import { nativeThoughts } from "../shared/native";
import { networkFolder, networkPath, rulesOf, wasm } from "./support";

const withNetwork = variantNames.filter((name) => existsSync(networkPath(name)));

const networkOf = (name: VariantName): ArrayBuffer => bytesOf(networkPath(name));

function bytesOf(file: string): ArrayBuffer {
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** Positions of a game whose moves a simple generator of numbers picks. */
function somePositions(name: VariantName): string[][] {
  const rules = rulesOf(name);
  const moves: string[] = [];
  const found: string[][] = [];
  let seed = 12345;
  for (let state = rules.state({ fen: "", moves }); !state.outcome; state = rules.state({ fen: "", moves })) {
    if (moves.length % 4 === 1) found.push([...moves]);
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    moves.push(state.legal[(seed >> 8) % state.legal.length]!.move);
  }
  return found;
}

test("a network gives the scores and searches of the native engine, bit for bit", () => {
  assert.ok(withNetwork.length > 0, "the page ships no network");
  const depth = 4;
  // Those of the page, and those of the native engine, of which one is larger.
  const files = withNetwork.map((name) => ({ name, file: networkPath(name) }));
  for (const found of readdirSync(networkFolder)) {
    const name = variantNames.find((variant) => found.startsWith(`${variant}-`));
    if (name) files.push({ name, file: `${networkFolder}/${found}` });
  }
  for (const { name, file } of files) {
    const lines = somePositions(name);
    const native = nativeThoughts(name, file, lines, depth);
    const search = new Search(wasm(name), 16);
    search.useNetwork(bytesOf(file));
    lines.forEach((moves, i) => {
      const path = { fen: "", moves };
      search.newGame();
      const score = search.evaluate(path);
      const { nodes, move } = search.go(path, { depth });
      assert.deepEqual({ score, nodes, move }, native[i], `${file} after ${moves.length} moves`);
    });
  }
});

test("a network that does not fit is refused with a reason, and the engine thinks on without it", () => {
  const name = withNetwork[0]!;
  const search = new Search(wasm(name), 4);
  const path = { fen: "", moves: somePositions(name)[3]! };
  const before = search.evaluate(path);
  const damaged = networkOf(name);
  new Uint8Array(damaged)[5000]! ^= 1;
  assert.throws(() => search.useNetwork(damaged), /damaged/);
  assert.throws(() => search.useNetwork(new ArrayBuffer(10)), /not a network file/);
  const other = variantNames.find((variant) => variant !== name)!;
  assert.throws(() => new Search(wasm(other), 4).useNetwork(networkOf(name)), /is for/);
  assert.equal(search.evaluate(path), before);
  assert.ok(search.go(path, { depth: 3 }).move);
});
