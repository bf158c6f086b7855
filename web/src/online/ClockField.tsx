import { useState } from "preact/hooks";
import { t } from "../i18n/text";
import { times, timeText } from "../table/GameFields";
import type { Clock, ClockTerms } from "./protocol";

/** The time control of a new game, as chosen in the form. */
export interface ClockChoice {
  /** One of `times`, "custom" or "days". */
  kind: string;
  minutes: number;
  seconds: number;
  days: number;
}
export const usualClock: ClockChoice = { kind: "10", minutes: 5, seconds: 3, days: 3 };

/** What the server accepts. */
const limits = { minutes: [1, 180], seconds: [0, 120], days: [1, 14] } as const;
type Amount = keyof typeof limits;

export function clockTerms({ kind, minutes, seconds, days }: ClockChoice): ClockTerms | null {
  if (kind === "days") return { days };
  if (kind === "custom") return { initial_ms: minutes * 60_000, increment_ms: seconds * 1000 };
  const { startMs, incrementMs } = times[kind]!;
  return startMs ? { initial_ms: startMs, increment_ms: incrementMs } : null;
}

interface ClockFieldProps {
  value: ClockChoice;
  onChange: (value: ClockChoice) => void;
  /** Whether games over days are offered. */
  correspondence: boolean;
}

export function ClockField({ value, onChange, correspondence }: ClockFieldProps) {
  return (
    <>
      <label>
        {t("new.clock")}
        <select value={value.kind} onChange={(event) => onChange({ ...value, kind: event.currentTarget.value })}>
          {Object.entries(times).map(([name, time]) => (
            <option key={name} value={name}>
              {timeText(time)}
            </option>
          ))}
          <option value="custom">{t("online.customClock")}</option>
          {correspondence && <option value="days">{t("online.correspondence")}</option>}
        </select>
      </label>
      {value.kind === "custom" && (
        <>
          <AmountField name="minutes" text={t("online.minutesEach")} value={value} onChange={onChange} />
          <AmountField name="seconds" text={t("online.secondsAdded")} value={value} onChange={onChange} />
        </>
      )}
      {value.kind === "days" && <AmountField name="days" text={t("online.daysPerMove")} value={value} onChange={onChange} />}
    </>
  );
}

interface AmountFieldProps {
  name: Amount;
  text: string;
  value: ClockChoice;
  onChange: (value: ClockChoice) => void;
}

/** A whole number; the browser refuses the form while it is not within the limits. */
function AmountField({ name, text, value, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useState(String(value[name]));
  const [min, max] = limits[name];
  const change = (event: Event): void => {
    const field = event.currentTarget as HTMLInputElement;
    setTyped(field.value);
    if (field.validity.valid && field.value !== "") onChange({ ...value, [name]: Number(field.value) });
  };
  return (
    <label>
      {text}
      <input class="amount" type="number" inputMode="numeric" required min={min} max={max} step={1} value={typed} onInput={change} />
    </label>
  );
}

/** "10 minutes + 5 s per move", "3 days per move", "no clock". */
export function clockSummary(clock: Clock | null): string {
  if (!clock) return t("online.noClock");
  if (clock.days) return t("online.days", { count: clock.days });
  const values = { count: clock.initial_ms / 60_000, seconds: clock.increment_ms / 1000 };
  return t(clock.increment_ms ? "online.minutesPlus" : "online.minutes", values);
}
