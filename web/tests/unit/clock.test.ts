// Clocks, saved games and the choice of the next opponent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GameClock } from "../../src/game/clock";
import { PlaySession, type GameSetup } from "../../src/game/session";
import { resultsAgainst } from "../../src/library/results";
import { library, type SavedGame } from "../../src/library/store";
import { timeOf } from "../../src/table/GameFields";
import { rulesOf } from "./support";

const control = { startMs: 60_000, incrementMs: 2000 };
const people: GameSetup = { players: { x: { kind: "person" }, o: { kind: "person" } }, time: control, botMs: 1000 };

/** Lets the page's time pass. */
let now = 0;
performance.now = () => now;
const listeners = new Map<string, () => void>();
Object.assign(globalThis, {
  addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  removeEventListener: (name: string) => listeners.delete(name),
});

test("setting a clock stops it and credits no increment", () => {
  let at = 0;
  const clock = new GameClock(control, null, () => at);
  clock.switchTo("x");
  at = 5000;
  clock.set({ x: 60_000, o: 60_000 });
  clock.switchTo("o");
  assert.deepEqual(clock.both(), { x: 60_000, o: 60_000 });
});

test("taking a turn back restores both clocks, also after a reload", async () => {
  const rules = rulesOf("ultimate");
  const play = (session: PlaySession, move: string): void => session.play(session.tip.state.legal.find((legal) => legal.move === move)!);
  const session = new PlaySession(rules, people);
  now += 10_000;
  play(session, "e5");
  now += 3000;
  play(session, "d4");
  now += 7000;
  play(session, "a1");
  assert.deepEqual(session.clock!.both(), { x: 47_000, o: 59_000 });
  session.undo();
  assert.deepEqual(session.clock!.both(), { x: 52_000, o: 59_000 });
  now += 1000;
  play(session, "a1");
  session.dispose();
  const saved = (await library.get(session.id))!;
  const again = new PlaySession(rules, people, saved);
  again.undo();
  assert.deepEqual(again.clock!.both(), { x: 52_000, o: 59_000 });
  again.undo();
  assert.deepEqual(again.clock!.both(), { x: 52_000, o: 60_000 });
  again.dispose();
});

test("the time since the last move is not given back after a reload", async () => {
  const rules = rulesOf("ultimate");
  const session = new PlaySession(rules, people);
  session.play(session.tip.state.legal[0]!);
  now += 20_000;
  listeners.get("pagehide")!();
  const saved = (await library.get(session.id))!;
  assert.equal(saved.clock!.o, 40_000);
  session.dispose();
});

test("a new game keeps the clock of the last one", () => {
  assert.equal(timeOf(null), "none");
  assert.equal(timeOf({ startMs: 180_000, incrementMs: 2000 }), "3");
  assert.equal(timeOf({ startMs: 1, incrementMs: 2000 }), "none");
});

test("only the latest results against the same level count for a suggestion", () => {
  const game = (level: number, winner: "x" | "o", variant: SavedGame["variant"] = "ultimate"): SavedGame =>
    ({
      kind: "play",
      variant,
      you: "x",
      ending: { winner, reason: "line", points: [0, 0] },
      setup: { players: { x: { kind: "person" }, o: { kind: "bot", level } }, time: null, botMs: 0 },
    }) as unknown as SavedGame;
  const games = [game(4, "x"), game(2, "x", "double"), game(4, "o"), game(2, "x"), game(4, "o")];
  assert.deepEqual(resultsAgainst(games, "ultimate", 4), ["won", "lost"]);
  assert.deepEqual(resultsAgainst(games, "ultimate", 2), []);
});
