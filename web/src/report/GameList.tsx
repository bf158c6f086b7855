import { useState } from "preact/hooks";
import type { Side } from "../core/types";
import { score } from "../i18n/text";
import { ratedWinner, reasonText } from "../tournaments/results";
import { bots, endingText, games, stages, stageText, type Game } from "./data";

export const BotLink = ({ bot }: { bot: number }) => (
  <a href={`#bot-${bot}`}>
    <bdi>{bots[bot]!.name}</bdi>
  </a>
);
export const GameLink = ({ game }: { game: Game }) => <a href={`#game-${game.number}`}>{game.number}</a>;

interface ChoiceProps {
  label: string;
  all: string;
  options: [value: string, text: string][];
  onChange: (value: string) => void;
}

function Choice({ label, all, options, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** All games of the file, by bot, stage or ending. */
export function GameList() {
  const [bot, setBot] = useState("");
  const [stage, setStage] = useState("");
  const [reason, setReason] = useState("");
  const byName = bots.map(({ name }, i): [string, string] => [String(i), name]).sort((a, b) => a[1].localeCompare(b[1]));
  const reasons = [...new Set(games.map((game) => game.reason))].sort();
  const chosen = games.filter(
    (game) =>
      (bot === "" || Object.values(game.bots).includes(Number(bot))) &&
      (stage === "" || game.stage === Number(stage)) &&
      (reason === "" || game.reason === reason),
  );
  return (
    <>
      <div class="filters">
        <Choice label="Bot" all="all" options={byName} onChange={setBot} />
        <Choice label="Stage" all="all" options={stages.map(({ name }, i) => [String(i), name])} onChange={setStage} />
        <Choice label="Ending" all="any" options={reasons.map((name) => [name, reasonText(name)])} onChange={setReason} />
      </div>
      <Games key={`${bot} ${stage} ${reason}`} list={chosen} />
    </>
  );
}

const gamesAtOnce = 50;

/** A table of games, some at a time. */
export function Games({ list }: { list: readonly Game[] }) {
  const [first, setFirst] = useState(0);
  if (list.length === 0) return <p class="note">None.</p>;
  const end = Math.min(first + gamesAtOnce, list.length);
  return (
    <>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col" class="left">
                Stage
              </th>
              <th scope="col" class="left">
                X
              </th>
              <th scope="col" class="left">
                O
              </th>
              <th scope="col">Points</th>
              <th scope="col" class="left">
                Ending
              </th>
            </tr>
          </thead>
          <tbody>
            {list.slice(first, end).map((game) => (
              <tr key={game.number}>
                <td>
                  <GameLink game={game} />
                </td>
                <td class="left">{stageText(game)}</td>
                <Player game={game} side="x" />
                <Player game={game} side="o" />
                <td>{score(...game.points)}</td>
                <td class="left">
                  {endingText(game)}
                  {game.busy ? " (host too busy)" : ""}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.length > gamesAtOnce && (
        <div class="controls">
          <button disabled={first === 0} onClick={() => setFirst(first - gamesAtOnce)}>
            Earlier
          </button>
          <button disabled={end === list.length} onClick={() => setFirst(first + gamesAtOnce)}>
            Later
          </button>
          <span>
            {first + 1} to {end} of {list.length}
          </span>
        </div>
      )}
    </>
  );
}

function Player({ game, side }: { game: Game; side: Side }) {
  const name = <BotLink bot={game.bots[side]} />;
  return <td class="left">{ratedWinner(game) === side ? <b>{name}</b> : name}</td>;
}
