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

test("what a move promises is what the next position shows", () => {
  for (const name of variantNames) {
    const rules = rulesOf(name);
    const places = rules.variant.size ** 2;
    const moves: string[] = [];
    let seed = 7;
    for (let state = rules.state({ fen: "", moves }); !state.outcome; ) {
      for (const legal of state.legal) {
        const has = (bit: number): boolean => (legal.facts & bit) !== 0;
        const next = rules.state({ fen: "", moves: [...moves, legal.move] });
        const board = Math.floor(legal.id / places);
        const where = `${name} ${moves.join(" ")} ${legal.move}`;
        assert.equal(has(fact.winsBoard), next.boards[board] === state.side, where);
        assert.equal(has(fact.drawsBoard), next.boards[board] === "d", where);
        assert.equal(has(fact.endsGame), next.outcome !== null, where);
        assert.equal(has(fact.keepsTurn), !next.outcome && next.side === state.side, where);
        assert.equal(has(fact.freesChoice), !next.outcome && next.forced.length === 0, where);
        const boards = new Set(next.legal.map((reply) => Math.floor(reply.id / places)));
        assert.deepEqual(legal.next, [...boards].sort((x, y) => x - y), where);
        const passes = !next.outcome && next.side !== state.side;
        const reply = (bit: number): boolean => passes && next.legal.some((move) => (move.facts & bit) !== 0);
        assert.equal(has(fact.givesBoard), reply(fact.winsBoard), where);
        assert.equal(has(fact.givesGame), reply(fact.winsGame), where);
      }
      // Some of the positions are enough, and all of them take long where every cell is legal.
      for (let i = 0; i < 4 && !state.outcome; i++) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        moves.push(state.legal[seed % state.legal.length]!.move);
        state = rules.state({ fen: "", moves });
      }
    }
  }
});
