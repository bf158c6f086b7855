// Only the first result of a puzzle counts, whatever is tried again.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Attempt } from "../../src/core/study";
import { progress, savedProgress } from "../../src/puzzles/progress";
import { readPuzzles, type Puzzle } from "../../src/puzzles/puzzles";
import { PuzzleSession } from "../../src/puzzles/session";
import { file, rulesOf } from "./support";

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) },
  });
  progress.reset();
});

const puzzles = readPuzzles("ultimate", JSON.parse(file("web/public/puzzles/ultimate.json")));
const [first, second] = puzzles as [Puzzle, Puzzle];

test("solving a solved puzzle again changes nothing", () => {
  progress.solve(first, true);
  const { rating } = progress;
  assert.equal(progress.streak, 1);
  for (let i = 0; i < 3; i++) progress.solve(first, true);
  progress.fail(first);
  assert.deepEqual([progress.streak, progress.best, progress.rating], [1, 1, rating]);
  assert.equal(progress.count(puzzles), 1);
});

test("a puzzle that failed does not count in the streak when it is solved later", () => {
  progress.solve(first, true);
  progress.fail(second);
  const { rating } = progress;
  assert.equal(progress.streak, 0);
  progress.fail(second);
  progress.solve(second, true); // after a reload
  assert.deepEqual([progress.streak, progress.rating], [0, rating]);
  assert.equal(progress.count(puzzles), 2);
});

test("what another tab solved is not overwritten", () => {
  progress.solve(first, true);
  stored.set("xttt.puzzles", JSON.stringify({ ...progress.all, solved: [...progress.all.solved, "other"], streak: 2, best: 2 }));
  progress.solve(second, true);
  assert.deepEqual(JSON.parse(stored.get("xttt.puzzles")!).solved, [first.id, "other", second.id]);
  assert.equal(progress.streak, 3);
});

test("progress of another browser is added; rating and streak stay, unless nothing was tried here", () => {
  const other = savedProgress('{"solved":["a","b"],"failed":["c"],"streak":5,"best":9,"rating":1400,"day":20000,"days":3}');
  progress.merge(other);
  assert.deepEqual(progress.all, { ...other });
  progress.reset();
  progress.solve(first, true);
  const { rating } = progress;
  progress.merge({ ...other, failed: [first.id, "c"] });
  assert.deepEqual(progress.all, { solved: [first.id, "a", "b"], failed: ["c"], streak: 1, best: 9, rating, day: 0, days: 0 });
  for (const bad of ["", "{", "null", "[1]", '{"solved":[1],"rating":"x","streak":null,"best":-1,"other":2}']) assert.deepEqual(savedProgress(bad), {}, bad);
});

test("a retry after a proof has failed keeps the position and the wrong move before", async () => {
  const rules = rulesOf("ultimate");
  const puzzle = puzzles.find(({ moves, goal }) => moves >= 2 && goal.kind === "line")!;
  let loads = 0;
  let disposed = 0;
  const session = new PuzzleSession(rules, puzzle, async () => {
    const works = ++loads > 1;
    return {
      try: async (): Promise<Attempt> => (works ? { kept: true, reached: true, replies: [] } : Promise.reject(new Error("worker"))),
      solution: async () => "",
      dispose: () => void disposed++,
    };
  });
  const { legal } = session.at.state;
  const wrong = legal.find(({ move }) => move !== puzzle.solution)!;
  const right = legal.find(({ move }) => move === puzzle.solution)!;
  await session.play(wrong);
  assert.equal(session.wrong, wrong.move);
  await session.play(right);
  assert.equal(session.status, "failed");
  session.retry();
  assert.deepEqual([session.status, session.clean, loads], ["solving", false, 2]);
  await session.play(right);
  assert.deepEqual([session.status, session.moves, progress.streak], ["solved", [puzzle.solution], 0]);
  session.dispose();
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(disposed, 2);
});
