import { useEffect, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import type { Side } from "../core/types";
import { ask } from "../online/api";
import { GameTable } from "../table/GameTable";
import { MoveList } from "../table/MoveList";
import { PlayerCard } from "../table/PlayerCard";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { useRules } from "../ui/use_rules";
import { LiveSession } from "./live_session";
import type { GameWithMoves, LiveGame, Tournament } from "./protocol";
import { gameAddress, type Followed } from "./use_tournament";

interface LiveGameViewProps {
  tournament: Tournament;
  followed: Followed;
  /** The number of the game in the present run. */
  id: number;
  name: (entrant: number) => string;
}

/** Numbers begin anew when a tournament is gone on with: another game of the same number is not ours. */
const isLaterOf = (first: LiveGame, game: LiveGame): boolean =>
  game.x === first.x && game.o === first.o && game.fen === first.fen && game.moves.startsWith(first.moves);

/** One game while it is played. */
export function LiveGameView({ tournament, followed, id, name }: LiveGameViewProps) {
  const rules = useRules(tournament.variant);
  const found = followed.live.find((game) => game.id === id) ?? null;
  const [first, setFirst] = useState<LiveGame | null>(found);
  const now = found && (!first || isLaterOf(first, found)) ? found : null;
  useEffect(() => {
    if (now && !first) setFirst(now);
  }, [now, first]);
  const back = link("tournaments", { t: tournament.id });
  if (rules instanceof Error) return <p class="notice error">{rules.message}</p>;
  if (!first)
    return (
      <div class="notice">
        <p>This game is not being played now: it has ended, or has not begun.</p>
        <a href={back}>{tournament.name}</a>
      </div>
    );
  if (!rules) return <p class="notice">Setting up the board …</p>;
  return <Watched rules={rules} first={first} now={now} tournament={tournament} followed={followed} name={name} />;
}

interface WatchedProps {
  rules: Rules;
  first: LiveGame;
  now: LiveGame | null;
  tournament: Tournament;
  followed: Followed;
  name: (entrant: number) => string;
}

function Watched({ rules, first, now, tournament, followed, name }: WatchedProps) {
  const [session] = useState(() => new LiveSession(rules, first));
  useStore(session);
  useEffect(() => {
    if (now) session.follow(now);
  }, [session, now]);
  useEffect(() => {
    if (!now && !session.ended) void findEnd(session, tournament);
  }, [session, now, tournament]);
  const { state } = session.shown;
  const atTip = session.shown === session.tip;
  const { ended } = session;
  const card = (side: Side) => (
    <PlayerCard
      key={side}
      side={side}
      state={state}
      name={name(session.game[side])}
      detail={`plays ${side}`}
      turn={!ended && session.tip.state.side === side}
      won={ended?.result === side}
    />
  );
  const played = turnText(rules.variant, state);
  return (
    <GameTable
      variant={rules.variant}
      state={state}
      canMove={false}
      onMove={() => {}}
      players={[card("x"), card("o")]}
      status={ended && atTip ? endText(session, name) : !now && atTip && !ended ? "The game has ended" : played}
      over={ended !== null}
      waiting={!followed.connected && "waiting for the server"}
      announcement={session.announcement}
    >
      <p class="engine-note">
        <a href={link("tournaments", { t: tournament.id })}>{tournament.name}</a>
        {now ? ", move by move as it is played." : "."}
      </p>
      {!atTip && <button onClick={() => session.show(session.tip)}>To the latest move</button>}
      <MoveList root={session.tree.root} shown={session.shown} onShow={(node) => session.show(node)} />
      {ended && (
        <div class="controls">
          <a class="tool" href={analysisLink(session)}>
            <Icon name="analyse" />
            Analyse
          </a>
        </div>
      )}
    </GameTable>
  );
}

function analysisLink(session: LiveSession): string {
  const { fen, moves } = session.tree.line(session.tip);
  return link("analysis", { v: session.rules.variant.name, ...(fen ? { f: fen } : {}), m: moves.join("-") });
}

function endText({ ended, game }: LiveSession, name: (entrant: number) => string): string {
  const { result, points, reason } = ended!;
  const who = result === "x" || result === "o" ? `${name(game[result])} wins` : "Drawn";
  return `${who}, ${points[0]} : ${points[1]} (${reason.replace("-", " ")})`;
}

/** Games have no number that lasts before they are stored: the one that goes on as we saw it is ours. */
async function findEnd(session: LiveSession, tournament: Tournament): Promise<void> {
  const { x, o } = session.game;
  for (const game of tournament.latest.filter((one) => one.x === x && one.o === o)) {
    try {
      if (session.finish(await ask<GameWithMoves>(gameAddress(tournament.id, game.id)))) return;
    } catch {
      return; // The next change of the tournament is another chance.
    }
  }
}
