import type { Side } from "../core/types";
import type { AnalysisSession } from "./session";

/** The moves of a variation with their sides, from the core, because a turn may have two moves. */
export function previewOf(session: AnalysisSession, moves: readonly string[]): { id: number; side: Side }[] {
  const shown: { id: number; side: Side }[] = [];
  const path = session.tree.pathTo(session.at);
  let state = session.at.state;
  for (const [i, move] of moves.entries()) {
    const legal = state.legal.find((candidate) => candidate.move === move);
    if (!legal) break;
    shown.push({ id: legal.id, side: state.side });
    state = session.rules.state({ fen: path.fen, moves: [...path.moves, ...moves.slice(0, i + 1)] });
  }
  return shown;
}

/** The winning chance of each move, scaled from the worst to the best of the position. */
export function heatOf(session: AnalysisSession): Map<number, { goodness: number; text: string }> {
  const pvs = session.report?.pvs ?? [];
  const chances = pvs.map((pv) => pv.chance);
  const [worst, best] = [Math.min(...chances), Math.max(...chances)];
  const ids = new Map(session.at.state.legal.map((legal) => [legal.move, legal.id]));
  return new Map(
    pvs.map((pv) => {
      const goodness = best === worst ? 1 : (pv.chance - worst) / (best - worst);
      return [ids.get(pv.moves[0]!)!, { goodness, text: String(Math.round(pv.chance / 100)) }];
    }),
  );
}
