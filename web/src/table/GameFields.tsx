// The fields in which a game, here or online, is chosen.
import { variantNames, type Side, type VariantName } from "../core/types";

export const sideTexts: Record<Side | "random", string> = { random: "Random", x: "X, first", o: "O, second" };

export const variantTexts: Record<VariantName, string> = {
  extreme: "16 × 16, rows, columns and diamonds",
  double: "two boards of 9 × 9",
  diagonal: "16 × 16, rows, columns and diagonals",
  ultimate: "the classic 9 × 9, no bonus moves",
};
export const times: Record<string, [text: string, startMs: number, incrementMs: number]> = {
  none: ["No clock", 0, 0],
  "3": ["3 minutes + 2 s", 180_000, 2_000],
  "10": ["10 minutes + 5 s", 600_000, 5_000],
  "30": ["30 minutes", 1_800_000, 0],
};

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

/** Options of a table of texts, in its order. */
export function optionsOf<T extends string>(texts: Record<T, string>): { value: T; text: string }[] {
  return (Object.entries(texts) as [T, string][]).map(([value, text]) => ({ value, text }));
}

interface FieldProps<T> {
  value: T;
  onChange: (value: T) => void;
}

export function VariantChoice({ value, onChange }: FieldProps<VariantName>) {
  const options = variantNames.map((name) => ({ value: name, text: name, more: variantTexts[name] }));
  return <Choices legend="Game" name="variant" options={options} value={value} onChange={onChange} />;
}

/** One of `times`. */
export function ClockSelect({ value, onChange }: FieldProps<string>) {
  return (
    <label>
      Clock
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(times).map(([name, [text]]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
