// The interactive parts of a tournament report: `xttt tournament report` writes the overview and the data, and this
// adds the list of games, a page for each bot, and each game on the board of the page.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BotPage } from "./BotPage";
import { bots, games } from "./data";
import { GameList } from "./GameList";
import { GamePage } from "./GamePage";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/board.css";
import "../styles/play.css";
import "../styles/layout.css";
import "./report.css";

/** The part after # refers to a bot, a game or a section of the overview. */
function pageAt(hash: string) {
  const [, kind, number] = /^#(bot|game)-(\d+)$/.exec(hash) ?? [];
  if (kind === "bot") return bots[Number(number)] ? <BotPage key={hash} index={Number(number)} /> : null;
  const game = kind && games.find((one) => one.number === Number(number));
  return game ? <GamePage key={hash} game={game} /> : null;
}

const overview = document.getElementById("overview")!;
const detail = document.getElementById("detail")!;

function Detail() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  const page = pageAt(hash);
  overview.hidden = page !== null;
  detail.hidden = page === null;
  useEffect(() => {
    if (!page && hash.length > 1) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return page;
}

// Prints in light mode.
const { dataset } = document.documentElement;
addEventListener("beforeprint", () => (dataset["theme"] = "light"));
addEventListener("afterprint", () => delete dataset["theme"]);

render(<GameList />, document.getElementById("game-list")!);
render(<Detail />, detail);
