import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameState, LegalMove, VariantInfo } from "../core/types";
import { t } from "../i18n/text";
import { settings } from "../ui/settings";
import { Cells } from "./Cells";
import { moveEffect, plainCast, type Cast } from "./describe";
import { Geometry, grown, viewBox } from "./geometry";
import { Lens } from "./Lens";
import { Backdrop, Foreground, Glow, Overlays, Targets, type Overlay } from "./Scene";
import { useScale } from "./use_scale";

// Smaller cells are hard to tap; the lens magnifies them.
const fingerPx = 28;

export interface BoardProps {
  variant: VariantInfo;
  state: GameState;
  /** Whether the user may move now. */
  canMove?: boolean;
  /** Whether the user is playing: the lens then keeps its place during the opponent's turn. */
  playing?: boolean;
  onMove?: (move: LegalMove) => void;
  /** During the opponent's turn: moves to choose in advance, by cell. */
  premoves?: ReadonlyMap<number, LegalMove>;
  /** Whether the game ended without an outcome on the board, by resignation or on time. */
  over?: boolean;
  /** A tap on the board of an earlier position. */
  onReturn?: () => void;
  overlay?: Overlay;
  cast?: Cast;
  /** Shown in the place of the close-up until a small board is chosen. */
  idle?: ComponentChildren;
  /** Whether pointing at a cell shows what it wins. */
  spoilers?: boolean;
  /** Not interactive: no labels, no keyboard. */
  still?: boolean;
  label?: string;
}

/** The board: shows a position and reports moves. Legal moves come with the state. */
export function Board(props: BoardProps) {
  const { variant, state, canMove = false, playing = canMove, onMove, premoves, onReturn, overlay, spoilers = true, over = false, still, label, idle } = props;
  const cast = useStableCast(props.cast ?? plainCast);
  const geometry = useMemo(() => new Geometry(variant, !still), [variant, still]);
  const picture = useRef<SVGSVGElement>(null);
  const cellPx = 10 * useScale(picture, geometry.whole);
  const premoving = !canMove && (premoves?.size ?? 0) > 0;
  const legal = useMemo<ReadonlyMap<number, LegalMove>>(
    () => (premoving ? premoves! : new Map(canMove ? state.legal.map((move) => [move.id, move]) : [])),
    [state, canMove, premoving && premoves],
  );
  const [hovered, setHovered] = useState<number | null>(null);
  const [tapped, setTapped] = useState<number | null>(null);
  const [chosenBoard, setChosenBoard] = useState<number | null>(null);
  useEffect(() => {
    if (canMove && performance.getEntriesByName("xttt-ready").length === 0) performance.mark("xttt-ready");
  }, [canMove]);
  // At once: later, it could forget a tap on the new position.
  useLayoutEffect(() => {
    setHovered(null);
    setTapped(null);
    setChosenBoard(null);
  }, [state]);

  const touch = !still && isTouch();
  const isSmall = touch && cellPx > 0 && cellPx < fingerPx;
  const needsLens = isSmall && playing;
  // The board keeps its size at the end of the game, when the lens goes.
  const hadLens = useRef(false);
  hadLens.current ||= needsLens;
  const consideredId = tapped ?? hovered;
  const considered = consideredId === null ? undefined : legal.get(consideredId);
  const boardOf = (id: number): number => Math.floor(id / geometry.places);
  const play = (id: number): void => {
    const move = legal.get(id);
    if (move) onMove?.(move);
  };
  /** Tapping a cell: the first tap shows where it leads, the second plays it. */
  const tap = (id: number): void => {
    if (legal.has(id) && touch && settings.tapTwice && tapped !== id) setTapped(id);
    else play(id);
  };
  const click = (id: number): void => {
    if (onReturn) onReturn();
    else if (!needsLens) tap(id);
    else if (lensBoards.length !== 1 || !lensBoards.includes(boardOf(id))) {
      setTapped(null);
      setChosenBoard(boardOf(id));
    }
  };
  // Memoised: the many cells are rendered again only for a new position, not for a new handler.
  const latest = useRef({ play, click });
  latest.current = { play, click };
  const onPlay = useCallback((id: number) => latest.current.play(id), []);
  const onClick = useCallback((id: number) => latest.current.click(id), []);

  const playableBoards = canMove ? [...new Set([...legal.keys()].map(boardOf))] : state.forced;
  const lensBoards =
    chosenBoard !== null && (premoving || (playableBoards.includes(chosenBoard) && playableBoards.length > variant.bigBoards))
      ? [chosenBoard]
      : playableBoards.length <= variant.bigBoards
        ? playableBoards
        : [];
  const effect =
    considered &&
    [considered.move, premoving ? t("premove.one") : moveEffect(variant, state, considered, cast, spoilers)].filter(Boolean);

  const glows = !over && (!still || state.forced.length > 0);
  return (
    <div class={`board ${still ? "still" : ""} ${needsLens ? "with-lens" : ""} ${isSmall && hadLens.current ? "had-lens" : ""}`}>
      <svg
        ref={picture}
        class="board-picture"
        viewBox={viewBox(geometry.whole)}
        role={still ? "img" : "group"}
        aria-label={label ?? t("board.of", { variant: variant.name })}
      >
        <Backdrop geometry={geometry} state={state} glow={glows} />
        <Cells
          geometry={geometry}
          state={state}
          legal={legal}
          interactive={!still}
          premoving={premoving}
          cast={cast}
          spoilers={spoilers}
          onClick={onClick}
          onPlay={onPlay}
          onConsider={setHovered}
        />
        <Foreground geometry={geometry} state={state} still={still ?? false} over={over} />
        {considered && (
          <Targets
            geometry={geometry}
            state={premoving && cast.you ? { ...state, side: cast.you } : state}
            move={spoilers ? considered : { ...considered, next: [], facts: 0 }}
          />
        )}
        {overlay && <Overlays geometry={geometry} overlay={overlay} />}
        {needsLens &&
          canMove &&
          lensBoards.map((board) => (
            <rect key={board} class="lens-frame" {...grown(geometry.smallBoard(board), 1.6)} rx={4} />
          ))}
        {glows && <Glow geometry={geometry} state={state} />}
      </svg>
      {!still && (
        <p class="board-promise" aria-hidden="true">
          {effect ? [tapped === null ? effect[0] : t("board.tapAgain", { move: effect[0]! }), ...effect.slice(1)].join(": ") : "\u00a0"}
        </p>
      )}
      {needsLens && (
        <Lens
          geometry={geometry}
          state={state}
          boards={lensBoards}
          legal={legal}
          tapped={tapped}
          overlay={overlay}
          idle={idle}
          onTap={tap}
        />
      )}
    </div>
  );
}

/** Keeps the object identity while the content is equal, to avoid rendering. */
function useStableCast({ names, you }: Cast): Cast {
  return useMemo(() => ({ names, you }), [names.x, names.o, you]);
}

function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
