// The seats of online games: without its seat, a browser cannot continue a game.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forgetSeat, keepSeat, markOver, seatOf } from "../../src/online/seats";

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
});

test("the seats of running games are all kept, those of finished games up to a limit", () => {
  for (let i = 0; i < 120; i++) keepSeat(`running-${i}`, { seat: `r${i}` });
  for (let i = 0; i < 80; i++) {
    keepSeat(`over-${i}`, { seat: `o${i}` });
    markOver(`over-${i}`);
  }
  for (let i = 0; i < 120; i++) assert.equal(seatOf(`running-${i}`)?.seat, `r${i}`);
  assert.equal(seatOf("over-79")?.seat, "o79", "the latest is there for a rematch");
  assert.equal(seatOf("over-0"), null);
  const over = Array.from({ length: 80 }, (_, i) => seatOf(`over-${i}`)).filter(Boolean);
  assert.equal(over.length, 50);
});

test("a seat taken in another tab is not overwritten", () => {
  keepSeat("here", { seat: "a" });
  const other = JSON.parse(stored.get("xttt.seats")!) as [string, object][];
  stored.set("xttt.seats", JSON.stringify([["there", { seat: "b" }], ...other]));
  keepSeat("here again", { seat: "c" });
  assert.equal(seatOf("there")?.seat, "b");
  forgetSeat("here");
  assert.equal(seatOf("here"), null);
  assert.equal(seatOf("there")?.seat, "b");
});

test("without storage, seats last until the page is closed", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new Error("refused");
    },
  });
  keepSeat("game", { seat: "a", invitation: "i" });
  markOver("game");
  assert.deepEqual(seatOf("game"), { seat: "a", invitation: "i", over: true });
  forgetSeat("game");
  assert.equal(seatOf("game"), null);
});
