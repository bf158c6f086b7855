import type { PlaySession } from "../game/session";
import { ConfirmTool, Tool } from "../ui/Tool";

interface ControlsProps {
  session: PlaySession;
  onNewGame: () => void;
}

/** What can be done while a game goes on. */
export function Controls({ session, onNewGame }: ControlsProps) {
  const botsOnly = session.setup.players.x.kind === "bot" && session.setup.players.o.kind === "bot";
  return (
    <div class="controls">
      {botsOnly ? (
        <Tool icon={session.paused ? "start" : "pause"} text={session.paused ? "Resume" : "Pause"} onClick={() => session.pause()} />
      ) : (
        <>
          <Tool icon="undo" text="Undo" disabled={!session.canUndo} onClick={() => session.undo()} />
          <Tool icon="hint" text="Hint" disabled={!session.canMove || session.thinking} onClick={() => void session.askHint()} />
          <ConfirmTool
            icon="resign"
            text="Resign"
            question="Really resign?"
            disabled={!session.tip.parent}
            onClick={() => session.resign()}
          />
        </>
      )}
      <Tool icon="start" text="New game" onClick={onNewGame} />
    </div>
  );
}
