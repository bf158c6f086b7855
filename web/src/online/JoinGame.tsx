import { useEffect, useState } from "preact/hooks";
import { variantTexts } from "../table/GameFields";
import { go, link } from "../ui/router";
import { gameInfo, joinGame } from "./api";
import { NameField } from "./CreateGame";
import type { GameInfo } from "./protocol";
import { keepSeat, savedName, saveName } from "./seats";

/** What an invitation leads to: who invites to what, and one button to sit down. */
export function JoinGame({ game, invitation }: { game: string; invitation: string }) {
  const [info, setInfo] = useState<GameInfo | null>(null);
  const [name, setName] = useState(savedName());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => {
    gameInfo(game).then(setInfo, (failure: Error) => setError(failure.message));
  }, [game]);

  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      saveName(name);
      const { seat } = await joinGame(game, invitation, name.trim());
      keepSeat(game, { seat });
      go("online", { g: game });
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };

  const host = info && (info.names.x || info.names.o || "Somebody");
  const taken = info !== null && info.events.length > 0;
  return (
    <div class="page narrow">
      <h1>{host ? `${host} invites you` : "An invitation"}</h1>
      {info && (
        <p class="lead">
          A game of <b>{info.variant}</b> ({variantTexts[info.variant]}), {timeText(info)}.
        </p>
      )}
      {error && <p role="alert">{error}</p>}
      {taken ? (
        <p>
          Somebody has taken this seat already. <a href={link("online", { g: game })}>Watch the game</a>
        </p>
      ) : (
        <form class="online-form" onSubmit={(event) => void join(event)}>
          <div class="row">
            <NameField name={name} onChange={setName} />
          </div>
          <div class="row">
            <button class="primary" disabled={busy || !info}>
              Join the game
            </button>
            <a class="tool" href={link("online", { g: game })}>
              Only watch
            </a>
          </div>
        </form>
      )}
    </div>
  );
}

function timeText({ clock }: GameInfo): string {
  if (!clock) return "without a clock";
  const minutes = clock.initial_ms / 60_000;
  const more = clock.increment_ms ? ` and ${clock.increment_ms / 1000} seconds a move` : "";
  return `${minutes} minutes${more}`;
}
