import { otherSide } from "../board/describe";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import { ConfirmTool, Tool } from "../ui/Tool";
import { serverUrl } from "./api";
import type { OnlineSession } from "./session";

/** What can be done while the game goes on. */
export function WhilePlaying({ session }: { session: OnlineSession }) {
  const moved = session.tip!.parent !== null;
  return (
    <div class="controls">
      <Tool
        icon="undo"
        text={session.takebackAskedBy === session.seat ? "Takeback requested" : "Take back"}
        disabled={!moved || session.takebackAskedBy !== null || !session.connected}
        onClick={() => session.ask("ask-takeback")}
      />
      <ConfirmTool
        icon="resign"
        text="Resign"
        question="Really resign?"
        disabled={!session.connected}
        onClick={() => session.ask("resign")}
      />
    </div>
  );
}

interface AfterTheEndProps {
  session: OnlineSession;
  onShare: () => void;
}

export function AfterTheEnd({ session, onShare }: AfterTheEndProps) {
  return (
    <>
      {session.next ? (
        <a class="tool strong" href={link("online", { g: session.next })}>
          {session.seat ? "Go to the rematch" : "Watch the rematch"}
        </a>
      ) : (
        session.seat && <Rematch session={session} />
      )}
      {/* The engine's advice would not be fair while the game goes on. */}
      <a class="tool" href={reviewLink(session)}>
        <Icon name="analyse" />
        Review
      </a>
      <Tool icon="share" text="Share" onClick={onShare} />
      <a class="tool" href={serverUrl(`api/games/${session.game}/record.xgn`).href} download="game.xgn">
        <Icon name="file" />
        Save
      </a>
    </>
  );
}

function reviewLink(session: OnlineSession): string {
  if (session.seat) return link("analysis", { id: `online-${session.game}` });
  return link("analysis", { v: session.rules!.variant.name, m: session.tree!.line(session.tip!).moves.join("-") });
}

function Rematch({ session }: { session: OnlineSession }) {
  const asked = session.rematchAskedBy.includes(session.seat!);
  const wanted = session.rematchAskedBy.includes(otherSide(session.seat!));
  return (
    <button class="primary" disabled={asked || !session.connected} onClick={() => session.ask("ask-rematch")}>
      <Icon name="again" />
      {asked ? "Waiting for the opponent" : wanted ? "Accept rematch" : "Rematch"}
    </button>
  );
}

/** A question of the opponent. */
export function TakebackQuestion({ session }: { session: OnlineSession }) {
  if (!session.seat || !session.takebackAskedBy || session.takebackAskedBy === session.seat) return null;
  return (
    <div class="asked" role="group" aria-label="Takeback">
      <span>Your opponent asks to take back the last move.</span>
      <button onClick={() => session.ask("accept-takeback")}>Allow</button>
      <button onClick={() => session.ask("decline-takeback")}>Decline</button>
    </div>
  );
}
