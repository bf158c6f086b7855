import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Study } from "../../src/core/study";
import { Rules } from "../../src/core/rules";
import { variantNames, type VariantName } from "../../src/core/types";
import { goalOf, readPuzzles, type Puzzle } from "../../src/puzzles/puzzles";
import { root, useHarness } from "./harness";
import { until } from "./online_table";
import { phone, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 150_000 };
const module = (name: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(`${root}/build/wasm/bin/${name}.wasm`));
const puzzlesOf = (variant: VariantName): Puzzle[] =>
  readPuzzles(variant, JSON.parse(readFileSync(`${root}/web/public/puzzles/${variant}.json`, "utf8")));

/** Plays right moves until the puzzle is solved; returns how many. */
async function solve(page: Page, puzzle: Puzzle): Promise<number> {
  const rules = new Rules(module(puzzle.variant));
  const study = new Study(module(`study-${puzzle.variant}`));
  const path = { fen: puzzle.fen, moves: [] as string[] };
  const goal = goalOf(puzzle, rules.state(path));
  for (let own = 1; ; own++) {
    const left = { ...goal, amount: goal.amount - (goal.kind === "points" ? 0 : path.moves.length) };
    const move = own === 1 ? puzzle.solution : study.solution(path, left);
    const { replies, reached } = study.try(path, move, left);
    await page.locator(`.cell.legal[data-cell="${move}"]`).click();
    path.moves.push(move, ...replies);
    if (reached) return own;
  }
}

for (const variant of variantNames) {
  test(`a puzzle of ${variant} is played to its end against the best defence`, limit, async () => {
    const puzzles = puzzlesOf(variant);
    const puzzle = puzzles.find(({ moves, goal }) => moves >= 3 && goal.kind === "line")!;
    const { page, errors, close } = await harness.open({ hash: `#/puzzles?id=${puzzle.id}` });
    await page.locator(`.cell.legal:not([data-cell="${puzzle.solution}"])`).first().click();
    await page.getByText("does not reach the goal. Try again.").waitFor();
    assert.equal(await solve(page, puzzle), puzzle.moves);
    await page.getByText("Solved.").waitFor();
    await page.locator(".figures", { hasText: `Solved1 of ${puzzles.length}` }).waitFor();
    await shoot(page, `puzzle-${variant}`);
    // A wrong move before breaks the streak.
    await page.locator(".figures", { hasText: "Streak0" }).waitFor();
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await until(async () => !page.url().includes(puzzle.id));
    await page.locator(".cell.legal").first().waitFor();
    await page.reload();
    await page.locator(".figures", { hasText: `Solved1 of ${puzzles.length}` }).waitFor();
    assert.deepEqual(errors, []);
    await close();
  });
}

test("the solution is shown to its end; a solved puzzle counts in the streak and the daily one in the days", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/puzzles" });
  await page.getByText("today's puzzle").waitFor();
  const variant = (/, (\w+), today/.exec((await page.locator("h1").textContent())!)?.[1] ?? "") as VariantName;
  const number = Number(/Puzzle (\d+)/.exec((await page.locator("h1").textContent())!)![1]);
  await solve(page, puzzlesOf(variant)[number - 1]!);
  await page.getByText("Solved.").waitFor();
  await page.locator(".figures", { hasText: "Streak1" }).waitFor();
  await page.locator(".figures", { hasText: "Days in a row1" }).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByText("Solved.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText("This is the solution.").waitFor();
  await page.locator(".figures", { hasText: "Streak0" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("puzzles are chosen by variant and kind", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/puzzles?v=ultimate" });
  await page.locator(".cell.legal").first().waitFor();
  await page.getByLabel("Variant").selectOption("extreme");
  await page.getByLabel("Kind").selectOption("Bonus move");
  await until(async () => page.url().includes("k=bonus"));
  const count = puzzlesOf("extreme").filter(({ theme }) => theme === "bonus").length;
  await page.locator(".figures", { hasText: `Solved0 of ${count}` }).waitFor();
  await close();
});

test("a finger solves a puzzle on a phone", limit, async () => {
  const puzzle = puzzlesOf("ultimate").find(({ theme }) => theme === "board")!;
  const { page, close } = await harness.open({ ...phone, hash: `#/puzzles?id=${puzzle.id}` });
  await page.locator(".cell.legal").first().waitFor();
  await shoot(page, "puzzle-phone");
  const cell = page.locator(`.lens [data-lens-cell="${puzzle.solution}"], .cells [data-cell="${puzzle.solution}"]`).last();
  await cell.tap();
  await cell.tap();
  await page.getByText("Right. Continue.").waitFor();
  await close();
});

test("what was solved before puzzles had names is remembered", limit, async () => {
  const [puzzle] = puzzlesOf("ultimate");
  const { page, close } = await harness.open({ hash: "#/rules" });
  await page.evaluate(
    ({ variant, fen }) => localStorage.setItem("xttt.puzzles", JSON.stringify({ solved: [`${variant} ${fen}`], streak: 3, best: 7 })),
    puzzle!,
  );
  await page.goto(new URL("#/puzzles?v=ultimate", page.url()).href);
  await page.reload();
  await page.locator(".figures", { hasText: /Solved1 of/ }).waitFor();
  await page.locator(".figures", { hasText: "Best streak7" }).waitFor();
  await close();
});

test("engine games show how an opening went on, and a click plays it", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/analysis?v=ultimate" });
  await page.getByRole("button", { name: "Openings" }).click();
  const row = page.locator(".openings tbody tr").first();
  const move = (await row.locator("button").textContent())!;
  assert.match((await row.locator(".result-bar").getAttribute("aria-label"))!, /^X won \d+%, drawn \d+%, O won \d+%$/);
  await shoot(page, "openings");
  await row.locator("button").click();
  await page.locator(".tree .move", { hasText: move }).waitFor();
  await page.locator(".openings tbody tr").first().waitFor();
  // Far from any opening there is nothing to show.
  await page.goto(new URL("#/analysis?v=ultimate&m=a1-a2-a4-a3-b9-e7-e1-e2-e4-e3-e9", page.url()).href);
  await page.getByRole("button", { name: "Openings" }).click();
  await page.getByText("No engine game reached this position.").or(row).first().waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a puzzle about points shows them, the solver's first", limit, async () => {
  const puzzle = puzzlesOf("extreme").find(({ goal }) => goal.kind === "points")!;
  const rules = new Rules(module("extreme"));
  const { side, points } = rules.state({ fen: puzzle.fen, moves: [] });
  const [mine, others] = side === "x" ? points : [points[1], points[0]];
  const { page, errors, close } = await harness.open({ hash: `#/puzzles?id=${puzzle.id}` });
  await page.locator(".puzzle-points", { hasText: `Points: ${mine}–\u2060${others}` }).waitFor();
  await page.goto(new URL(`#/puzzles?id=${puzzlesOf("extreme").find(({ goal }) => goal.kind !== "points")!.id}`, page.url()).href);
  await page.locator(".puzzle-points").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
  await close();
});
