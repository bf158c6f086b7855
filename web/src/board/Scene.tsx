import { fact, type GameState, type LegalMove, type Side } from "../core/types";
import { memo } from "../ui/memo";
import { centre, grown, type Box, type Geometry } from "./geometry";
import { Mark } from "./marks";

/** Something to show on top of the position. */
export interface Overlay {
  /** How good each legal move is: 0 (worst) to 1 (best), by cell. */
  heat?: ReadonlyMap<number, { goodness: number; text: string }>;
  /** Moves that could follow, in order. */
  preview?: readonly { id: number; side: Side }[];
  /** A cell to point at. */
  hint?: number | null;
}

function smallBoardClass(state: GameState, board: number, playable: boolean): string {
  const owner = state.boards[board];
  const names = ["small-board"];
  if (owner === "d") names.push("drawn");
  else if (owner !== "-") names.push(`won-${owner}`);
  if (playable) names.push(`playable playable-${state.side}`);
  else if (owner === "-" && !state.outcome) names.push("waiting");
  if (state.outcome?.line.includes(board)) names.push("in-line");
  return names.join(" ");
}

interface BackdropProps {
  geometry: Geometry;
  state: GameState;
  /** Whether the small boards to play in stand out. */
  glow: boolean;
}

const isFree = (state: GameState): boolean => state.forced.length === 0 && !state.outcome;
const isPlayable = (state: GameState, board: number): boolean =>
  !state.outcome && (state.forced.includes(board) || (isFree(state) && state.boards[board] === "-"));

/** Big boards, their letters and numbers, and the small boards with their state. */
export const Backdrop = memo<BackdropProps>(({ geometry, state, glow }) => {
  const { variant } = geometry;
  const boards = Array.from({ length: state.boards.length }, (_, i) => i);
  return (
    <g aria-hidden="true">
      {Array.from({ length: variant.bigBoards }, (_, big) => (
        <g key={big}>
          <rect class="big-board" {...geometry.bigBoard(big)} rx={4} />
          {geometry.labels && <Labels geometry={geometry} big={big} />}
        </g>
      ))}
      {boards.map((board) => (
        <g key={board} class={smallBoardClass(state, board, glow && isPlayable(state, board))}>
          <rect class="ground" {...geometry.smallBoard(board)} rx={2.5} />
        </g>
      ))}
    </g>
  );
});

/** The glowing frames of the small boards to play in. They come last: what follows a moving picture is drawn less sharply. */
export const Glow = memo<Omit<BackdropProps, "glow">>(({ geometry, state }) => {
  const free = isFree(state);
  const boards = Array.from({ length: state.boards.length }, (_, i) => i).filter((board) => isPlayable(state, board));
  return (
    <g class="glows" aria-hidden="true">
      {boards.map((board) => (
        <rect key={board} class={`glow glow-${state.side} ${free ? "free" : ""}`} {...grown(geometry.smallBoard(board), free ? 0.5 : 0.9)} rx={3.2} />
      ))}
    </g>
  );
});

function BonusBadge({ side, box }: { side: Side; box: Box }) {
  const x = box.x + box.width;
  return (
    <g class={`bonus-badge bonus-${side}`}>
      <circle cx={x} cy={box.y} r={3.6} />
      <text x={x} y={box.y + 1.3}>
        +1
      </text>
    </g>
  );
}

