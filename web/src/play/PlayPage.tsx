import { useEffect, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import type { Side } from "../core/types";
import { describeLevel } from "../game/levels";
import { PlaySession, type GameSetup } from "../game/session";
import { GameTable } from "../table/GameTable";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { PlayerCard } from "../table/PlayerCard";
import { EngineNote } from "../ui/EngineNote";
import { link } from "../ui/router";
import { settings } from "../ui/settings";
import { useStore } from "../ui/store";
import { useRules } from "../ui/use_rules";
import { Controls } from "./Controls";
import { NewGame, type Choice } from "./NewGame";

const firstGame = (): Choice => ({
  variant: settings.variant,
  setup: {
    players: { x: { kind: "person" }, o: { kind: "bot", level: settings.level } },
    time: null,
    botMs: 2000,
  },
});

export function PlayPage() {
  const [choice, setChoice] = useState<Choice>(firstGame);
  const [choosing, setChoosing] = useState(false);
  const rules = useRules(choice.variant);
  if (rules instanceof Error) return <p class="notice error">{rules.message}</p>;
  if (!rules) return <p class="notice">Setting up the board …</p>;
  return (
    <>
      <Game rules={rules} setup={choice.setup} onNewGame={() => setChoosing(true)} />
      {choosing && (
        <NewGame
          choice={choice}
          onCancel={() => setChoosing(false)}
          onStart={(next) => {
            settings.set({ variant: next.variant, level: levelOf(next.setup) ?? settings.level });
            setChoice(next);
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}

function levelOf(setup: GameSetup): number | undefined {
  const bot = Object.values(setup.players).find((player) => player.kind === "bot");
  return bot?.kind === "bot" ? bot.level : undefined;
}

interface GameProps {
  rules: Rules;
  setup: GameSetup;
  onNewGame: () => void;
}

function Game({ rules, setup, onNewGame }: GameProps) {
  const [round, setRound] = useState(0);
  const [session, setSession] = useState<PlaySession | null>(null);
  useEffect(() => {
    const started = new PlaySession(rules, setup);
    setSession(started);
    return () => started.dispose();
  }, [rules, setup, round]);
  if (!session || session.rules !== rules) return null;
  return <GameView session={session} onNewGame={onNewGame} onAgain={() => setRound(round + 1)} />;
}

interface GameViewProps {
  session: PlaySession;
  onNewGame: () => void;
  onAgain: () => void;
}

function GameView({ session, onNewGame, onAgain }: GameViewProps) {
  useStore(session);
  const { variant } = session.rules;
  const { state } = session;
  const status = session.ending && session.atTip ? session.ending.text : turnText(variant, state);
  return (
    <GameTable
      variant={variant}
      state={state}
      canMove={session.canMove}
      onMove={(move) => session.play(move)}
      overlay={{ hint: session.hint?.id ?? null }}
      players={[<Card key="x" session={session} side="x" />, <Card key="o" session={session} side="o" />]}
      status={status}
      over={session.ending !== null}
      waiting={session.thinking && "thinking"}
      announcement={session.announcement}
    >
      <EngineNote evaluation={session.evaluation} />
      {session.problem && <p role="alert">{session.problem}</p>}
      {session.hint && <p class="hint-text">{session.hint.text}</p>}
      <Controls session={session} onNewGame={onNewGame} onAgain={onAgain} />
      <MoveList root={session.tree.root} shown={session.shown} onShow={(node) => session.show(node)} />
      <MoveInput session={session} />
      {!settings.guided && (
        <p class="invitation">
          New here? <a href={link("learn")}>Learn the game in a minute</a>, by playing.
        </p>
      )}
    </GameTable>
  );
}

function Card({ session, side }: { session: PlaySession; side: Side }) {
  const player = session.playerOf(side);
  const { clock } = session;
  const person = session.person === side ? "You" : "Player";
  return (
    <PlayerCard
      side={side}
      state={session.state}
      name={player.kind === "bot" ? `Bot, level ${player.level}` : person}
      detail={player.kind === "bot" ? describeLevel(player.level).name : `plays ${side}`}
      turn={!session.ending && session.tip.state.side === side}
      won={session.ending?.winner === side}
      clock={clock && { running: clock.runningSide() === side, left: () => clock.remaining(side) }}
    />
  );
}
