import type { PlaySession } from "../game/session";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import { Tool } from "../ui/Tool";

interface ControlsProps {
  session: PlaySession;
  onNewGame: () => void;
  onAgain: () => void;
}

export function Controls({ session, onNewGame, onAgain }: ControlsProps) {
  const botsOnly = session.setup.players.x.kind === "bot" && session.setup.players.o.kind === "bot";
  const line = session.tree.line(session.tip);
  const analysis = link("analysis", { v: session.rules.variant.name, m: line.moves.join("-") });
  return (
    <div class="controls">
      <button class="primary" onClick={onNewGame}>
        New game
      </button>
      {session.ending && <Tool icon="again" text="Play again" onClick={onAgain} />}
      {botsOnly && !session.ending && (
        <Tool icon={session.paused ? "start" : "pause"} text={session.paused ? "Go on" : "Pause"} onClick={() => session.pause()} />
      )}
      {!botsOnly && (
        <>
          <Tool icon="undo" text="Undo" disabled={!session.canUndo} onClick={() => session.undo()} />
          <Tool icon="hint" text="Hint" disabled={!session.canMove || session.thinking} onClick={() => void session.askHint()} />
          <Tool icon="resign" text="Resign" disabled={session.ending !== null || !session.tip.parent} onClick={() => session.resign()} />
        </>
      )}
      <a class="tool" href={analysis}>
        <Icon name="analyse" />
        Analyse
      </a>
    </div>
  );
}
