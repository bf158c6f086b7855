import type { GameState, LegalMove, Side } from "../core/types";
import { grown, viewBox, type Geometry } from "./geometry";
import { Mark } from "./marks";
import { Overlays, type Overlay } from "./Scene";

interface LensProps {
  geometry: Geometry;
  state: GameState;
  /** The small board under the lens; none until one is chosen. */
  board: number | null;
  legal: ReadonlyMap<number, LegalMove>;
  overlay?: Overlay;
  onPlay: (id: number) => void;
}

/** On a small screen: the small board to play in, large enough for fingers, below the whole board. */
export function Lens({ geometry, state, board, legal, overlay, onPlay }: LensProps) {
  if (board === null) return <p class="lens-empty">Tap a small board to play in it</p>;
  const { places } = geometry;
  const ids = Array.from({ length: places }, (_, i) => board * places + i);
  return (
    <svg
      class={`lens playable-${state.side} ${places === 9 ? "of-nine" : ""}`}
      viewBox={viewBox(grown(geometry.smallBoard(board), 1))}
      role="group"
      aria-label="The small board to play in"
    >
      <rect class="lens-ground" {...geometry.smallBoard(board)} rx={2.5} />
      {ids.map((id) => {
        const mark = state.cells[id];
        const move = legal.get(id);
        const box = geometry.cell(id);
        const drawing = (
          <>
            <rect class="cell-ground" {...grown(box, -0.3)} rx={1.4} />
            {mark !== "." && <Mark side={mark as Side} box={box} class={id === state.last ? "fresh" : ""} />}
          </>
        );
        if (!move) return <g key={id}>{drawing}</g>;
        return (
          <g
            key={id}
            class="cell legal"
            role="button"
            aria-label={move.move}
            data-lens-cell={move.move}
            onClick={() => onPlay(id)}
          >
            {drawing}
          </g>
        );
      })}
      {overlay && <Overlays geometry={geometry} overlay={overlay} />}
    </svg>
  );
}
