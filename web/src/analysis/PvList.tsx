import { t } from "../i18n/text";
import { EngineNote } from "../ui/EngineNote";
import { percent, shortCount, valueText } from "./values";
import { maxMultiPv, type AnalysisSession } from "./session";

interface PvListProps {
  session: AnalysisSession;
  onPreview: (moves: readonly string[]) => void;
}

// Later moves of a variation are unreliable.
const shownMoves = 9;

/** The principal variations of the engine: point at a move to see the board after it, click to play up to it. */
export function PvList({ session, onPreview }: PvListProps) {
  const { report } = session;
  if (!session.engineOn) return null;
  const speed = report && report.micros > 0 ? (report.nodes / report.micros) * 1e6 : 0;
  return (
    <div class="pv-list" data-evaluation={session.evaluation} onMouseLeave={() => onPreview([])}>
      <p class="pv-head">
        <span>{t("analysis.depth", { depth: report?.depth ?? 0 })}</span>
        <span>{t("analysis.positions", { count: shortCount(report?.nodes ?? 0) })}</span>
        <span>{t("analysis.perSecond", { count: shortCount(Math.round(speed)) })}</span>
        <label>
          <span class="hidden">{t("analysis.pvsShown")}</span>
          <select value={session.multiPv} onChange={(event) => session.setMultiPv(Number(event.currentTarget.value))}>
            {Array.from({ length: maxMultiPv }, (_, i) => (
              <option key={i} value={i + 1}>
                {t("analysis.pvs", { count: i + 1 })}
              </option>
            ))}
          </select>
        </label>
      </p>
      <EngineNote evaluation={session.evaluation} />
      <ol>
        {(report?.pvs ?? []).slice(0, session.multiPv).map((pv) => (
          <li key={pv.moves[0]}>
            <span class="pv-value">
              <b>{valueText(pv)}</b>
              <small>{percent(pv.chance)}</small>
            </span>
            <span class="pv-moves">
              {pv.moves.slice(0, shownMoves).map((move, i) => {
                const upTo = pv.moves.slice(0, i + 1);
                return (
                  <button
                    key={i}
                    class="move"
                    onMouseEnter={() => onPreview(upTo)}
                    onFocus={() => onPreview(upTo)}
                    onBlur={() => onPreview([])}
                    onClick={() => session.playMoves(upTo)}
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
