// Puzzles and opening files: what stands in them is true.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Openings, readOpenings } from "../../src/analysis/openings";
import { Study } from "../../src/core/study";
import { variantNames } from "../../src/core/types";
import { newRating } from "../../src/puzzles/progress";
import { goalOf, readPuzzles, themes, type Puzzle } from "../../src/puzzles/puzzles";
import { file, rulesOf, wasm } from "./support";

const puzzlesOf = (variant: (typeof variantNames)[number]): Puzzle[] =>
  readPuzzles(variant, JSON.parse(file(`web/public/puzzles/${variant}.json`)));

test("there are at least 600 puzzles, of every kind, each once", () => {
  const all = variantNames.flatMap(puzzlesOf);
  assert.ok(all.length >= 600, `${all.length} puzzles`);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  for (const variant of variantNames) {
    const found = new Set(all.filter((puzzle) => puzzle.variant === variant).map(({ theme }) => theme));
    for (const theme of themes) assert.equal(found.has(theme), theme !== "bonus" || rulesOf(variant).variant.bonus, `${variant} ${theme}`);
  }
});

for (const variant of variantNames) {
  test(`exactly one first move keeps the goal of a puzzle of ${variant}, and the puzzle can be played to its end`, () => {
    const rules = rulesOf(variant);
    const study = new Study(wasm(`study-${variant}`));
    for (const puzzle of puzzlesOf(variant)) {
      const start = { fen: puzzle.fen, moves: [] as string[] };
      const state = rules.state(start);
      const goal = goalOf(puzzle, state);
      const keeping = state.legal.filter(({ move }) => study.try(start, move, goal).kept).map(({ move }) => move);
      assert.deepEqual(keeping, [puzzle.solution], puzzle.id);
      const line = { fen: puzzle.fen, moves: [] as string[] };
      let own = 0;
      for (let reached = false; !reached; own++) {
        const left = { ...goal, amount: goal.amount - (goal.kind === "points" ? 0 : line.moves.length) };
        const move = own === 0 ? puzzle.solution : study.solution(line, left);
        const attempt = study.try(line, move, left);
        assert.ok(attempt.kept, puzzle.id);
        line.moves.push(move, ...attempt.replies);
        reached = attempt.reached;
      }
      rules.state(line); // throws if a move was not legal
      assert.equal(own, puzzle.moves, puzzle.id);
    }
  });

  test(`the openings of ${variant} know the start, turned and mirrored positions alike`, () => {
    const rules = rulesOf(variant);
    const openings = new Openings(new Study(wasm(`study-${variant}`)), readOpenings(file(`web/public/openings/${variant}.txt`)));
    const at = (...moves: string[]): ReturnType<Openings["movesAt"]> => {
      const line = { fen: "", moves };
      return openings.movesAt(line, rules.state(line));
    };
    const first = at();
    assert.equal(first.reduce((sum, { games }) => sum + games, 0), openings.games);
    assert.ok(openings.games > 1000);
    for (const { games, wonByX, wonByO, points } of first) {
      assert.ok(wonByX + wonByO <= games);
      assert.ok(Math.abs(points) <= 100 * rules.variant.linePoints);
    }
    const [most] = first;
    const replies = at(most!.move);
    assert.ok(replies.length > 0 && replies.reduce((sum, { games }) => sum + games, 0) <= most!.games);
    // The corners of the whole board are the same by symmetry.
    const corners = [rules.variant.names[0]!, rules.variant.names[rules.variant.names.length - 1]!];
    const [a, b] = corners.map((corner) => at(corner).map(({ move: _, ...counts }) => counts));
    assert.deepEqual(a, b);
  });
}

test("a file that is no opening file is refused", () => {
  assert.throws(() => readOpenings("<!doctype html>"), /no opening file/);
});

test("hard puzzles solved raise the rating more than easy ones, wrong moves lower it", () => {
  assert.ok(newRating(1000, 1400, true) > newRating(1000, 800, true));
  assert.ok(newRating(1000, 800, true) > 1000);
  assert.ok(newRating(1000, 1400, false) < 1000);
});
