// A review whose workers fail, and practice without an answer.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Practice } from "../../src/analysis/practice";
import { AnalysisSession } from "../../src/analysis/session";
import type { GameState, MoveReview } from "../../src/core/types";
import { chanceOf, whyText } from "../../src/analysis/remarks";
import { mainVariation } from "../../src/game/tree";
import type { ToWorker } from "../../src/core/worker_messages";
import { rulesOf } from "./support";

const moves = "e5-d4-a1-b2-e4-e2-d5-b4";
const best = "e6";

/** A worker that answers later, or fails. */
class FakeWorker {
  static started = 0;
  static running = 0;
  static mostAtOnce = 0;
  /** Which workers fail, by their number from 1. */
  static fails: (number: number) => boolean = () => false;
  onmessage: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  private readonly number = ++FakeWorker.started;

  postMessage(message: ToWorker): void {
    if (message.kind !== "review") return;
    FakeWorker.mostAtOnce = Math.max(FakeWorker.mostAtOnce, ++FakeWorker.running);
    setTimeout(() => {
      FakeWorker.running--;
      if (FakeWorker.fails(this.number)) return this.onerror?.({ message: "out of memory" });
      const review = { played: message.move, best, judgement: "good", before: { chance: 5000 }, after: { chance: 5000 } };
      this.onmessage?.({ data: { kind: "review", id: message.id, review: review as unknown as MoveReview } });
    }, this.number);
  }
  terminate(): void {}
}

beforeEach(() => {
  FakeWorker.started = FakeWorker.running = FakeWorker.mostAtOnce = 0;
  FakeWorker.fails = () => false;
  Object.assign(globalThis, { Worker: FakeWorker, addEventListener: () => {}, removeEventListener: () => {} });
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { hardwareConcurrency: 5 } });
});

const session = (): AnalysisSession => new AnalysisSession(rulesOf("ultimate"), { fen: "", moves, comments: "", shown: null });
const reviews = (of: AnalysisSession): number => mainVariation(of.tree.root).filter((node) => node.review).length;

test("a review is completed by the workers that still work", async () => {
  FakeWorker.fails = (number) => number === 2;
  const analysis = session();
  await analysis.review();
  assert.equal(reviews(analysis), 8);
  assert.equal(analysis.problem, "");
  assert.equal(analysis.reviewing, null);
  analysis.dispose();
});

test("if all workers fail, the review ends once, says so and can be repeated", async () => {
  FakeWorker.fails = (number) => number <= 4;
  const analysis = session();
  await analysis.review();
  assert.equal(FakeWorker.running, 0, "nothing goes on after the end");
  assert.match(analysis.problem, /out of memory/);
  assert.equal(analysis.reviewing, null);
  await analysis.review();
  assert.equal(FakeWorker.started, 8, "with new workers");
  assert.equal(analysis.problem, "");
  assert.equal(reviews(analysis), 8);
  assert.equal(FakeWorker.mostAtOnce, 4);
  analysis.dispose();
});

test("practice says that a move could not be checked, and lets one try again", async () => {
  const analysis = session();
  const node = mainVariation(analysis.tree.root)[2]!;
  node.review = { played: "a1", best: "b3", judgement: "blunder", before: { chance: 9000 }, after: { chance: 1000 } } as unknown as MoveReview;
  const practice = new Practice(analysis, "x");
  const [first] = node.parent!.state.legal.filter(({ move }) => move !== "b3" && move !== "a1");
  FakeWorker.fails = (number) => number === 1;
  await practice.attempt(first!);
  assert.equal(practice.verdict, "none");
  assert.match(practice.text, /out of memory/);
  await practice.attempt(first!);
  assert.equal(practice.verdict, "solved");
  analysis.dispose();
});

test("the curve ends with the result and leaves out moves without a choice", () => {
  const review = { before: { chance: 4200 }, after: { chance: 4200 } } as MoveReview;
  const [, node] = mainVariation(session().tree.root);
  const after = (state: Partial<GameState>, legal = node!.parent!.state.legal) =>
    chanceOf({ review, parent: { ...node!.parent!, state: { ...node!.parent!.state, legal } }, state: { ...node!.state, ...state } });
  const outcome = { winner: null, rated: "o", reason: "full", points: [3, 5], line: [] } as unknown as GameState["outcome"];
  assert.equal(after({}), 5800, "for x, after a move of o");
  assert.equal(after({ outcome }), 0, "O wins on points");
  assert.equal(after({ outcome: { ...outcome!, rated: null } }), 5000);
  assert.equal(after({}, node!.parent!.state.legal.slice(0, 1)), null);
});

test("practice does not give the better move away", () => {
  const { tree } = session();
  const node = tree.play(tree.root, "a1");
  const value = { points: 0, winIn: 0, chance: 5000 };
  node.review = { played: "a1", best: "e5", reply: "b2", pv: "", cost: 80, lost: 900, judgement: "blunder", before: value, after: value } as unknown as MoveReview;
  const cast = { names: { x: "You", o: "Pip" }, you: "x" as const };
  assert.match(whyText(rulesOf("ultimate"), node, cast), /^Pip answers b2: .*e5 is better: /);
  const task = whyText(rulesOf("ultimate"), node, cast, false);
  assert.match(task, /^Pip answers b2: /);
  assert.doesNotMatch(task, /e5/);
});
