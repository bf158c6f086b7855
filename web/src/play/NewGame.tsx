import { useState } from "preact/hooks";
import type { Side, VariantName } from "../core/types";
import { allOpponents, describeLevel, opponentOf, strongest } from "../game/levels";
import type { GameSetup, Player } from "../game/session";
import { number, t } from "../i18n/text";
import { Choices, ClockSelect, SideChoice, timeOf, times, VariantChoice } from "../table/GameFields";
import { Dialog } from "../ui/Dialog";
import { Face } from "../ui/Face";

export interface Choice {
  variant: VariantName;
  setup: GameSetup;
}

type OpponentKind = "bot" | "person" | "watch";
interface NewGameProps {
  choice: Choice;
  /** Another opponent that fits the latest results better; null without a suggestion. */
  suggested: number | null;
  onStart: (choice: Choice) => void;
  onCancel: () => void;
}

export function NewGame({ choice, suggested, onStart, onCancel }: NewGameProps) {
  const bots = (["x", "o"] as const).filter((side) => choice.setup.players[side].kind === "bot");
  const level = (side: Side): number => {
    const player = choice.setup.players[side];
    return player.kind === "bot" ? opponentOf(player.level).level : 4;
  };
  const [variant, setVariant] = useState(choice.variant);
  const [against, setAgainst] = useState<OpponentKind>(
    bots.length === 2 ? "watch" : bots.length === 1 ? "bot" : "person",
  );
  const [side, setSide] = useState<Side | "random">(bots.length === 1 && bots[0] === "x" ? "o" : "x");
  const [levels, setLevels] = useState({ x: level("x"), o: bots.length === 1 ? (suggested ?? level(bots[0]!)) : level("o") });
  const [time, setTime] = useState(timeOf(choice.setup.time));
  const [botMs, setBotMs] = useState(choice.setup.botMs);

  const fullStrength =
    against !== "person" && (levels.o === strongest || (against === "watch" && levels.x === strongest));

  const start = (): void => {
    const { startMs, incrementMs } = times[time]!;
    const players = playersOf(against, side, levels);
    onStart({ variant, setup: { players, time: startMs ? { startMs, incrementMs } : null, botMs } });
  };

  return (
    <Dialog
      title={t("common.newGame")}
      onClose={onCancel}
      onSubmit={start}
      footer={
        <>
          <button type="button" onClick={onCancel}>
            {t("common.cancel")}
          </button>
          <button class="primary">{t("common.start")}</button>
        </>
      }
    >
      <VariantChoice value={variant} onChange={setVariant} />
      <Choices
        legend={t("new.against")}
        name="against"
        options={[
          { value: "bot", text: t("new.computer") },
          { value: "person", text: t("new.person") },
          { value: "watch", text: t("new.watch") },
        ]}
        value={against}
        onChange={setAgainst}
      />
      {against === "watch" && <OpponentChoice name="x" legend="X" value={levels.x} onChange={(x) => setLevels({ ...levels, x })} />}
      {against !== "person" && (
        <OpponentChoice name="o" legend={against === "watch" ? "O" : t("new.opponent")} value={levels.o} suggested={against === "bot" ? suggested : null} onChange={(o) => setLevels({ ...levels, o })} />
      )}
      {against === "bot" && <SideChoice value={side} onChange={setSide} />}
      <div class="row">
        <ClockSelect value={time} onChange={setTime} />
        {fullStrength && time === "none" && (
          <label>
            {t("new.thinkingTime")}
            <select value={botMs} onChange={(event) => setBotMs(Number(event.currentTarget.value))}>
              {[500, 1000, 2000, 5000, 15_000].map((ms) => (
                <option key={ms} value={ms}>
                  {t("new.perMove", { seconds: number(ms / 1000) })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </Dialog>
  );
}

function playersOf(
  against: OpponentKind,
  chosen: Side | "random",
  levels: Record<Side, number>,
): Record<Side, Player> {
  const person: Player = { kind: "person" };
  const bot = (level: number): Player => ({ kind: "bot", level });
  if (against === "watch") return { x: bot(levels.x), o: bot(levels.o) };
  if (against === "person") return { x: person, o: person };
  const side = chosen === "random" ? (Math.random() < 0.5 ? "x" : "o") : chosen;
  return side === "x" ? { x: person, o: bot(levels.o) } : { x: bot(levels.o), o: person };
}

interface OpponentChoiceProps {
  name: string;
  legend: string;
  value: number;
  suggested?: number | null;
  onChange: (level: number) => void;
}

/** The computer's players, from the weakest to the strongest. */
function OpponentChoice({ name, legend, value, suggested, onChange }: OpponentChoiceProps) {
  return (
    <fieldset class="choices opponents">
      <legend>{legend}</legend>
      {allOpponents.map((one) => (
        <label key={one.level} class={one.level === value ? "chosen" : ""} title={describeLevel(one.level)}>
          <input type="radio" name={`opponent-${name}`} checked={one.level === value} onChange={() => onChange(one.level)} />
          <Face level={one.level} />
          <span>{one.name}</span>
        </label>
      ))}
      <small>
        {describeLevel(value)} {value === suggested && t("new.suggested")}
      </small>
    </fieldset>
  );
}
