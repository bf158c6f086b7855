import { useEffect, useState } from "preact/hooks";
import { sideName } from "../board/describe";
import { t } from "../i18n/text";
import { go, link } from "../ui/router";
import { joinGame, lobby, ServerError } from "./api";
import { clockSummary } from "./ClockField";
import type { Challenge, Lobby as LobbyState } from "./protocol";
import { keepSeat, savedName, seatOf } from "./seats";

const everyMs = 3000;
// A static host has no lobby: polled less often there.
const afterFailureMs = 20_000;

export interface LobbyView {
  state: LobbyState | null;
  /** Why it could not be read; the list stays as it was. */
  problem: string;
  refresh: () => void;
}

/** The lobby as it is now, polled while the page is visible. */
export function useLobby(): LobbyView {
  const [state, setState] = useState<LobbyState | null>(null);
  const [problem, setProblem] = useState("");
  const [asked, refresh] = useState(0);
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      clearTimeout(timer);
      let pauseMs = everyMs;
      try {
        const now = document.hidden ? null : await lobby();
        if (!wanted) return;
        if (now) setState(now);
        setProblem("");
      } catch (error) {
        if (!wanted) return;
        setProblem((error as Error).message);
        pauseMs = afterFailureMs;
      }
      timer = setTimeout(() => void read(), pauseMs);
    };
    void read();
    const onVisible = (): void => void read();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      wanted = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [asked]);
  return { state, problem, refresh: () => refresh((count) => count + 1) };
}

/** The open challenges: games that everyone may join. */
export function Lobby({ view: { state, problem, refresh } }: { view: LobbyView }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const accept = async ({ game, invitation }: Challenge): Promise<void> => {
    setBusy(true);
    setError("");
    try {
      const { seat } = await joinGame(game, invitation, savedName().trim());
      keepSeat(game, { seat });
      go("online", { g: game });
    } catch (failure) {
      setError(failure instanceof ServerError ? t("lobby.gone") : (failure as Error).message);
      setBusy(false);
      refresh();
    }
  };
  return (
    <section class="lobby" aria-labelledby="lobby">
      <h2 id="lobby">{t("lobby.title")}</h2>
      {error && <p role="alert">{error}</p>}
      {problem && (
        <p class="lobby-problem">
          {problem} <button onClick={refresh}>{t("common.retry")}</button>
        </p>
      )}
      {state?.challenges.length === 0 && <p>{t("lobby.none")}</p>}
      <ul class="game-list">
        {(state?.challenges ?? []).map((challenge) => (
          <Row key={challenge.game} challenge={challenge} busy={busy} onAccept={() => void accept(challenge)} />
        ))}
      </ul>
    </section>
  );
}

function Row({ challenge, busy, onAccept }: { challenge: Challenge; busy: boolean; onAccept: () => void }) {
  const { game, variant, clock, name, side } = challenge;
  const mine = seatOf(game) !== null;
  const facts = [variant, clockSummary(clock), ...(mine ? [] : [t("lobby.youPlay", { side: sideName(side) })])];
  const about = (
    <span>
      <strong>{mine ? t("lobby.yours") : name || t("lobby.anonymous")}</strong>
      <small>{facts.join(t("common.comma"))}</small>
    </span>
  );
  if (mine)
    return (
      <li>
        <a href={link("online", { g: game })}>{about}</a>
      </li>
    );
  return (
    <li class="challenge">
      {about}
      <button
        class="primary"
        disabled={busy}
        aria-label={t("lobby.acceptOf", { name: name || t("lobby.anonymous"), facts: facts.join(t("common.comma")) })}
        onClick={onAccept}
      >
        {t("lobby.accept")}
      </button>
    </li>
  );
}
