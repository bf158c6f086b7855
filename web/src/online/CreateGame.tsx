import { useState } from "preact/hooks";
import type { Side, VariantName } from "../core/types";
import { t } from "../i18n/text";
import { Choices, SideChoice, VariantChoice } from "../table/GameFields";
import { go } from "../ui/router";
import { settings } from "../ui/settings";
import { createGame } from "./api";
import { ClockField, clockTerms, usualClock } from "./ClockField";
import { GamesInProgress } from "./GamesInProgress";
import { Lobby, useLobby } from "./Lobby";
import type { Lobby as LobbyState } from "./protocol";
import { keepSeat, savedName, saveName } from "./seats";

/** The maximum of the server, for one-byte characters; the server rejects longer names. */
export const longestName = 30;

/** The first page of online games: those in progress, open challenges, and a form for a new one. */
export function CreateGame() {
  const view = useLobby();
  return (
    <div class="page narrow">
      <GamesInProgress />
      <h1>{t("online.title")}</h1>
      <p class="lead">{t("online.lead")}</p>
      <Lobby view={view} />
      <h2>{t("common.newGame")}</h2>
      <NewGame bots={view.state?.bots ?? []} />
    </div>
  );
}

type Opponent = "link" | "lobby" | "bot";

function NewGame({ bots }: { bots: LobbyState["bots"] }) {
  const [opponent, setOpponent] = useState<Opponent>("link");
  const [bot, setBot] = useState("");
  const [variant, setVariant] = useState<VariantName>(settings.variant);
  const [side, setSide] = useState<Side | "random">("random");
  const [clock, setClock] = useState(usualClock);
  const [name, setName] = useState(savedName());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const able = bots.filter(({ variants }) => variants.includes(variant));
  const chosenBot = able.find((one) => one.name === bot)?.name ?? able[0]?.name;

  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      saveName(name);
      const terms = { variant, side, clock: clockTerms(clock), name: name.trim() };
      const more = opponent === "lobby" ? { public: true } : opponent === "bot" && chosenBot ? { bot: chosenBot } : {};
      const made = await createGame({ ...terms, ...more });
      keepSeat(made.game, { seat: made.seat, ...(opponent === "bot" ? {} : { invitation: made.invitation }) });
      go("online", { g: made.game });
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };
  const choose = (next: Opponent): void => {
    setOpponent(next);
    if (next === "bot" && clock.kind === "days") setClock(usualClock);
  };

  const opponents = (["link", "lobby", "bot"] as const).filter((who) => who !== "bot" || bots.length > 0);
  return (
    <form class="online-form" onSubmit={(event) => void create(event)}>
      <Choices<Opponent>
        legend={t("new.opponent")}
        name="opponent"
        options={opponents.map((value) => ({ value, text: t(`opponent.${value}`), more: t(`opponent.${value}More`) }))}
        value={opponent}
        onChange={choose}
      />
      <VariantChoice value={variant} onChange={setVariant} />
      {opponent === "bot" && (
        <div class="row">
          {able.length === 0 ? (
            <p>{t("opponent.noBot")}</p>
          ) : (
            <label>
              {t("opponent.bot")}
              <select value={chosenBot} onChange={(event) => setBot(event.currentTarget.value)}>
                {able.map((one) => (
                  <option key={one.name}>{one.name}</option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
      <SideChoice value={side} onChange={setSide} />
      <div class="row">
        <ClockField value={clock} onChange={setClock} correspondence={opponent !== "bot"} />
        <NameField name={name} onChange={setName} />
      </div>
      {error && <p role="alert">{error}</p>}
      <div class="row">
        <button class="primary" disabled={busy || (opponent === "bot" && !chosenBot)}>
          {t("online.create")}
        </button>
      </div>
    </form>
  );
}

export function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <label>
      {t("online.name")}
      <input
        value={name}
        maxLength={longestName}
        autocomplete="nickname"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
