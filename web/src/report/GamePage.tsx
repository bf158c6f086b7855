import { useEffect, useMemo, useState } from "preact/hooks";
import { moveText, turnSpeech } from "../board/describe";
import type { Rules } from "../core/rules";
import { score } from "../i18n/text";
import { stepsOf } from "../game/stepping";
import { pathTo } from "../game/tree";
import { LiveSession } from "../tournaments/live_session";
import { resultText } from "../tournaments/results";
import { WatchedGame } from "../tournaments/WatchedGame";
import { Loading, Problem } from "../ui/Notice";
import { useStore } from "../ui/store";
import { Tool } from "../ui/Tool";
import { failed, useLoaded } from "../ui/use_loaded";
import { bots, loadRules, readMoves, stageText, timeText, type Game } from "./data";
import { BotLink } from "./GameList";
import { Page } from "./Page";

/** One game on the board, from its end back. */
export function GamePage({ game }: { game: Game }) {
  const rules = useLoaded(game.variant, "problem.game", () => loadRules(game.variant));
  const facts = [
    stageText(game),
    game.variant,
    `thinking time ${timeText(game.ms.x)} : ${timeText(game.ms.o)}`,
    game.busy && "the host was too busy for a fair clock",
  ];
  const title = (
    <>
      Game {game.number}: <BotLink bot={game.bots.x} /> {score(...game.points)} <BotLink bot={game.bots.o} />
    </>
  );
  return (
    <Page title={title} back="#games">
      <p class="words">{facts.filter(Boolean).join(" · ")}</p>
      {failed(rules) ? <Problem message={rules.message} /> : rules ? <Replay rules={rules} game={game} /> : <Loading />}
    </Page>
  );
}

const playMs = 350;

function Replay({ rules, game }: { rules: Rules; game: Game }) {
  const { moves, times } = useMemo(() => readMoves(game, rules.variant.names), [game]);
  const [session] = useState(
    () => new LiveSession(rules, { id: game.number, ...game.bots, fen: game.fen, moves: moves.join(" ") }),
  );
  useStore(session);
  const { shown, tip } = session;
  const path = pathTo(shown);
  const steps = stepsOf(session);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (shown === tip) return setPlaying(false);
    const timer = setTimeout(steps.forward, playMs);
    return () => clearTimeout(timer);
  }, [playing, shown]);
  const play = (): void => {
    if (shown === tip) steps.first();
    setPlaying(!playing);
  };

  const names = { x: bots[game.bots.x]!.name, o: bots[game.bots.o]!.name };
  const cast = { names, you: null };
  const atEnd = shown === tip;
  const time = times[path.length - 1];
  const end = `${resultText(game, names)}${game.evidence && `. ${game.evidence}`}`;
  const last = shown.parent && `${moveText(shown.parent.state, shown.move!, cast)}. `;
  return (
    <WatchedGame
      session={session}
      names={names}
      detail={(side) => `plays ${side.toUpperCase()}`}
      turn={atEnd ? null : shown.state.side}
      ended={game}
      status={end}
      over={true}
      announcement={`${last ?? ""}${atEnd ? end : turnSpeech(rules.variant, shown.state, cast)}`}
    >
      {moves.length > 0 && (
        <div class="controls">
          <Tool icon={playing ? "pause" : "start"} text={playing ? "Pause" : "Play"} onClick={play} />
          <input
            type="range"
            aria-label="Move"
            min={0}
            max={moves.length}
            value={path.length}
            onInput={(event) => {
              setPlaying(false);
              session.show([session.tree.root, ...pathTo(tip)][Number(event.currentTarget.value)]!);
            }}
          />
        </div>
      )}
      <p class="engine-note">
        {path.length > 0 ? `${shown.move!.move}${time == null ? "" : ` took ${timeText(time)}`}` : game.fen ? "Start position" : "The empty board"}
      </p>
    </WatchedGame>
  );
}
