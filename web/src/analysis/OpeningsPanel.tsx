import { useState } from "preact/hooks";
import { number, percentage, t } from "../i18n/text";
import { Loading, Problem } from "../ui/Notice";
import { failed, useLoaded } from "../ui/use_rules";
import { loadOnlineOpenings, loadOpenings, type OpeningMove } from "./openings";
import type { AnalysisSession } from "./session";
import { valueText } from "./values";

const mostMoves = 8;

interface OpeningsPanelProps {
  session: AnalysisSession;
  onPreview: (moves: readonly string[]) => void;
}

const sources = {
  engine: { name: "openings.engine", none: "openings.none", from: "openings.source" },
  online: { name: "openings.online", none: "openings.noneOnline", from: "openings.sourceOnline" },
} as const;
type Source = keyof typeof sources;

/** What engine games, or online games of the server, played in the position on the board, and how that ended. */
export function OpeningsPanel({ session, onPreview }: OpeningsPanelProps) {
  const variant = session.rules.variant.name;
  const [chosen, choose] = useState<Source>("engine");
  const engine = useLoaded(variant, "problem.openings", () => loadOpenings(variant));
  const online = useLoaded(variant, "problem.openings", () => loadOnlineOpenings(variant));
  const hasOnline = online !== null && !failed(online) && online.games > 0;
  const source = hasOnline ? chosen : "engine";
  const openings = source === "online" ? online : engine;
  if (failed(openings)) return <Problem message={openings.message} onRetry={openings.retry} />;
  if (!openings) return <Loading />;
  const moves = openings.movesAt(session.tree.pathTo(session.at), session.at.state);
  return (
    <div class="openings" onMouseLeave={() => onPreview([])}>
      {hasOnline && (
        <div class="segments" role="group" aria-label={t("openings.games")}>
          {(Object.keys(sources) as Source[]).map((name) => (
            <button key={name} aria-pressed={name === source} onClick={() => choose(name)}>
              {t(sources[name].name)}
            </button>
          ))}
        </div>
      )}
      {moves.length === 0 ? (
        <p>{t(sources[source].none)}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("input.move")}</th>
              <th scope="col">{t("openings.games")}</th>
              <th scope="col">{t("openings.results")}</th>
              {source === "engine" && <th scope="col">{t("openings.score")}</th>}
            </tr>
          </thead>
          <tbody>
            {moves.slice(0, mostMoves).map((move) => (
              <Row key={move.move} move={move} hasScore={source === "engine"} session={session} onPreview={onPreview} />
            ))}
          </tbody>
        </table>
      )}
      <p class="openings-source">{t(sources[source].from, { count: openings.games })}</p>
    </div>
  );
}

interface RowProps extends OpeningsPanelProps {
  move: OpeningMove;
  hasScore: boolean;
}

function Row({ move, hasScore, session, onPreview }: RowProps) {
  const { games, wonByX, wonByO } = move.results;
  const drawn = games - wonByX - wonByO;
  const share = (count: number): string => percentage(games > 0 ? count / games : 0);
  const text = t("openings.bar", { x: share(wonByX), drawn: share(drawn), o: share(wonByO) });
  const show = (): void => onPreview([move.move]);
  return (
    <tr onMouseEnter={show}>
      <td>
        <button class="move" onFocus={show} onBlur={() => onPreview([])} onClick={() => session.playMoves([move.move])}>
          {move.move}
        </button>
      </td>
      <td>{number(move.games)}</td>
      <td>
        <span class="result-bar" role="img" aria-label={text} title={text}>
          <i class="won-x" style={{ flexGrow: wonByX }} />
          <i class="drawn" style={{ flexGrow: drawn }} />
          <i class="won-o" style={{ flexGrow: wonByO }} />
        </span>
      </td>
      {hasScore && (
        <td>
          {valueText({ points: move.points, winIn: 0, chance: 0 })}
          {move.depth > 0 && <small> {t("analysis.depth", { depth: move.depth })}</small>}
        </td>
      )}
    </tr>
  );
}
