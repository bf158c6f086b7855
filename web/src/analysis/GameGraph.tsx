import type { Side } from "../core/types";
import { mainVariation, type GameNode } from "../game/tree";
import { number, percentage, t } from "../i18n/text";
import { chanceOf, isMistake, remark, summaryOf, whyText } from "./remarks";
import type { AnalysisSession } from "./session";

const width = 300;
const height = 90;

interface GameGraphProps {
  session: AnalysisSession;
  onPractice: (side: Side) => void;
}

/** x's winning chance over the whole game, with the worst moves marked. */
export function GameGraph({ session, onPractice }: GameGraphProps) {
  const nodes = mainVariation(session.tree.root);
  if (nodes.length === 0) return null;
  const reviewed = nodes.some((node) => node.review);
  return (
    <div class="graph">
      {reviewed && <Curve session={session} nodes={nodes} />}
      {reviewed && <Summaries session={session} nodes={nodes} onPractice={onPractice} />}
      {reviewed && <Mistakes session={session} nodes={nodes} />}
      {session.reviewing === null ? (
        <button onClick={() => void session.review()}>{t(reviewed ? "analysis.reviewAgain" : "analysis.reviewGame")}</button>
      ) : (
        <progress value={session.reviewing} aria-label={t("analysis.reviewProgress")} />
      )}
    </div>
  );
}

/** Like the evaluation bar: the share of x is below the curve, that of o above it. */
function Curve({ session, nodes }: { session: AnalysisSession; nodes: GameNode[] }) {
  const x = (i: number): number => ((i + 0.5) / nodes.length) * width;
  const y = (chance: number): number => height - (chance / 10_000) * height;
  const points = nodes.flatMap((node, i) => {
    const chance = chanceOf(node);
    return chance === null ? [] : [{ x: x(i), y: y(chance) }];
  });
  const text = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const area = `0,${height} 0,${first.y.toFixed(1)} ${text} ${width},${last.y.toFixed(1)} ${width},${height}`;
  const here = nodes.indexOf(session.at);
  const click = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    session.go(nodes[Math.floor(((event.clientX - box.left) / box.width) * nodes.length)]);
  };
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={t("analysis.curve")} onClick={click}>
      <polygon class="share-x" points={area} />
      <line class="middle" x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <polyline points={text} />
      {nodes.map((node, i) => {
        const chance = chanceOf(node);
        const judgement = node.review?.judgement ?? "good";
        if (chance === null || judgement === "good") return null;
        return <circle key={node.id} class={`judged ${judgement}`} cx={x(i)} cy={y(chance)} r={3.4} />;
      })}
      {here >= 0 && <line class="here" x1={x(here)} x2={x(here)} y1={0} y2={height} />}
    </svg>
  );
}

/** Accuracy of both players, and the link to practise mistakes. */
function Summaries({ session, nodes, onPractice }: GameGraphProps & { nodes: GameNode[] }) {
  const { names, you } = session.players;
  const sides = (["x", "o"] as const).filter((side) => nodes.some((node) => isMistake(node) && node.parent!.state.side === side));
  const learners = you ? sides.filter((side) => side === you) : sides;
  return (
    <>
      <table class="summary">
        <thead>
          <tr>
            <th scope="col">{t("analysis.player")}</th>
            <th scope="col">{t("analysis.accuracy")}</th>
            <th scope="col" title={t("analysis.inaccuracies")}>
              ?!
            </th>
            <th scope="col" title={t("analysis.mistakes")}>
              ?
            </th>
            <th scope="col" title={t("analysis.blunders")}>
              ??
            </th>
          </tr>
        </thead>
        <tbody>
          {(["x", "o"] as const).map((side) => {
            const summary = summaryOf(nodes, side);
            if (!summary) return null;
            return (
              <tr key={side} class={`side-${side}`}>
                <th scope="row">{names[side]}</th>
                <td>{percentage(summary.accuracy / 100)}</td>
                <td>{number(summary.counts.inaccuracy)}</td>
                <td>{number(summary.counts.mistake)}</td>
                <td>{number(summary.counts.blunder)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {session.reviewing === null &&
        learners.map((side) => (
          <button key={side} class="primary" onClick={() => onPractice(side)}>
            {you ? t("analysis.learn") : t("analysis.learnFrom", { name: names[side] })}
          </button>
        ))}
    </>
  );
}

function Mistakes({ session, nodes }: { session: AnalysisSession; nodes: GameNode[] }) {
  const bad = nodes.filter(isMistake);
  if (bad.length === 0) return <p class="mistakes-none">{t("analysis.noMistakes")}</p>;
  return (
    <ul class="mistakes" aria-label={t("analysis.mistakes")}>
      {bad.map((node) => (
        <li key={node.id}>
          <button class={`move judged ${node.review!.judgement}`} onClick={() => session.go(node)}>
            {session.players.names[node.parent!.state.side]} {node.review!.played}
          </button>
          <small>
            {remark(node.review!)} {whyText(session.rules, node, session.players)}
          </small>
        </li>
      ))}
    </ul>
  );
}
