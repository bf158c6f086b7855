import { useState } from "preact/hooks";
import { bold, rich, t } from "../i18n/text";
import type { SavedGame } from "../library/store";
import { Loading, Problem } from "../ui/Notice";
import { go, link } from "../ui/router";
import { useLoaded } from "../ui/use_rules";
import { gameInfo, joinGame, ServerError } from "./api";
import { clockSummary } from "./ClockField";
import { NameField } from "./CreateGame";
import type { GameInfo } from "./protocol";
import { keepSeat, savedName, saveName } from "./seats";

interface JoinGameProps {
  game: string;
  invitation: string;
}

// A token of the server: 128 bits in base64.
const isToken = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** The page of an invitation: the game, the inviting player, and a button to join. */
export function JoinGame({ game, invitation }: JoinGameProps) {
  const info = useLoaded<GameInfo | ServerError | Error>(game, "problem.game", () => gameInfo(game).catch((error: Error) => error));
  if (!info) return <Loading />;
  if ("retry" in info) return <Problem message={info.message} onRetry={info.retry} />;
  if (info instanceof ServerError) return <DeadLink />;
  if (info instanceof Error) return <Problem message={info.message} onRetry={() => location.reload()} />;
  return <Invited game={game} invitation={invitation} info={info} />;
}

/** A link to a game that does not exist or was removed; the copy in this browser, if there is one. */
export function DeadLink({ kept = null }: { kept?: SavedGame | null }) {
  return (
    <Problem message={t("online.dead")}>
      {kept && (
        <a class="tool" href={link("analysis", { id: kept.id })}>
          {t("online.kept")}
        </a>
      )}
      <a class="tool" href={link("online")}>
        {t("online.createOne")}
      </a>
    </Problem>
  );
}

function Invited({ game, invitation, info }: JoinGameProps & { info: GameInfo }) {
  const [name, setName] = useState(savedName());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [refused, setRefused] = useState(!isToken(invitation));

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
      if (failure instanceof ServerError) setRefused(true);
      else setError((failure as Error).message);
      setBusy(false);
    }
  };

  const host = info.names.x || info.names.o || t("online.yourOpponent");
  const taken = info.events.length > 0;
  const watch = (
    <a class="tool" href={link("online", { g: game })}>
      {t("online.watchInstead")}
    </a>
  );
  if (taken || refused)
    return (
      <div class="page narrow">
        <h1>{t(taken ? "online.taken" : "online.badInvitation")}</h1>
        {!taken && <p class="lead">{t("online.askNew")}</p>}
        {watch}
      </div>
    );
  return (
    <div class="page narrow">
      <h1>{t("online.invites", { name: host })}</h1>
      <p class="lead">
        {rich("online.terms", { b: bold }, { variant: info.variant, description: t(`variant.${info.variant}`), time: clockSummary(info.clock) })}
      </p>
      {error && <p role="alert">{error}</p>}
      <form class="online-form" onSubmit={(event) => void join(event)}>
        <div class="row">
          <NameField name={name} onChange={setName} />
        </div>
        <div class="row">
          <button class="primary" disabled={busy}>
            {t("online.join")}
          </button>
          {watch}
        </div>
      </form>
    </div>
  );
}
