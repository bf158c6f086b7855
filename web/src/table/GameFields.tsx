// The form fields of a new game, local or online.
import type { TimeControl } from "../game/clock";
import { t } from "../i18n/text";
import { variantNames, type Side, type VariantName } from "../core/types";

export const times: Record<string, TimeControl> = {
  none: { startMs: 0, incrementMs: 0 },
  "3": { startMs: 180_000, incrementMs: 2_000 },
  "10": { startMs: 600_000, incrementMs: 5_000 },
  "30": { startMs: 1_800_000, incrementMs: 0 },
};

/** The choice with this time control. */
export function timeOf(time: TimeControl | null): string {
  const same = ([, { startMs, incrementMs }]: [string, TimeControl]): boolean => startMs === time?.startMs && incrementMs === time.incrementMs;
  return Object.entries(times).find(same)?.[0] ?? "none";
}

export function timeText({ startMs, incrementMs }: TimeControl): string {
  if (startMs === 0) return t("new.noClock");
  const values = { count: startMs / 60_000, seconds: incrementMs / 1000 };
  return t(incrementMs > 0 ? "new.minutesPlus" : "new.minutes", values);
}

interface ChoicesProps<T extends string> {
  legend: string;
  name: string;
  options: { value: T; text: string; more?: string }[];
  value: T;
  onChange: (value: T) => void;
}

export function Choices<T extends string>({ legend, name, options, value, onChange }: ChoicesProps<T>) {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? "chosen" : ""}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.text}</span>
          {option.more && <small>{option.more}</small>}
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps<T> {
  value: T;
  onChange: (value: T) => void;
}

export function VariantChoice({ value, onChange }: FieldProps<VariantName>) {
  const options = variantNames.map((name) => ({ value: name, text: name, more: t(`variant.${name}`) }));
  return <Choices legend={t("common.game")} name="variant" options={options} value={value} onChange={onChange} />;
}

export function SideChoice({ value, onChange }: FieldProps<Side | "random">) {
  const options = (["random", "x", "o"] as const).map((side) => ({ value: side, text: t(`new.${side}`) }));
  return <Choices<Side | "random"> legend={t("new.youPlay")} name="side" options={options} value={value} onChange={onChange} />;
}

/** One of `times`. */
export function ClockSelect({ value, onChange }: FieldProps<string>) {
  return (
    <label>
      {t("new.clock")}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(times).map(([name, time]) => (
          <option key={name} value={name}>
            {timeText(time)}
          </option>
        ))}
      </select>
    </label>
  );
}
