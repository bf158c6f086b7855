import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Cast } from "../board/describe";
import type { GameState, VariantInfo } from "../core/types";
import { t } from "../i18n/text";
import { endingText, headline, pointsSum, type Ending } from "../game/result";

interface EndPanelProps {
  variant: VariantInfo;
  /** The last position. */
  state: GameState;
  ending: Ending;
  cast: Cast;
  /** The possible actions. */
  children: ComponentChildren;
}

// A tap meant for the board must not press a button that appears below it.
const deafMs = 700;

/** The end of a game: the winner, the reason, and how the points add up. */
export function EndPanel({ variant, state, ending, cast, children }: EndPanelProps) {
  const [deaf, setDeaf] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setDeaf(false), deafMs);
    return () => clearTimeout(timer);
  }, []);
  const mood = !ending.winner ? "draw" : !cast.you ? "other" : ending.winner === cast.you ? "won" : "lost";
  return (
    <section class={`end-panel ${mood}`} aria-labelledby="end-title">
      <h2 id="end-title">{headline(ending, cast)}</h2>
      <p>{endingText(state, ending, cast, true)}.</p>
      <dl class="end-points">
        {(["x", "o"] as const).map((side, i) => (
          <div key={side} class={`side-${side}`}>
            <dt>{cast.names[side]}</dt>
            <dd>
              <b style={{ "--points": ending.points[i] }}>{ending.points[i]}</b>
              <small>{explain(variant, state, ending, side)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <div class="controls" inert={deaf}>
        {children}
      </div>
    </section>
  );
}

function explain(variant: VariantInfo, state: GameState, ending: Ending, side: "x" | "o"): string {
  if (ending.reason === "full") return pointsSum(variant, state, side);
  if (ending.winner !== side) return t(ending.reason === "line" ? "end.lineEnds" : "end.forfeit");
  return t(ending.reason === "line" ? "end.forLine" : "end.asForLine");
}
