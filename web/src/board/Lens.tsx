import type { ComponentChildren } from "preact";
import type { GameState, LegalMove, Side } from "../core/types";
import { t } from "../i18n/text";
import { grown, viewBox, type Geometry } from "./geometry";
import { Mark } from "./marks";
import { Overlays, type Overlay } from "./Scene";

interface LensProps {
  geometry: Geometry;
  state: GameState;
  /** The small boards under the lens; none until one is chosen. */
  boards: readonly number[];
  legal: ReadonlyMap<number, LegalMove>;
  /** The cell that the next tap plays. */
  tapped: number | null;
  overlay?: Overlay;
  /** Shown in the place of the close-up until a small board is chosen. */
  idle?: ComponentChildren;
  onTap: (id: number) => void;
}

/** On small screens: the playable small boards, large enough to tap. Its size is constant, so that the
 * layout does not shift. */
export function Lens({ geometry, state, boards, legal, idle, ...rest }: LensProps) {
  const canMove = legal.size > 0;
  return (
    <div class={`lens ${geometry.places === 9 ? "of-nine" : ""} ${canMove ? "" : "idle"}`}>
      {boards.length === 0 && (
        <div class="lens-idle">
          {canMove && idle}
          <p>{t(canMove ? "lens.tap" : "lens.wait")}</p>
        </div>
      )}
      {boards.map((board) => (
        <LensBoard key={board} board={board} geometry={geometry} state={state} legal={legal} {...rest} />
      ))}
    </div>
  );
}

function LensBoard({ geometry, state, board, legal, tapped, overlay, onTap }: Omit<LensProps, "boards" | "idle"> & { board: number }) {
  const { places } = geometry;
  const ids = Array.from({ length: places }, (_, i) => board * places + i);
  return (
    <svg
      class={`lens-board playable-${state.side}`}
      viewBox={viewBox(grown(geometry.smallBoard(board), 0.5))}
      role="group"
      aria-label={t("lens.label")}
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
            {id === tapped && <Mark side={state.side} box={box} class="ghost" />}
          </>
        );
        if (!move) return <g key={id}>{drawing}</g>;
        return (
          <g
            key={id}
            class={`cell legal ${id === tapped ? "tapped" : ""}`}
            role="button"
            aria-label={move.move}
            aria-pressed={id === tapped}
            data-lens-cell={move.move}
            onClick={() => onTap(id)}
          >
            {drawing}
          </g>
        );
      })}
      {overlay && <Overlays geometry={geometry} overlay={overlay} />}
    </svg>
  );
}
