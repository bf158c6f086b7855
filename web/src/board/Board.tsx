import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fact, type GameState, type LegalMove, type VariantInfo } from "../core/types";
import { Cells } from "./Cells";
import { promise } from "./describe";
import { Geometry, grown, viewBox } from "./geometry";
import { Lens } from "./Lens";
import { Backdrop, Foreground, Overlays, Targets, type Overlay } from "./Scene";
import { useWidth } from "./use_width";

// A finger needs this many pixels.
const fingerPx = 44;
// Below this width two big boards do not fit side by side.
const sideBySidePx = 640;

export interface BoardProps {
  variant: VariantInfo;
  state: GameState;
  /** Whether whoever sits here may move now. */
  canMove?: boolean;
  onMove?: (move: LegalMove) => void;
  overlay?: Overlay;
  /** A picture only: no labels, no keyboard. */
  still?: boolean;
  label?: string;
}

/** The board: a position in, moves out. It knows no rule: what is legal comes with the state. */
export function Board({ variant, state, canMove = false, onMove, overlay, still, label }: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const stacked = variant.bigBoards > 1 && width > 0 && width < sideBySidePx && !still;
  const geometry = useMemo(() => new Geometry(variant, stacked, !still), [variant, stacked, still]);
  const legal = useMemo(
    () => new Map(canMove ? state.legal.map((move) => [move.id, move]) : []),
    [state, canMove],
  );
  const [hovered, setHovered] = useState<number | null>(null);
  const [chosenBoard, setChosenBoard] = useState<number | null>(null);
  useEffect(() => {
    if (canMove && performance.getEntriesByName("xttt-ready").length === 0) performance.mark("xttt-ready");
  }, [canMove]);
  useEffect(() => {
    setHovered(null);
    setChosenBoard(null);
  }, [state]);

  const cellPx = (width / geometry.whole.width) * 10;
  const needsLens = !still && canMove && width > 0 && cellPx < fingerPx && isTouch();
  const considered = hovered === null ? undefined : legal.get(hovered);
  const play = (id: number): void => {
    const move = legal.get(id);
    if (move) onMove?.(move);
  };
  const touch = (id: number): void => {
    if (needsLens) setChosenBoard(Math.floor(id / geometry.places));
    else play(id);
  };
  // The cells are many: they are drawn again for a new position only, not for a new handler.
  const latest = useRef({ play, touch });
  latest.current = { play, touch };
  const onPlay = useCallback((id: number) => latest.current.play(id), []);
  const onTouch = useCallback((id: number) => latest.current.touch(id), []);

  const playableBoards = [...new Set([...legal.keys()].map((id) => Math.floor(id / geometry.places)))];
  const lensBoard =
    chosenBoard !== null && playableBoards.includes(chosenBoard)
      ? chosenBoard
      : playableBoards.length === 1
        ? playableBoards[0]!
        : null;

  return (
    <div class={`board ${still ? "still" : ""}`} ref={frame}>
      <svg
        class="board-picture"
        viewBox={viewBox(geometry.whole)}
        role={still ? "img" : "group"}
        aria-label={label ?? `Board of ${variant.name}`}
      >
        <Backdrop geometry={geometry} state={state} glow={!still || state.forced.length > 0} />
        <Cells
          geometry={geometry}
          state={state}
          legal={legal}
          interactive={!still}
          onTouch={onTouch}
          onPlay={onPlay}
          onConsider={setHovered}
        />
        <Foreground geometry={geometry} state={state} />
        {considered && (
          <Targets
            geometry={geometry}
            state={state}
            move={considered}
            winsBoard={(considered.facts & fact.winsBoard) !== 0}
            keepsTurn={(considered.facts & fact.keepsTurn) !== 0}
          />
        )}
        {overlay && <Overlays geometry={geometry} overlay={overlay} />}
        {needsLens && lensBoard !== null && (
          <rect class="lens-frame" {...grown(geometry.smallBoard(lensBoard), 1.6)} rx={4} />
        )}
      </svg>
      {!still && (
        <p class="board-promise" aria-hidden="true">
          {considered ? `${considered.move} ${promise(variant, state, considered)}` : "\u00a0"}
        </p>
      )}
      {needsLens && (
        <Lens
          geometry={geometry}
          state={state}
          board={lensBoard}
          legal={legal}
          overlay={overlay}
          onPlay={play}
        />
      )}
    </div>
  );
}

function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches || matchMedia("(max-width: 600px)").matches;
}
