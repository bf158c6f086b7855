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
      const path = { fen: puzzle.fen, moves: [] as string[] };
      let own = 0;
      for (let reached = false; !reached; own++) {
        const left = { ...goal, amount: goal.amount - (goal.kind === "points" ? 0 : path.moves.length) };
        const move = own === 0 ? puzzle.solution : study.solution(path, left);
        const attempt = study.try(path, move, left);
        assert.ok(attempt.kept, puzzle.id);
        path.moves.push(move, ...attempt.replies);
        reached = attempt.reached;
      }
      rules.state(path); // throws if a move was not legal
      assert.equal(own, puzzle.moves, puzzle.id);
    }
  });

  test(`the openings of ${variant} know the start, turned and mirrored positions alike`, () => {
    const rules = rulesOf(variant);
    const openings = new Openings(new Study(wasm(`study-${variant}`)), readOpenings(file(`web/public/openings/${variant}.txt`)));
    const at = (...moves: string[]): ReturnType<Openings["movesAt"]> => {
      const path = { fen: "", moves };
      return openings.movesAt(path, rules.state(path));
    };
    const first = at();
    // Each game counts for one first move; games that the book started elsewhere count for none.
    assert.equal(first.reduce((sum, { games }) => sum + games, 0), openings.games);
    assert.ok(openings.games > 1000);
    // The book knows every first move, up to symmetry.
    assert.equal(first.length, rules.variant.size === 4 ? 36 : 15);
    for (const { games, results, points, depth } of first) {
      assert.ok(depth > 10);
      assert.ok(results.games >= games && results.games > 0);
      assert.ok(results.wonByX + results.wonByO <= results.games);
      assert.ok(Math.abs(points) <= 100 * rules.variant.linePoints);
    }
    const [most] = first;
    assert.ok(at(most!.move).some(({ depth }) => depth > 10));
    // The corners of the whole board are the same by symmetry.
    const corners = [rules.variant.names[0]!, rules.variant.names[rules.variant.names.length - 1]!];
    const [a, b] = corners.map((corner) => at(corner).map(({ move: _, ...counts }) => counts));
    assert.deepEqual(a, b);
  });
}

test("moves of an opening file may have the score of a book, whose games are kept apart", () => {
  const { positions } = readOpenings("xttt-openings 2 ultimate 3\n0123456789 4:2:1:0:7 5:3:2:0:-3:21:64:30:20 6:0:0:0:8:19:64:10:50\n");
  const moves = positions.get("0123456789")!;
  assert.deepEqual(moves.get(4), { games: 2, results: { games: 2, wonByX: 1, wonByO: 0 }, points: 70, depth: 0 });
  assert.deepEqual(moves.get(5), { games: 3, results: { games: 3, wonByX: 2, wonByO: 0 }, points: -30, depth: 21 });
  assert.deepEqual(moves.get(6), { games: 0, results: { games: 64, wonByX: 10, wonByO: 50 }, points: 80, depth: 19 });
});

test("opening files of version 1 are still read", () => {
  const { positions } = readOpenings("xttt-openings 1 ultimate 3\n0123456789 4:2:1:0:7 5:64:30:20:-3:21\n");
  const moves = positions.get("0123456789")!;
  assert.deepEqual(moves.get(4), { games: 2, results: { games: 2, wonByX: 1, wonByO: 0 }, points: 70, depth: 0 });
  assert.deepEqual(moves.get(5), { games: 64, results: { games: 64, wonByX: 30, wonByO: 20 }, points: -30, depth: 21 });
});

test("a file that is no opening file is refused", () => {
  assert.throws(() => readOpenings("<!doctype html>"), /not an opening file/);
});

test("hard puzzles solved raise the rating more than easy ones, wrong moves lower it", () => {
  assert.ok(newRating(1000, 1400, true) > newRating(1000, 800, true));
  assert.ok(newRating(1000, 800, true) > 1000);
  assert.ok(newRating(1000, 1400, false) < 1000);
});

test("damaged files of openings and puzzles are refused, with the place of the damage", () => {
  const openings = file("web/public/openings/ultimate.txt").split("\n").slice(0, 4);
  assert.equal(readOpenings(openings.join("\n")).positions.size, 3);
  for (const bad of ["1:2:3", "a:1:1:0:4", "1:1:1:0:4:5", "1:1:1:0:4:5:6", "1:1:1:0:4:-5:1:1:0", "1:-1:1:0:4", "1e9:1:1:0:0x4", "<p>"])
    assert.throws(() => readOpenings([...openings, `0003c65e81 ${bad}`].join("\n")), /line 5 .* damaged/, bad);
  assert.throws(() => readOpenings("xttt-openings 1 ultimate many"), /line 1 .* damaged/);

  const row = JSON.parse(file("web/public/puzzles/ultimate.json"))[0] as unknown[];
  assert.equal(readPuzzles("ultimate", [row]).length, 1);
  for (const rows of [null, {}, "text", 3]) assert.throws(() => readPuzzles("ultimate", rows), /not a file of puzzles/);
  const bad: unknown[] = [null, "row", [], row.slice(0, 6), ...row.flatMap((_, i) => [{}, null, -1].map((value) => row.map((old, j) => (j === i ? value : old))))];
  for (const damaged of bad) assert.throws(() => readPuzzles("ultimate", [row, damaged]), /puzzle 2 is damaged/, JSON.stringify(damaged));
});
