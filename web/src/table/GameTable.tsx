import type { ComponentChildren } from "preact";
import { Board } from "../board/Board";
import { positionText } from "../board/describe";
import type { Overlay } from "../board/Scene";
import type { GameState, LegalMove, VariantInfo } from "../core/types";

interface GameTableProps {
  variant: VariantInfo;
  state: GameState;
  canMove: boolean;
  onMove: (move: LegalMove) => void;
  overlay?: Overlay;
  /** The two cards, x first. */
  players: ComponentChildren;
  status: string;
  over: boolean;
  /** What is being waited for, if anything. */
  waiting?: string | null | false;
  /** On a narrow screen the board comes last: there is something to do before. */
  boardLast?: boolean;
  /** Told to those who do not see the board. */
  announcement: string;
  children: ComponentChildren;
}

/** Where a game is played or watched: the board, and beside it players, status and all the rest. */
export function GameTable(props: GameTableProps) {
  const { variant, state, canMove, onMove, overlay, players, status, over, waiting, announcement, children } = props;
  return (
    <div class={`play ${props.boardLast ? "board-last" : ""}`}>
      <section class="board-column" aria-label="Board">
        <Board variant={variant} state={state} canMove={canMove} onMove={onMove} overlay={overlay} />
      </section>
      <section class="side-column" aria-label="Game">
        <div class="players">{players}</div>
        <p class={`status status-${state.side} ${over ? "over" : ""}`}>
          {status}
          {waiting && <span class="thinking" role="img" aria-label={waiting} />}
        </p>
        {children}
      </section>
      <p class="hidden" aria-live="polite" data-testid="announcement">
        {announcement}
      </p>
      <p class="hidden" id="position-text">
        {positionText(variant, state)}
      </p>
    </div>
  );
}
