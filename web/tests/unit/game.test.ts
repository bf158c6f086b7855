import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, GameClock } from "../../src/game/clock";
import { allOpponents, neighbourOf, opponentOf, strongest, suggestedLevel } from "../../src/game/levels";
import { endingText, forfeit, headline, pointsSum } from "../../src/game/result";
import { outcomeText, turnText } from "../../src/board/describe";
import { ratedWinner, resultText } from "../../src/tournaments/results";
import { dailyNumber, dailyVariant } from "../../src/puzzles/puzzles";
import { streaks } from "../../src/library/Statistics";
import { endOfVariation, GameTree, mainVariation } from "../../src/game/tree";
import { turnsOf } from "../../src/game/turns";
import { Records } from "../../src/core/records";
import { reviewerCount } from "../../src/analysis/session";
import { readComments, readTree, writeComments, writeTree } from "../../src/analysis/tree_text";
import { rulesOf, wasm } from "./support";

test("a clock runs for one side and credits the increment at the end of its turn", () => {
  let now = 0;
  const clock = new GameClock({ startMs: 10_000, incrementMs: 2_000 }, null, () => now);
  clock.switchTo("x");
  now = 3_000;
  assert.equal(clock.remaining("x"), 7_000);
  clock.switchTo("x"); // a bonus move is the same turn
  now = 4_000;
  clock.switchTo("o");
  assert.equal(clock.remaining("x"), 8_000);
  now = 20_000;
  assert.equal(clock.remaining("o"), 0);
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(9_410), "9.5");
});

test("a clock goes on with what was left", () => {
  const clock = new GameClock({ startMs: 10_000, incrementMs: 0 }, { x: 4_000, o: 9_000 }, () => 0);
  assert.equal(clock.remaining("x"), 4_000);
  assert.equal(clock.remaining("o"), 9_000);
});

test("opponents get stronger one after the other, and one is suggested by results", () => {
  for (const [i, one] of allOpponents.entries()) if (i > 0) assert.ok(one.level > allOpponents[i - 1]!.level);
  assert.equal(opponentOf(strongest).name, allOpponents.at(-1)!.name);
  assert.equal(opponentOf(5).level, 4); // a level of an older page
  assert.equal(neighbourOf(0, -1), null);
  assert.equal(neighbourOf(0, 1)!.level, 2);
  assert.equal(suggestedLevel(4, ["won"]), 6);
  assert.equal(suggestedLevel(4, ["lost", "won"]), 4);
  assert.equal(suggestedLevel(4, ["lost", "lost"]), 2);
  assert.equal(suggestedLevel(0, ["lost", "lost"]), 0);
});

test("one result has one wording: the rated result", () => {
  const rules = rulesOf("ultimate");
  const { variant } = rules;
  const start = rules.state({ fen: "", moves: [] });
  const cast = { names: { x: "You", o: "Pip" }, you: "x" as const };
  const full = { ...start, outcome: { reason: "full" as const, winner: null, rated: "o" as const, points: [3, 4] as [number, number], line: [] } };
  assert.equal(outcomeText(full), "Board full – O wins 4–\u20603 on points");
  assert.equal(outcomeText(full, cast), "Board full – Pip wins 4–\u20603 on points");
  const line = { ...start, outcome: { reason: "line" as const, winner: "o" as const, rated: "o" as const, points: [0, 9] as [number, number], line: [0, 1, 2] } };
  assert.equal(outcomeText(line, cast), "You lost: Pip completed a line of three boards (9–\u20600)");
  const resigned = forfeit(variant, "o", "resignation");
  assert.deepEqual(resigned.points, [0, variant.linePoints]);
  assert.equal(endingText(start, resigned, cast), `You resigned – Pip wins ${variant.linePoints}–\u20600`);
  assert.equal(headline(resigned, cast), "You lost");
  const played = { result: "draw" as const, points: [5, 4] as [number, number], reason: "full" };
  assert.equal(ratedWinner(played), "x");
  assert.equal(resultText(played, { x: "Ada", o: "Bob" }), "Ada wins 5–\u20604 (board full)");
  assert.equal(turnText({ ...start, bonus: true, forced: [3] }, cast), "You won a board – play again");
  const boards = "xo".padEnd(9, "-");
  assert.equal(pointsSum(variant, { ...start, boards }, "x"), "1 board");
  const weighted = { ...variant, boardPoints: [4, 6, 4, 6, 3, 6, 4, 6, 4] };
  assert.equal(pointsSum(weighted, { ...start, boards }, "x"), "1 corner board × 4");
});

test("streaks are counted from the latest game back", () => {
  assert.deepEqual(streaks(["won", "won", "lost", "won", "won", "won"]), { current: ["won", 2], best: 3 });
  assert.deepEqual(streaks([]), { current: null, best: 0 });
});

