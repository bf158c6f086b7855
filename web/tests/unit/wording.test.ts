// A full board is won on points, and every place says so in the same way.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameState, Outcome } from "../../src/core/types";
import { boardEnding, endingText, headline } from "../../src/game/result";
import { resultFor, stateText } from "../../src/library/results";
import type { SavedGame } from "../../src/library/store";
import { ratedWinner, resultText } from "../../src/tournaments/results";

const outcome = { winner: null, rated: "x", reason: "full", points: [5, 4], line: [] } as unknown as Outcome;
const cast = { names: { x: "You", o: "Ada" }, you: "x" as const };

test("five to four on a full board is a win in the panel, in My games and in tournaments", () => {
  const ending = boardEnding(outcome);
  assert.equal(headline(ending, cast), "You won");
  assert.equal(endingText({ outcome } as GameState, ending, cast), "Board full – you win 5–\u20604 on points");
  const game = { kind: "play", ending, you: "x", names: cast.names, turn: null } as unknown as SavedGame;
  assert.equal(resultFor(game), "won");
  assert.equal(stateText(game), "Won 5–\u20604");
  const played = { result: "draw", points: [5, 4] as [number, number], reason: "full" } as Parameters<typeof ratedWinner>[0];
  assert.equal(ratedWinner(played), "x");
  assert.equal(resultText(played, { x: "Bob", o: "Ada" }), "Bob wins 5–\u20604 (board full)");
});

test("four to four is a draw everywhere", () => {
  const even = { ...outcome, rated: null, points: [4, 4] } as Outcome;
  const ending = boardEnding(even);
  assert.equal(headline(ending, cast), "Draw");
  assert.equal(endingText({ outcome: even } as GameState, ending, cast), "Board full – draw, 4–\u20604");
  assert.equal(stateText({ kind: "play", ending, you: "x", names: cast.names, turn: null } as unknown as SavedGame), "Draw 4–\u20604");
  const played = { result: "draw", points: [4, 4] as [number, number], reason: "full" } as Parameters<typeof ratedWinner>[0];
  assert.equal(resultText(played, { x: "Bob", o: "Ada" }), "Draw 4–\u20604 (board full)");
});
