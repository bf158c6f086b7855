// The tips of a newcomer's first game.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VariantName } from "../../src/core/types";
import { endOfVariation, GameTree } from "../../src/game/tree";
import { coachText } from "../../src/play/Coach";
import { rulesOf } from "./support";

const cast = { names: { x: "You", o: "Pip" }, you: "x" as const };
function after(name: VariantName, moves: string): string {
  const rules = rulesOf(name);
  const tree = new GameTree(rules);
  tree.playAll(tree.root, moves.split(" ").filter(Boolean));
  return coachText(rules.variant, endOfVariation(tree.root), cast, "x");
}

test("tips say where each move sends the other player", () => {
  assert.equal(after("ultimate", "e5"), "Your cell is in row 2, column 2 of its small board, so Pip must play in the small board in the same place.");
  const both = after("ultimate", "e5 d4");
  assert.match(both, /^Your cell is in row 2, column 2 .+ Pip's cell is in row \d, column 1 .+ the highlighted one\.$/);
});

test("tips name a board won, a bonus move and a free choice", () => {
  // x wins a board of the first big board and has a bonus move.
  const won = after("double", "1a1 1b2 1f5 1g4 1a2 1a4 1a3");
  assert.equal(won, "You won a small board. Winning it earned you a bonus move: play again, in the board your cell sends you to.");
});

test("after some turns the tips stop to repeat themselves", () => {
  const rules = rulesOf("ultimate");
  const tree = new GameTree(rules);
  let node = tree.root;
  const repeated: number[] = [];
  for (let ply = 0; !node.state.outcome; ply++) {
    node = tree.play(node, node.state.legal[(ply * 7) % node.state.legal.length]!.move);
    const text = coachText(rules.variant, node, cast, "x");
    assert.ok(text.length > 0);
    if (ply >= 12 && /in the same place/.test(text) && !/won/.test(text)) repeated.push(ply);
    if (node.state.forced.length === 0 && !node.state.outcome) assert.match(text, /any open board/);
  }
  assert.deepEqual(repeated, []);
});