test("a tree keeps variations, and a turn holds its bonus move", () => {
  const tree = new GameTree(rulesOf("double"));
  const moves = ["1a1", "1b2", "1f5", "1g4", "1a2", "1a4", "1a3", "1b7"];
  const end = tree.playAll(tree.root, moves);
  assert.equal(end, endOfVariation(tree.root));
  assert.deepEqual(tree.pathTo(end).moves, moves);
  const turns = turnsOf(mainVariation(tree.root));
  assert.equal(turns.at(-1)!.nodes.length, 2);
  assert.equal(turns.at(-1)!.number, 4);
  const other = tree.play(tree.root, "2e5");
  assert.equal(tree.root.children.length, 2);
  tree.promote(other);
  assert.equal(mainVariation(tree.root).length, 1);
  tree.remove(other);
  assert.equal(mainVariation(tree.root).length, 8);
});

test("a game is written as .xgn and read back", () => {
  const records = new Records(wasm("records"));
  const moves = ["1a1", "1b2", "1f5", "1g4", "1a2", "1a4", "1a3", "1b7"];
  const notes = moves.map((_, i) => (i === 2 ? { text: "odd {braces} [and] \\ more" } : null));
  const text = records.write({ variant: "double", moves, notes, tags: { X: "Ada", O: "Bob \"B\"" } });
  assert.match(text, /4\. 1a3\+1b7/);
  const [game] = records.read(text);
  assert.ok(game && !("error" in game));
  assert.deepEqual(game.moves, moves);
  assert.equal(game.tags!["O"], 'Bob "B"');
  assert.equal(game.notes![2]!.text, "odd {braces} [and] \\ more");
});

test("a bad record is named, and so is a bad move", () => {
  const records = new Records(wasm("records"));
  const [bad] = records.read('[Variant "double"]\n\n1. 1a1 9z9 *\n');
  assert.ok(bad && "error" in bad && bad.error.startsWith("line 3"));
  assert.throws(() => records.write({ variant: "double", moves: ["1a1", "1a1"] }), /1a1/);
});

test("a tree with variations and comments comes back from its text", () => {
  const tree = new GameTree(rulesOf("ultimate"));
  const { root } = tree;
  const end = tree.playAll(root, ["e5", "e4", "d1"]);
  const other = tree.playAll(root.children[0]!, ["d4", "a1", "b2"]);
  tree.play(other.parent!, "c3");
  tree.play(root, "a1");
  other.comment = "so (what) - \u{1f642}";
  const { moves, order } = writeTree(root);
  assert.equal(moves, "e5(a1)-e4(d4-a1-b2(c3))-d1");
  const again = new GameTree(tree.rules);
  const read = readTree(again, moves);
  readComments(read, writeComments(order));
  assert.equal(writeTree(again.root).moves, moves);
  assert.equal(read[order.indexOf(other)]!.comment, other.comment);
  assert.equal(again.pathTo(read[order.indexOf(end)]!).moves.join(" "), "e5 e4 d1");
});

test("texts that are no trees are refused, and strange comments left out", () => {
  const tree = new GameTree(rulesOf("ultimate"));
  for (const bad of ["(e5)", "e5(d4", "e5)", "e5-zz", "e5((d4))-"]) assert.throws(() => readTree(new GameTree(tree.rules), bad), bad);
  const order = readTree(tree, "e5-e4");
  for (const bad of ["{", "7", '[[9,"x"]]', '[[1]]', '[["1","x"]]', '[[1,2],null]']) readComments(order, bad);
  assert.deepEqual(order.map((node) => node.comment), ["", ""]);
});

test("the daily puzzle changes every day, takes the variants in turn and visits all", () => {
  const day = 86_400_000;
  const days = Array.from({ length: 4 * 32 }, (_, i) => i * day);
  assert.equal(new Set(days.map((now) => `${dailyVariant(now)} ${dailyNumber(32, now)}`)).size, 4 * 32);
  assert.equal(new Set(days.slice(0, 4).map((now) => dailyVariant(now))).size, 4);
  assert.equal(dailyNumber(32, 5 * day), dailyNumber(32, 5 * day + day - 1));
});

test("a review leaves a core to the page and one to the engine", () => {
  assert.equal(reviewerCount(8, false, 60), 7);
  assert.equal(reviewerCount(8, true, 60), 6);
  assert.equal(reviewerCount(8, false, 3), 3);
  assert.equal(reviewerCount(64, false, 60), 16);
  for (const cores of [1, 2]) assert.equal(reviewerCount(cores, true, 60), 1);
});
