import { useEffect, useRef, useState } from "preact/hooks";
import type { Side, VariantName } from "../core/types";
import { describeLevel, strongest } from "../game/levels";
import type { GameSetup, Player } from "../game/session";
import { Choices, ClockSelect, optionsOf, times, VariantChoice } from "../table/GameFields";

export interface Choice {
  variant: VariantName;
  setup: GameSetup;
}

const opponents = { bot: "The bot", person: "A person here", watch: "Bot against bot" } as const;
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
        <VariantChoice value={variant} onChange={setVariant} />
        <Choices
          legend="Against"
          name="against"
          options={optionsOf(opponents)}
          value={against}
          onChange={setAgainst}
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
            onChange={setSide}
          />
        )}
        {against === "watch" && <LevelSlider name="X" value={levels.x} onChange={(x) => setLevels({ ...levels, x })} />}
        {against !== "person" && (
          <LevelSlider name={against === "watch" ? "O" : "Bot"} value={levels.o} onChange={(o) => setLevels({ ...levels, o })} />
        )}
        <div class="row">
          <ClockSelect value={time} onChange={setTime} />
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
