import { useEffect, useRef, useState } from "preact/hooks";
import type { GameState, LegalMove, Side } from "../core/types";
import { t } from "../i18n/text";
import { memo } from "../ui/memo";
import { cellText, type Cast } from "./describe";
import { grown, type Geometry } from "./geometry";
import { Mark } from "./marks";

interface CellsProps {
  geometry: Geometry;
  state: GameState;
  legal: ReadonlyMap<number, LegalMove>;
  interactive: boolean;
  /** Whether the moves are chosen in advance. */
  premoving: boolean;
  cast: Cast;
  spoilers: boolean;
  onClick: (id: number) => void;
  onPlay: (id: number) => void;
  onConsider: (id: number | null) => void;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The cells. Each big board is a grid for the keyboard and for screen readers: one cell has the
 * focus, arrows move it, Enter plays. */
export const Cells = memo<CellsProps>((props) => {
  const { geometry, state, legal, interactive, premoving, cast, spoilers, onClick, onPlay, onConsider } = props;
  const { variant } = geometry;
  const [cursor, setCursor] = useState<number | null>(null);
  const cells = useRef(new Map<number, SVGGElement>());
  const firstLegal: number | undefined = legal.keys().next().value;
  // Tab focuses the cell used last while it is playable.
  const tabStop = cursor !== null && (premoving || legal.size === 0 || legal.has(cursor)) ? cursor : (firstLegal ?? 0);

  // After the reply the focus moves to a playable cell, if it was on the board.
  useEffect(() => {
    const focused = [...cells.current].find(([, element]) => element === document.activeElement)?.[0];
    if (focused === undefined || premoving || legal.size === 0 || legal.has(focused)) return;
    cells.current.get(firstLegal!)?.focus();
  }, [legal]);

  const onKeyDown = (event: KeyboardEvent, id: number): void => {
    const arrow = arrows[event.key];
    if (arrow) {
      const next = geometry.neighbour(id, ...arrow);
      setCursor(next);
      cells.current.get(next)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      onPlay(id);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const cellAt = (id: number) => {
    const box = geometry.cell(id);
    const mark = state.cells[id];
    const move = legal.get(id);
    const drawing = (
      <>
        <rect class="cell-ground" {...grown(box, -0.35)} rx={1.6} />
        {mark !== "." && <Mark side={mark as Side} box={box} class={id === state.last ? "fresh" : ""} />}
      </>
    );
    const closed = state.boards[Math.floor(id / geometry.places)] !== "-" ? "closed" : "";
    if (!interactive) return <g key={id} class={closed}>{drawing}</g>;
    return (
      <g
        key={id}
        role="gridcell"
        class={`cell ${move ? (premoving ? "premovable" : "legal") : closed}`}
        data-cell={variant.names[id]}
        tabindex={id === tabStop ? 0 : -1}
        aria-label={premoving && move ? t("premove.cell", { cell: move.move }) : cellText(variant, state, id, move, cast, spoilers)}
        ref={(element: SVGGElement | null) => {
          if (element) cells.current.set(id, element);
        }}
        onClick={() => onClick(id)}
        // The pointer does not move the focus, so that arrow keys still step through the game.
        onMouseDown={(event) => event.preventDefault()}
        onPointerEnter={(event) => event.pointerType !== "touch" && onConsider(id)}
        onPointerLeave={() => onConsider(null)}
        onFocus={() => {
          setCursor(id);
          onConsider(id);
        }}
        onBlur={() => onConsider(null)}
        onKeyDown={(event) => onKeyDown(event, id)}
      >
        {drawing}
      </g>
    );
  };

  return (
    <>
      {Array.from({ length: variant.bigBoards }, (_, big) => (
        <g
          key={big}
          role={interactive ? "grid" : undefined}
          aria-label={interactive ? (variant.bigBoards > 1 ? t("board.bigBoard", { number: big + 1 }) : t("board.cells")) : undefined}
          class="cells"
        >
          {geometry.rows(big).map((row, i) => (
            <g key={i} role={interactive ? "row" : undefined} aria-label={interactive ? t("board.row", { number: i + 1 }) : undefined}>
              {row.map(cellAt)}
            </g>
          ))}
        </g>
      ))}
    </>
  );
});
