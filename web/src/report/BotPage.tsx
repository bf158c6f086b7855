import { ratedWinner, reasonText } from "../tournaments/results";
import { bots, games, type Game, type Results } from "./data";
import { BotLink, GameLink, Games } from "./GameList";
import { Page } from "./Page";

const recordText = ([won, drawn, lost]: Results): string => `${won} won, ${drawn} drawn, ${lost} lost`;
const signed = (number: number): string => (number > 0 ? `+${number}` : `${number}`);

/** The page of one bot: mainly its losses and forfeits, with the reasons. */
export function BotPage({ index }: { index: number }) {
  const bot = bots[index]!;
  const mine = games.filter(({ bots: { x, o } }) => x === index || o === index);
  const forfeited = ({ offender, bots: players }: Game): boolean => offender !== null && players[offender] === index;
  const lost = (game: Game): boolean => {
    const winner = ratedWinner(game);
    return winner !== null && game.bots[winner] !== index && !forfeited(game);
  };
  const all = [0, 1, 2].map((i) => bot.asX[i]! + bot.asO[i]!) as Results;
  const played = all[0] + all[1] + all[2];
  const forfeits = mine.filter(forfeited);
  return (
    <Page title={<bdi>{bot.name}</bdi>} back="#">
      <dl class="facts">
        <Fact term="Rank" text={bot.rank} />
        <Fact term="Points" text={`${bot.points[0]} : ${bot.points[1]}`} />
        <Fact term="Results" text={recordText(all)} />
        <Fact term="As X" text={recordText(bot.asX)} />
        <Fact term="As O" text={recordText(bot.asO)} />
        <Fact term="Elo" text={`${signed(bot.elo[0])} (${signed(bot.elo[1])} to ${signed(bot.elo[2])})`} />
        <Fact term="Time per move" text={bot.time[0]} />
        <Fact term="Longest move" text={bot.time[1]} />
        <Fact term="Total time" text={bot.time[2]} />
        {bot.player && <Fact term="Player" text={bot.player} />}
      </dl>
      {mine.length < played && (
        <p class="note">
          {mine.length} of its {played} games are in this file; the lists below are of those.
        </p>
      )}
      <h3>Forfeits: {bot.forfeits}</h3>
      {forfeits.length === 0 ? <p class="note">None.</p> : <Forfeits list={forfeits} />}
      <h3>Losses on the board</h3>
      <Games list={mine.filter(lost)} />
      <h3>All games</h3>
      <Games list={mine} />
    </Page>
  );
}

const Fact = ({ term, text }: { term: string; text: string | number }) => (
  <div>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
);

function Forfeits({ list }: { list: readonly Game[] }) {
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Game</th>
            {["Against", "Reason", "Evidence"].map((text) => (
              <th key={text} scope="col" class="left">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((game) => (
            <tr key={game.number}>
              <td>
                <GameLink game={game} />
              </td>
              <td class="left">
                <BotLink bot={game.bots[game.offender === "x" ? "o" : "x"]} />
              </td>
              <td class="left bad">{reasonText(game.reason)}</td>
              <td class="left detail">{game.evidence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
