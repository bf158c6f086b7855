import { t } from "../i18n/text";
import { EngineNote } from "../ui/EngineNote";
import { percent, shortCount, valueText } from "./values";
import { mostLines, type AnalysisSession } from "./session";

interface LinesProps {
  session: AnalysisSession;
  onPreview: (moves: readonly string[]) => void;
}

// Later moves of a variation are unreliable.
const shownMoves = 9;

/** The engine's best lines: point at a move to see the board after it, click to play up to it. */
export function Lines({ session, onPreview }: LinesProps) {
  const { report } = session;
  if (!session.engineOn) return null;
  const speed = report && report.micros > 0 ? (report.nodes / report.micros) * 1e6 : 0;
  return (
    <div class="lines" data-evaluation={session.evaluation} onMouseLeave={() => onPreview([])}>
      <p class="lines-head">
        <span>{t("analysis.depth", { depth: report?.depth ?? 0 })}</span>
        <span>{t("analysis.positions", { count: shortCount(report?.nodes ?? 0) })}</span>
        <span>{t("analysis.perSecond", { count: shortCount(Math.round(speed)) })}</span>
        <label>
          <span class="hidden">{t("analysis.linesShown")}</span>
          <select value={session.lines} onChange={(event) => session.showLines(Number(event.currentTarget.value))}>
            {Array.from({ length: mostLines }, (_, i) => (
              <option key={i} value={i + 1}>
                {t("analysis.lines", { count: i + 1 })}
              </option>
            ))}
          </select>
        </label>
      </p>
      <EngineNote evaluation={session.evaluation} />
      <ol>
        {(report?.lines ?? []).slice(0, session.lines).map((line) => (
          <li key={line.moves[0]}>
            <span class="line-value">
              <b>{valueText(line)}</b>
              <small>{percent(line.chance)}</small>
            </span>
            <span class="line-moves">
              {line.moves.slice(0, shownMoves).map((move, i) => {
                const upTo = line.moves.slice(0, i + 1);
                return (
                  <button
                    key={i}
                    class="move"
                    onMouseEnter={() => onPreview(upTo)}
                    onFocus={() => onPreview(upTo)}
                    onBlur={() => onPreview([])}
                    onClick={() => session.playLine(upTo)}
                  >
                    {move}
                  </button>
                );
              })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
