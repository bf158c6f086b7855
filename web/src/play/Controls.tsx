import type { PlaySession } from "../game/session";
import { t } from "../i18n/text";
import { ConfirmTool, Tool } from "../ui/Tool";

interface ControlsProps {
  session: PlaySession;
  onNewGame: () => void;
}

/** The controls during a game. */
export function Controls({ session, onNewGame }: ControlsProps) {
  const botsOnly = session.setup.players.x.kind === "bot" && session.setup.players.o.kind === "bot";
  return (
    <div class="controls">
      {botsOnly ? (
        <Tool icon={session.paused ? "start" : "pause"} text={t(session.paused ? "play.resume" : "play.pause")} onClick={() => session.pause()} />
      ) : (
        <>
          <Tool icon="undo" text={t("common.undo")} disabled={!session.canUndo} onClick={() => session.undo()} />
          <Tool icon="hint" text={t("play.hint")} disabled={!session.canMove || session.thinking} onClick={() => void session.askHint()} />
          <ConfirmTool
            icon="resign"
            text={t("common.resign")}
            question={t("common.reallyResign")}
            disabled={!session.tip.parent}
            onClick={() => session.resign()}
          />
        </>
      )}
      <Tool icon="start" text={t("common.newGame")} onClick={onNewGame} />
    </div>
  );
}
