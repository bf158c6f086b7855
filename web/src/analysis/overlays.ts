import type { Side } from "../core/types";
import type { AnalysisSession } from "./session";

/** The moves of a variation with their sides, from the core, because a turn may have two moves. */
export function previewOf(session: AnalysisSession, moves: readonly string[]): { id: number; side: Side }[] {
  const shown: { id: number; side: Side }[] = [];
  const line = session.tree.line(session.at);
  let state = session.at.state;
  for (const [i, move] of moves.entries()) {
    const legal = state.legal.find((candidate) => candidate.move === move);
    if (!legal) break;
    shown.push({ id: legal.id, side: state.side });
    state = session.rules.state({ fen: line.fen, moves: [...line.moves, ...moves.slice(0, i + 1)] });
  }
  return shown;
}

/** The winning chance of each move, scaled from the worst to the best of the position. */
export function heatOf(session: AnalysisSession): Map<number, { goodness: number; text: string }> {
  const lines = session.report?.lines ?? [];
  const chances = lines.map((line) => line.chance);
  const [worst, best] = [Math.min(...chances), Math.max(...chances)];
  const ids = new Map(session.at.state.legal.map((legal) => [legal.move, legal.id]));
  return new Map(
    lines.map((line) => {
      const goodness = best === worst ? 1 : (line.chance - worst) / (best - worst);
      return [ids.get(line.moves[0]!)!, { goodness, text: String(Math.round(line.chance / 100)) }];
    }),
  );
}
