import { useState } from "preact/hooks";
import { otherSide } from "../board/describe";
import { Icon } from "../ui/icons";
import { go, link } from "../ui/router";
import { Tool } from "../ui/Tool";
import { serverUrl } from "./api";
import { keepSeat, seatOf } from "./seats";
import type { OnlineSession } from "./session";

export function OnlineControls({ session }: { session: OnlineSession }) {
  const analysis = link("analysis", {
    v: session.rules!.variant.name,
    m: session.tree!.line(session.tip!).moves.join("-"),
  });
  return (
    <>
      {session.seat && <Asked session={session} />}
      <div class="controls">
        {session.seat && session.phase === "playing" && <WhilePlaying session={session} />}
        {session.phase === "over" && <AfterTheEnd session={session} />}
        {/* The engine's advice would not be fair while the game goes on. */}
        {session.phase === "over" && (
          <>
            <a class="tool" href={analysis}>
              <Icon name="analyse" />
              Analyse
            </a>
            <a class="tool" href={serverUrl(`api/games/${session.game}/record.xgn`).href} download="game.xgn">
              <Icon name="file" />
              Save
            </a>
          </>
        )}
      </div>
    </>
  );
}

function WhilePlaying({ session }: { session: OnlineSession }) {
  const [sure, setSure] = useState(false);
  const moved = session.tip!.parent !== null;
  return (
    <>
      <Tool
        icon="undo"
        text={session.takebackAskedBy === session.seat ? "Asked …" : "Take back"}
        disabled={!moved || session.takebackAskedBy !== null || !session.connected}
        onClick={() => session.ask("ask-takeback")}
      />
      {/* One click must not end a game. */}
      <Tool
        icon="resign"
        text={sure ? "Really resign?" : "Resign"}
        disabled={!session.connected}
        onClick={() => (sure ? session.ask("resign") : setSure(true))}
      />
    </>
  );
}

function AfterTheEnd({ session }: { session: OnlineSession }) {
  const follow = (): void => {
    const seat = seatOf(session.game);
    if (seat && session.next) keepSeat(session.next, { seat: seat.seat });
    go("online", { g: session.next! });
  };
  if (session.next)
    return (
      <button class="primary" onClick={follow}>
        {session.seat ? "To the rematch" : "Watch the rematch"}
      </button>
    );
  if (!session.seat) return null;
  const asked = session.rematchAskedBy.includes(session.seat);
  const wanted = session.rematchAskedBy.includes(otherSide(session.seat));
  return (
    <button class="primary" disabled={asked || !session.connected} onClick={() => session.ask("ask-rematch")}>
      {asked ? "Rematch asked …" : wanted ? "Accept the rematch" : "Rematch"}
    </button>
  );
}

/** A question of the opponent. */
function Asked({ session }: { session: OnlineSession }) {
  if (!session.takebackAskedBy || session.takebackAskedBy === session.seat) return null;
  return (
    <div class="asked" role="group" aria-label="Takeback">
      <span>Your opponent asks to take back the last move.</span>
      <button onClick={() => session.ask("accept-takeback")}>Allow</button>
      <button onClick={() => session.ask("decline-takeback")}>Decline</button>
    </div>
  );
}
