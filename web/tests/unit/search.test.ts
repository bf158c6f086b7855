import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonsFor } from "../../src/game/reasons";
import { Search } from "../../src/core/search";
import { variantNames, type SearchReport } from "../../src/core/types";
import { rulesOf, wasm } from "./support";

const start = { fen: "", moves: [] };

test("every variant is searched, deeper and deeper", () => {
  for (const name of variantNames) {
    const search = new Search(wasm(name), 4);
    const depths: number[] = [];
    const best = search.go(start, { depth: 5 }, (report: SearchReport) => depths.push(report.depth));
    assert.deepEqual(depths, [1, 2, 3, 4, 5]);
    assert.equal(best.move, best.pvs[0]!.moves[0]);
    assert.ok(best.nodes > 0);
  }
});

test("a search is stopped from outside while it runs", () => {
  let questions = 0;
  const search = new Search(wasm("extreme"), 4, () => ++questions > 3);
  const best = search.go(start, {});
  assert.ok(best.move);
});

test("several variations come best first, each with its own first move", () => {
  const search = new Search(wasm("double"), 4);
  const { pvs } = search.go({ fen: "", moves: ["1e5"] }, { depth: 4, multipv: 4 });
  assert.equal(pvs.length, 4);
  assert.equal(new Set(pvs.map((pv) => pv.moves[0])).size, 4);
  for (let i = 1; i < pvs.length; i++) assert.ok(pvs[i - 1]!.points >= pvs[i]!.points);
});

test("a weak level is weaker, and plays differently with another seed", () => {
  const search = new Search(wasm("extreme"), 4);
  const moves = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    search.newGame();
    moves.add(search.go({ fen: "", moves: ["h9"] }, { skill: 0, seed }).move);
  }
  assert.ok(moves.size > 2);
});

test("a review names what a bad move cost", () => {
  const search = new Search(wasm("ultimate"), 4);
  const path = { fen: "", moves: ["e5"] };
  const review = search.review(path, "d4", 50);
  assert.equal(review.played, "d4");
  assert.ok(review.cost >= 0);
  assert.ok(["good", "inaccuracy", "mistake", "blunder"].includes(review.judgement));
});

test("reasons are told in words", () => {
  const rules = rulesOf("ultimate");
  const state = rules.state({ fen: "", moves: ["e5", "e4", "e1", "e2", "d5", "b4"] });
  assert.deepEqual(reasonsFor(rules, state, "e3", 3), ["it forces a win in 3 moves", "it sends O to row 3, column 2, where O cannot win the small board at once"]);
  const names = { x: "You", o: "Pip" };
  const named = reasonsFor(rules, state, "e3", 3, { names, you: "x" })[1];
  assert.equal(named, "it sends Pip to row 3, column 2, where Pip cannot win the small board at once");
  assert.match(reasonsFor(rules, state, "e3", 3, { names: { x: "Pip", o: "You" }, you: "o" })[1]!, /^it sends you to row 3, column 2, where you cannot win/);
  assert.deepEqual(rules.faults(state, "e3", "d1", 5, -2), [
    { code: "missedForce", count: 5 },
    { code: "allowsForce", count: 2 },
  ]);
});

test("a hint has a reason in every position of a game", () => {
  const rules = rulesOf("double");
  const search = new Search(rules.module, 4);
  const moves: string[] = [];
  for (let state = rules.state(start); !state.outcome; state = rules.state({ fen: "", moves })) {
    const best = search.go({ fen: "", moves }, { depth: 2 });
    assert.ok(reasonsFor(rules, state, best.move, best.pvs[0]!.winIn).length > 0);
    moves.push(best.move);
  }
});
