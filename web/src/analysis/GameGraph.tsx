import { mainLine, type GameNode } from "../game/tree";
import { forX } from "./values";
import type { AnalysisSession } from "./session";

const width = 300;
const height = 90;

const chanceOf = (node: GameNode): number | null =>
  node.review ? forX(node.review.after, node.parent!.state.side).chance : null;

/** X's chance to win over the whole game, with the moves that cost most. */
export function GameGraph({ session }: { session: AnalysisSession }) {
  const line = mainLine(session.tree.root);
  if (line.length === 0) return null;
  const reviewed = line.some((node) => node.review);
  return (
    <div class="graph">
      {reviewed && <Curve session={session} line={line} />}
      {reviewed && <Mistakes session={session} line={line} />}
      {session.reviewing === null ? (
        <button onClick={() => void session.review()}>{reviewed ? "Review again" : "Review the whole game"}</button>
      ) : (
        <progress value={session.reviewing} aria-label="Progress of the review" />
      )}
    </div>
  );
}

function Curve({ session, line }: { session: AnalysisSession; line: GameNode[] }) {
  const x = (i: number): number => ((i + 0.5) / line.length) * width;
  const y = (chance: number): number => height - (chance / 10_000) * height;
  const points = line.flatMap((node, i) => {
    const chance = chanceOf(node);
    return chance === null ? [] : [`${x(i).toFixed(1)},${y(chance).toFixed(1)}`];
  });
  const here = line.indexOf(session.at);
  const click = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    session.go(line[Math.floor(((event.clientX - box.left) / box.width) * line.length)]);
  };
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label="X's chance to win, move by move" onClick={click}>
      <line class="middle" x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <polyline points={points.join(" ")} />
      {line.map((node, i) => {
        const chance = chanceOf(node);
        const judgement = node.review?.judgement ?? "good";
        if (chance === null || judgement === "good") return null;
        return <circle key={node.id} class={`judged ${judgement}`} cx={x(i)} cy={y(chance)} r={3.4} />;
      })}
      {here >= 0 && <line class="here" x1={x(here)} x2={x(here)} y1={0} y2={height} />}
    </svg>
  );
}

function Mistakes({ session, line }: { session: AnalysisSession; line: GameNode[] }) {
  const bad = line.filter((node) => node.review && ["mistake", "blunder"].includes(node.review.judgement));
  if (bad.length === 0) return <p class="mistakes-none">No mistake found.</p>;
  return (
    <ul class="mistakes" aria-label="Mistakes">
      {bad.map((node) => {
        const review = node.review!;
        const { side } = node.parent!.state;
        return (
          <li key={node.id}>
            <button class={`move judged ${review.judgement}`} onClick={() => session.go(node)}>
              {side.toUpperCase()} {review.played}
            </button>
            <small>
              {review.judgement}, {(review.cost / 100).toFixed(1)} points; better {review.best}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
