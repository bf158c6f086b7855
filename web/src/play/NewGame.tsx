import { useEffect, useRef, useState } from "preact/hooks";
import { variantNames, type Side, type VariantName } from "../core/types";
import { describeLevel, strongest } from "../game/levels";
import type { GameSetup, Player } from "../game/session";

export interface Choice {
  variant: VariantName;
  setup: GameSetup;
}

export const variantTexts: Record<VariantName, string> = {
  extreme: "16 × 16, rows, columns and diamonds",
  double: "two boards of 9 × 9 at once",
  diagonal: "16 × 16, rows, columns and diagonals",
  ultimate: "the classic 9 × 9, no bonus moves",
};
const opponents = { bot: "The bot", person: "A person here", watch: "Bot against bot" } as const;
export const times: Record<string, [text: string, startMs: number, incrementMs: number]> = {
  none: ["No clock", 0, 0],
  "3": ["3 minutes + 2 s", 180_000, 2_000],
  "10": ["10 minutes + 5 s", 600_000, 5_000],
  "30": ["30 minutes", 1_800_000, 0],
};

interface NewGameProps {
  choice: Choice;
  onStart: (choice: Choice) => void;
  onCancel: () => void;
}

export function NewGame({ choice, onStart, onCancel }: NewGameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const bots = (["x", "o"] as const).filter((side) => choice.setup.players[side].kind === "bot");
  const level = (side: Side): number => {
    const player = choice.setup.players[side];
    return player.kind === "bot" ? player.level : 4;
  };
  const [variant, setVariant] = useState(choice.variant);
  const [against, setAgainst] = useState<keyof typeof opponents>(
    bots.length === 2 ? "watch" : bots.length === 1 ? "bot" : "person",
  );
  const [side, setSide] = useState<Side>(bots.length === 1 && bots[0] === "x" ? "o" : "x");
  const [levels, setLevels] = useState({ x: level("x"), o: bots.length === 1 ? level(bots[0]!) : level("o") });
  const [time, setTime] = useState("none");
  const [botMs, setBotMs] = useState(choice.setup.botMs);

  const fullStrength =
    against !== "person" && (levels.o === strongest || (against === "watch" && levels.x === strongest));

  const start = (event: Event): void => {
    event.preventDefault();
    const person: Player = { kind: "person" };
    const bot = (l: number): Player => ({ kind: "bot", level: l });
    const players =
      against === "watch"
        ? { x: bot(levels.x), o: bot(levels.o) }
        : against === "person"
          ? { x: person, o: person }
          : side === "x"
            ? { x: person, o: bot(levels.o) }
            : { x: bot(levels.o), o: person };
    const [, startMs, incrementMs] = times[time]!;
    onStart({ variant, setup: { players, time: startMs ? { startMs, incrementMs } : null, botMs } });
  };

  return (
    <dialog ref={dialog} class="new-game" aria-labelledby="new-game-title" onCancel={onCancel} onClose={onCancel}>
      <form onSubmit={start}>
        <h2 id="new-game-title">New game</h2>
        <Choices
          legend="Game"
          name="variant"
          options={variantNames.map((name) => ({ value: name, text: name, more: variantTexts[name] }))}
          value={variant}
          onChange={(value) => setVariant(value as VariantName)}
        />
        <Choices
          legend="Against"
          name="against"
          options={Object.entries(opponents).map(([value, text]) => ({ value, text }))}
          value={against}
          onChange={(value) => setAgainst(value as keyof typeof opponents)}
        />
        {against === "bot" && (
          <Choices
            legend="You play"
            name="side"
            options={[
              { value: "x", text: "X, first" },
              { value: "o", text: "O, second" },
            ]}
            value={side}
            onChange={(value) => setSide(value as Side)}
          />
        )}
        {against === "watch" && <LevelSlider name="X" value={levels.x} onChange={(x) => setLevels({ ...levels, x })} />}
        {against !== "person" && (
          <LevelSlider name={against === "watch" ? "O" : "Bot"} value={levels.o} onChange={(o) => setLevels({ ...levels, o })} />
        )}
        <div class="row">
          <label>
            Clock
            <select value={time} onChange={(event) => setTime(event.currentTarget.value)}>
              {Object.entries(times).map(([value, [text]]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          {fullStrength && time === "none" && (
            <label>
              The bot thinks
              <select value={botMs} onChange={(event) => setBotMs(Number(event.currentTarget.value))}>
                {[500, 1000, 2000, 5000, 15_000].map((ms) => (
                  <option key={ms} value={ms}>
                    {ms / 1000} s a move
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        <div class="row end">
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
          <button class="primary">Start</button>
        </div>
      </form>
    </dialog>
  );
}

interface ChoicesProps {
  legend: string;
  name: string;
  options: { value: string; text: string; more?: string }[];
  value: string;
  onChange: (value: string) => void;
}

export function Choices({ legend, name, options, value, onChange }: ChoicesProps) {
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

function LevelSlider({ name, value, onChange }: { name: string; value: number; onChange: (level: number) => void }) {
  const level = describeLevel(value);
  return (
    <label class="level">
      <span>
        {name}: level {value} <b>{level.name}</b>
      </span>
      <input type="range" min={0} max={strongest} value={value} onInput={(event) => onChange(Number(event.currentTarget.value))} />
      <small>{level.description}</small>
    </label>
  );
}
