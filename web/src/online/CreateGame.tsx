import { useState } from "preact/hooks";
import type { Side, VariantName } from "../core/types";
import { t } from "../i18n/text";
import { ClockSelect, SideChoice, times, VariantChoice } from "../table/GameFields";
import { go } from "../ui/router";
import { settings } from "../ui/settings";
import { createGame } from "./api";
import { GamesInProgress } from "./GamesInProgress";
import { keepSeat, savedName, saveName } from "./seats";

/** The maximum of the server, for one-byte characters; the server rejects longer names. */
export const longestName = 30;

export function CreateGame() {
  const [variant, setVariant] = useState<VariantName>(settings.variant);
  const [side, setSide] = useState<Side | "random">("random");
  const [time, setTime] = useState("10");
  const [name, setName] = useState(savedName());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError("");
    const { startMs: initial_ms, incrementMs: increment_ms } = times[time]!;
    try {
      saveName(name);
      const clock = initial_ms ? { initial_ms, increment_ms } : null;
      const made = await createGame({ variant, side, clock, name: name.trim() });
      keepSeat(made.game, { seat: made.seat, invitation: made.invitation });
      go("online", { g: made.game });
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };

  return (
    <div class="page narrow">
      <GamesInProgress />
      <h1>{t("online.title")}</h1>
      <p class="lead">{t("online.lead")}</p>
      <form class="online-form" onSubmit={(event) => void create(event)}>
        <VariantChoice value={variant} onChange={setVariant} />
        <SideChoice value={side} onChange={setSide} />
        <div class="row">
          <ClockSelect value={time} onChange={setTime} />
          <NameField name={name} onChange={setName} />
        </div>
        {error && <p role="alert">{error}</p>}
        <div class="row">
          <button class="primary" disabled={busy}>
            {t("online.create")}
          </button>
        </div>
      </form>
    </div>
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
