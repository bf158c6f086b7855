// Random event logs with the state after each event, as the server computes it (OnlineGame), through the
// page's own function.
import assert from "node:assert/strict";
import { test } from "node:test";
import { afterEvent, noEvents, type EventState } from "../../src/online/events";
import type { GameEvent } from "../../src/online/protocol";
import { file } from "./support";

interface Log {
  variant: string;
  steps: { event: GameEvent; state: EventState }[];
}

const logs = file("tests/vectors/online_events.jsonl")
  .trim()
  .split("\n")
  .map((text) => JSON.parse(text) as Log);

test("events give the same states as on the server", () => {
  assert.ok(logs.length >= 20);
  for (const { steps } of logs) {
    let state = noEvents;
    for (const step of steps) {
      state = afterEvent(state, step.event);
      assert.deepEqual(state, step.state);
    }
  }
});

test("a replay from the first event does not depend on what was there before", () => {
  for (const { steps } of logs) {
    for (let cut = 1; cut < steps.length; cut += 7) {
      const again = steps.slice(0, cut).reduce((state, { event }) => afterEvent(state, event), noEvents);
      assert.deepEqual(again, steps[cut - 1]!.state);
    }
  }
});

test("events out of order change nothing", () => {
  for (const { steps } of logs)
    for (const { event } of steps.slice(1)) assert.equal(afterEvent(noEvents, event), noEvents);
});
