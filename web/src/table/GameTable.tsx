import type { ComponentChildren } from "preact";
import { Board } from "../board/Board";
import { positionText, type Cast } from "../board/describe";
import type { Overlay } from "../board/Scene";
import type { GameState, LegalMove, VariantInfo } from "../core/types";
import { stepKeys, stepsOf, useKeys, type Steppable } from "../game/stepping";
import { pathTo } from "../game/tree";
import { t } from "../i18n/text";
import { StepButtons } from "./StepButtons";

interface GameTableProps {
  variant: VariantInfo;
  /** The game with its history. */
  game: Steppable;
  canMove: boolean;
  /** Whether the user is playing. */
  playing: boolean;
  onMove: (move: LegalMove) => void;
  /** Moves to choose in advance, by cell. */
  premoves?: ReadonlyMap<number, LegalMove>;
  overlay?: Overlay;
  cast: Cast;
  /** The two cards, x first. */
  players: ComponentChildren;
  /** The status of the latest position. */
  status: string;
  over: boolean;
  /** What the game is waiting for, if anything. */
  waiting?: string | null | false;
  /** On a narrow screen the board comes last, because something must be done first. */
  boardLast?: boolean;
  /** Shown on a phone in the place of the close-up, until a small board is chosen. */
  idle?: ComponentChildren;
  /** Announced to screen readers. */
  announcement: string;
  children: ComponentChildren;
}

/** The layout of a game: the board, and beside it players, status and controls. */
export function GameTable(props: GameTableProps) {
  const { variant, game, canMove, playing, onMove, premoves, overlay, cast, players, over, waiting, idle, announcement, children } = props;
  const { state }: { state: GameState } = game.shown;
  const steps = stepsOf(game);
  useKeys(stepKeys(steps));
  const lookingBack = game.shown !== game.tip;
  const [at, of] = [pathTo(game.shown).length, pathTo(game.tip).length];
  const status = lookingBack ? t("play.lookingBack", { at, of }) : props.status;
  return (
    <div class={`play at-table ${variant.bigBoards > 1 ? "wide-board" : ""} ${props.boardLast ? "board-last" : ""}`}>
      <h1 class="hidden">{t("play.gameOf", { variant: variant.name })}</h1>
      <section class="board-column" aria-label={t("common.board")}>
        <Board
          variant={variant}
          state={state}
          canMove={canMove}
          playing={playing}
          onMove={onMove}
          premoves={premoves}
          over={over && !lookingBack}
          onReturn={lookingBack ? steps.last : undefined}
          overlay={overlay}
          cast={cast}
          idle={idle}
        />
      </section>
      <section class="side-column" aria-label={t("common.game")}>
        <div class="players">{players}</div>
        <p class={`status status-${state.side} ${over && !lookingBack ? "over" : ""}`}>
          <span>{status}</span>
          {waiting && !lookingBack && <span class="thinking" role="img" aria-label={waiting} />}
          {lookingBack && (
            <button class="return" onClick={steps.last}>
              {t(over ? "play.backToEnd" : "play.backToGame")}
            </button>
          )}
        </p>
        {children}
        {of > 0 && <StepButtons steps={steps} first={at === 0} last={!lookingBack} />}
      </section>
      <p class="hidden" aria-live="polite" data-testid="announcement">
        {announcement}
      </p>
      <p class="hidden" id="position-text">
        {positionText(variant, state, cast)}
      </p>
    </div>
  );
}
