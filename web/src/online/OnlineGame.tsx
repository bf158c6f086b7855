import { Board } from "../board/Board";
import { positionText, sideName, turnText } from "../board/describe";
import { MoveInput } from "../play/MoveInput";
import { MoveList } from "../play/MoveList";
import { useStore } from "../ui/store";
import { Invite } from "./Invite";
import { OnlineCard } from "./OnlineCard";
import { OnlineControls } from "./OnlineControls";
import type { OnlineSession } from "./session";

export function OnlineGame({ session }: { session: OnlineSession }) {
  useStore(session);
  const { rules, tree, tip, shown } = session;
  if (!rules || !tree || !tip || !shown)
    return <p class="notice">{session.connected || !session.error ? "Looking for the game …" : session.error}</p>;
  const { variant } = rules;
  const { state } = shown;
  return (
    <div class="play">
      <section class="board-column" aria-label="Board">
        <Board variant={variant} state={state} canMove={session.canMove} onMove={(move) => session.play(move)} />
      </section>
      <section class="side-column" aria-label="Game">
        <div class="players">
          <OnlineCard session={session} side="x" />
          <OnlineCard session={session} side="o" />
        </div>
        <p class={`status status-${state.side} ${session.phase === "over" ? "over" : ""}`}>
          {statusText(session)}
          {(session.onItsWay || !session.connected) && <span class="thinking" aria-label="waiting for the server" />}
        </p>
        {!session.connected && (
          <p class="connection-lost" role="status">
            The connection is lost. Trying to get it back; the game is safe.
          </p>
        )}
        {session.error && <p role="alert">{session.error}</p>}
        <Invite session={session} />
        <OnlineControls session={session} />
        <MoveList root={tree.root} shown={shown} onShow={(node) => session.show(node)} />
        {session.seat && session.phase === "playing" && (
          <MoveInput session={{ rules, tree, tip, canMove: session.canMove, play: (move) => session.play(move) }} />
        )}
        {session.players && session.players.watching > 0 && (
          <p class="watching">
            {session.players.watching} {session.players.watching === 1 ? "person watches" : "people watch"}
          </p>
        )}
      </section>
      <p class="hidden" aria-live="polite" data-testid="announcement">
        {session.announcement}
      </p>
      <p class="hidden" id="position-text">
        {positionText(variant, state)}
      </p>
    </div>
  );
}

function statusText(session: OnlineSession): string {
  if (session.phase === "over") return session.ending;
  if (session.phase === "waiting")
    return session.joined ? "Waiting for both players to be here" : "Waiting for an opponent";
  const text = turnText(session.rules!.variant, session.tip!.state);
  if (session.seat !== session.tip!.state.side) return text;
  return text.replace(`${sideName(session.seat)} to move`, "Your move");
}
