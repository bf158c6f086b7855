import type { Side } from "../core/types";
import { dateTime, number, t } from "../i18n/text";
import type { Rating } from "./protocol";

const width = 300;
const height = 90;

interface BarPlotProps {
  title: string;
  /** Of the largest value, which is the height of the plot. */
  most: (value: number) => string;
  bars: { at: number; value: number; side: Side }[];
  /** The number of places, also for those without a bar. */
  count: number;
  here: number;
  onPick: (at: number) => void;
}

/** A bar for each move. */
export function BarPlot({ title, most: mostText, bars, count, here, onPick }: BarPlotProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / count;
  const pick = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    onPick(Math.min(count - 1, Math.floor(((event.clientX - box.left) / box.width) * count)));
  };
  const text = mostText(most);
  return (
    <figure class="arena-plot">
      <figcaption>
        {title} <small>{text}</small>
      </figcaption>
      <svg class="curve" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${title}. ${text}`} onClick={pick}>
        {bars.map(({ at, value, side }) => (
          <rect key={at} class={`bar-${side}`} x={at * step} width={Math.max(0.6, step * 0.8)} y={height - (height * value) / most} height={(height * value) / most} />
        ))}
        {here >= 0 && <line class="here" x1={(here + 0.5) * step} x2={(here + 0.5) * step} y1={0} y2={height} />}
      </svg>
    </figure>
  );
}

/** The rating over time with its interval; a new version is a line. */
export function RatingPlot({ history }: { history: readonly Rating[] }) {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last || history.length < 2) return null;
  const [low, high] = [Math.min(...history.map(({ elo_low }) => elo_low)), Math.max(...history.map(({ elo_high }) => elo_high))];
  const x = (at: number): number => ((at - first.at_ms) / Math.max(1, last.at_ms - first.at_ms)) * width;
  const y = (elo: number): number => height - ((elo - low) / Math.max(1, high - low)) * height;
  const points = (of: (rating: Rating) => number): string[] => history.map((rating) => `${x(rating.at_ms).toFixed(1)},${y(of(rating)).toFixed(1)}`);
  const band = [...points(({ elo_high }) => elo_high), ...points(({ elo_low }) => elo_low).reverse()];
  const newVersions = history.filter(({ version }, i) => i > 0 && version !== history[i - 1]!.version);
  const elo = (value: number): string => number(Math.round(value));
  const text = t("arena.historyText", { from: elo(first.elo), to: elo(last.elo), low: elo(last.elo_low), high: elo(last.elo_high) });
  return (
    <figure class="arena-plot">
      <figcaption>
        {t("arena.history")} <small>{text}</small>
      </figcaption>
      <svg class="curve" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${t("arena.history")}. ${text}`}>
        <polygon class="band" points={band.join(" ")} />
        {newVersions.map(({ at_ms, number: version }) => (
          <line key={at_ms} class="here" x1={x(at_ms)} x2={x(at_ms)} y1={0} y2={height}>
            <title>{t("arena.versionOf", { number: version })}</title>
          </line>
        ))}
        <polyline points={points((rating) => rating.elo).join(" ")} />
      </svg>
      <p class="axis">
        <small>{dateTime(new Date(first.at_ms))}</small>
        <small>{dateTime(new Date(last.at_ms))}</small>
      </p>
    </figure>
  );
}
