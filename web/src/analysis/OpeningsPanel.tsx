import { number, percentage, t } from "../i18n/text";
import { Loading, Problem } from "../ui/Notice";
import { failed, useLoaded } from "../ui/use_rules";
import { loadOpenings, type OpeningMove } from "./openings";
import type { AnalysisSession } from "./session";
import { valueText } from "./values";

const mostMoves = 8;

interface OpeningsPanelProps {
  session: AnalysisSession;
  onPreview: (moves: readonly string[]) => void;
}

/** What engine games played in the position on the board, and how that ended. */
export function OpeningsPanel({ session, onPreview }: OpeningsPanelProps) {
  const variant = session.rules.variant.name;
  const openings = useLoaded(variant, "problem.openings", () => loadOpenings(variant));
  if (failed(openings)) return <Problem message={openings.message} onRetry={openings.retry} />;
  if (!openings) return <Loading />;
  const moves = openings.movesAt(session.tree.pathTo(session.at), session.at.state);
  return (
    <div class="openings" onMouseLeave={() => onPreview([])}>
      {moves.length === 0 ? (
        <p>{t("openings.none")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("input.move")}</th>
              <th scope="col">{t("openings.games")}</th>
              <th scope="col">{t("openings.results")}</th>
              <th scope="col">{t("openings.score")}</th>
            </tr>
          </thead>
          <tbody>
            {moves.slice(0, mostMoves).map((move) => (
              <Row key={move.move} move={move} session={session} onPreview={onPreview} />
            ))}
          </tbody>
        </table>
      )}
      <p class="openings-source">{t("openings.source", { count: openings.games })}</p>
    </div>
  );
}

function Row({ move, session, onPreview }: OpeningsPanelProps & { move: OpeningMove }) {
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
      <td>
        {valueText({ points: move.points, winIn: 0, chance: 0 })}
        {move.depth > 0 && <small> {t("analysis.depth", { depth: move.depth })}</small>}
      </td>
    </tr>
  );
}
