// The games and counts recorded from the original simulators (tests/vectors), against the core as
// the page has it. Runs in Node and in the browser.
import type { Rules } from "../../src/core/rules";

export interface RecordedGame {
  moves: string[];
  legal: number[];
  legal_crc: number[];
  mover: string;
  boards: string;
  result: string;
  reason: string;
  points: [number, number];
}
export interface PerftVectors {
  start: Record<string, number[]>;
  positions: { variant: string; moves: string[]; perft: number[] }[];
}

function crc32(text: string): number {
  let crc = ~0;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** What is wrong with the core's idea of a recorded game; empty if nothing is. */
export function gameFault(rules: Rules, game: RecordedGame): string {
  for (let ply = 0; ply < game.moves.length; ply++) {
    const state = rules.state({ fen: "", moves: game.moves.slice(0, ply) });
    const names = state.legal.map((legal) => legal.move).sort();
    if (names.length !== game.legal[ply]) return `ply ${ply}: ${names.length} legal moves`;
    if (crc32(names.join(" ")) !== game.legal_crc[ply]) return `ply ${ply}: other legal moves`;
    if (state.side !== game.mover[ply]) return `ply ${ply}: ${state.side} to move`;
  }
  const end = rules.state({ fen: "", moves: game.moves });
  if (end.boards !== game.boards) return `boards are ${end.boards}`;
  const outcome = end.outcome;
  if (!outcome || outcome.reason !== game.reason) return "ends otherwise";
  if ((outcome.winner ?? "draw") !== game.result) return `won by ${outcome.winner}`;
  return outcome.points.join() === game.points.join() ? "" : `points ${outcome.points.join()}`;
}

/** Counts up to `largest` are compared: beyond, they take too long for a test. */
export function perftFaults(rules: Rules, vectors: PerftVectors, largest: number): string[] {
  const faults: string[] = [];
  const check = (moves: string[], counts: number[]): void => {
    counts.forEach((count, i) => {
      if (count > largest) return;
      const found = rules.perft({ fen: "", moves }, i + 1);
      if (found !== BigInt(count)) faults.push(`${moves.length} moves, depth ${i + 1}: ${found}, not ${count}`);
    });
  };
  const { name } = rules.variant;
  check([], vectors.start[name] ?? []);
  for (const position of vectors.positions) if (position.variant === name) check(position.moves, position.perft);
  return faults;
}
