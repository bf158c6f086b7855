import assert from "node:assert/strict";
import { test } from "node:test";
import { fact, variantNames } from "../../src/core/types";
import { gameFault, perftFaults, type PerftVectors, type RecordedGame } from "../shared/vectors";
import { file, rulesOf } from "./support";

const perft = JSON.parse(file("tests/vectors/perft.json")) as PerftVectors;

for (const variant of ["extreme", "double"] as const) {
  test(`the recorded games of ${variant} are reproduced`, () => {
    const rules = rulesOf(variant);
    const games = file(`tests/vectors/${variant}-games.jsonl`).split("\n").filter(Boolean);
    assert.ok(games.length >= 300);
    for (const line of games) assert.equal(gameFault(rules, JSON.parse(line) as RecordedGame), "");
  });
  test(`the counts of ${variant} are reproduced`, () => {
    assert.deepEqual(perftFaults(rulesOf(variant), perft, 20_000_000), []);
  });
}

test("every variant describes itself", () => {
  for (const name of variantNames) {
    const { variant } = rulesOf(name);
    assert.equal(variant.name, name);
    assert.equal(variant.names.length, variant.bigBoards * variant.size ** 4);
    assert.equal(variant.boardPoints.reduce((sum, points) => sum + points, 0), variant.linePoints);
  }
});

test("a move that is not legal is refused with the reason", () => {
  const rules = rulesOf("extreme");
  assert.throws(() => rules.state({ fen: "", moves: ["h9", "a1"] }), /must go to small board m1-p4/);
  assert.throws(() => rules.state({ fen: "16 x - -", moves: [] }), /bad FEN/);
});

test("facts tell a win, a block and a gift", () => {
  const rules = rulesOf("ultimate");
  // x holds a1 and b1 of the first board and is sent there; o threatens nothing.
  const state = rules.state({ fen: "", moves: ["a1", "b2", "e4", "d1", "b1", "e2", "d4", "a2"] });
  const win = state.legal.find((legal) => legal.facts & fact.winsBoard);
  assert.equal(win, undefined);
  const open = rules.state({ fen: "", moves: [] });
  assert.equal(open.legal.length, 81);
  assert.ok(open.legal.every((legal) => legal.next.length === 1 && (legal.facts & fact.freesChoice) === 0));
});