function Labels({ geometry, big }: { geometry: Geometry; big: number }) {
  const rows = geometry.rows(big);
  const { names } = geometry.variant;
  const letters = rows[0]!.map((id) => ({ at: centre(geometry.cell(id)), text: names[id]!.replace(/\d+$/, "") }));
  const numbers = rows.map((row) => ({
    at: centre(geometry.cell(row[0]!)),
    text: names[row[0]!]!.replace(/^\d?[a-z]+/, ""),
  }));
  const box = geometry.bigBoard(big);
  return (
    <g class="labels">
      {letters.map(({ at, text }) => (
        <text key={text} x={at.x} y={box.y - 1.6}>
          {text}
        </text>
      ))}
      {numbers.map(({ at, text }) => (
        <text key={text} x={box.x - 2.8} y={at.y + 1.1}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** An arrow from the last cell to the small boards it names, shown once. */
function Sent({ geometry, state }: { geometry: Geometry; state: GameState }) {
  const from = centre(geometry.cell(state.last));
  return (
    <>
      {state.forced.map((board) => {
        const target = centre(geometry.smallBoard(board));
        const [dx, dy] = [target.x - from.x, target.y - from.y];
        const length = Math.hypot(dx, dy);
        if (length < geometry.smallSide * 0.8) return null;
        const at = (along: number, aside = 0): string =>
          `${(from.x + (dx * along - dy * aside) / length).toFixed(1)} ${(from.y + (dy * along + dx * aside) / length).toFixed(1)}`;
        const tip = length - geometry.smallSide * 0.2;
        const d = `M${at(5)}L${at(tip)}M${at(tip - 5, 3.4)}L${at(tip)}L${at(tip - 5, -3.4)}`;
        return <path key={`${state.last}-${board}`} class={`sent sent-${state.side}`} d={d} />;
      })}
    </>
  );
}

interface ForegroundProps {
  geometry: Geometry;
  state: GameState;
  still: boolean;
  over: boolean;
}

/** The layer above the cells: large marks, the last move, the winning line. */
export const Foreground = memo<ForegroundProps>(({ geometry, state, still, over }) => {
  const won = [...state.boards].flatMap((owner, board) =>
    owner === "x" || owner === "o" ? [{ owner: owner as Side, board }] : [],
  );
  const line = state.outcome?.line ?? [];
  return (
    <g aria-hidden="true" class="foreground">
      {won.map(({ owner, board }) => (
        <Mark key={board} side={owner} box={geometry.smallBoard(board)} scale={0.66} class="large" />
      ))}
      {state.bonus &&
        !over &&
        state.forced.map((board) => <BonusBadge key={board} side={state.side} box={geometry.smallBoard(board)} />)}
      {state.last >= 0 && <rect class="last-move" {...grown(geometry.cell(state.last), -0.6)} rx={2} />}
      {!still && !over && state.last >= 0 && !state.outcome && <Sent geometry={geometry} state={state} />}
      {line.map((board) => (
        <rect key={board} class={`line-board line-${state.outcome!.winner}`} {...grown(geometry.smallBoard(board), 0.6)} rx={3} />
      ))}
    </g>
  );
});

interface TargetsProps {
  geometry: Geometry;
  state: GameState;
  move: LegalMove;
}

/** Where a move that is being considered would lead. */
export function Targets({ geometry, state, move }: TargetsProps) {
  const winsBoard = (move.facts & fact.winsBoard) !== 0;
  const keepsTurn = (move.facts & fact.keepsTurn) !== 0;
  const next: Side = keepsTurn ? state.side : state.side === "x" ? "o" : "x";
  const own = Math.floor(move.id / geometry.places);
  const everywhere = move.next.length > geometry.variant.bigBoards;
  return (
    <g aria-hidden="true" class="targets">
      {winsBoard && <Mark side={state.side} box={geometry.smallBoard(own)} scale={0.66} class="large ghost" />}
      {move.next.map((board) => (
        <rect
          key={board}
          class={`target target-${next} ${everywhere ? "everywhere" : ""}`}
          {...grown(geometry.smallBoard(board), 0.3)}
          rx={2.8}
        />
      ))}
      <Mark side={state.side} box={geometry.cell(move.id)} class="ghost" />
    </g>
  );
}

export function Overlays({ geometry, overlay }: { geometry: Geometry; overlay: Overlay }) {
  const spot = (box: Box) => ({ cx: box.x + box.width / 2, cy: box.y + box.height / 2 });
  return (
    <g aria-hidden="true" class="overlays">
      {[...(overlay.heat ?? [])].map(([id, heat]) => {
        const at = spot(geometry.cell(id));
        const hue = Math.round(heat.goodness * 140);
        return (
          <g key={id} class="heat" style={{ "--hue": String(hue) }}>
            <rect {...grown(geometry.cell(id), -0.5)} rx={2} />
            <text x={at.cx} y={at.cy + 1.1}>
              {heat.text}
            </text>
          </g>
        );
      })}
      {(overlay.preview ?? []).map(({ id, side }, i) => {
        const at = spot(geometry.cell(id));
        return (
          <g key={`${id}`} class={`preview preview-${side}`}>
            <circle {...at} r={3.7} />
            <text x={at.cx} y={at.cy + 1.3}>
              {i + 1}
            </text>
          </g>
        );
      })}
      {overlay.hint != null && <circle class="hint" {...spot(geometry.cell(overlay.hint))} r={4.4} />}
    </g>
  );
}
