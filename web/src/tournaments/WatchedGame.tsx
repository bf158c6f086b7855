import type { ComponentChildren } from "preact";
import type { Side } from "../core/types";
import { GameTable } from "../table/GameTable";
import { MoveList } from "../table/MoveList";
import { PlayerCard } from "../table/PlayerCard";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import type { LiveSession } from "./live_session";
import { ratedWinner, type Played } from "./results";

interface WatchedGameProps {
  session: LiveSession;
  names: Record<Side, string>;
  /** The second line of a player's card. */
  detail: (side: Side) => string;
  /** The side whose card shows that it is to move. */
  turn: Side | null;
  /** The result, once it is known. */
  ended: Played | null;
  status: string;
  over: boolean;
  waiting?: string | false;
  announcement?: string;
  /** Between the status and the moves. */
  children: ComponentChildren;
  /** Below the moves. */
  below?: ComponentChildren;
}

/** A game between others, on the board with its moves. */
export function WatchedGame({ session, names, detail, turn, ended, announcement, children, below, ...table }: WatchedGameProps) {
  const points = ended && session.shown === session.tip ? ended.points : session.shown.state.points;
  const card = (side: Side) => (
    <PlayerCard
      key={side}
      side={side}
      points={points[side === "x" ? 0 : 1]}
      name={names[side]}
      detail={detail(side)}
      turn={turn === side}
      won={ended !== null && ratedWinner(ended) === side}
    />
  );
  return (
    <GameTable
      {...table}
      variant={session.rules.variant}
      game={session}
      canMove={false}
      playing={false}
      onMove={() => {}}
      cast={{ names, you: null }}
      players={[card("x"), card("o")]}
      announcement={announcement ?? session.announcement}
    >
      {children}
      <MoveList root={session.tree.root} shown={session.shown} onShow={(node) => session.show(node)} />
      {below}
    </GameTable>
  );
}

/** A link to the whole game in Analysis. */
export function AnalysisLink({ session, text }: { session: LiveSession; text: string }) {
  const { fen, moves } = session.tree.pathTo(session.tip);
  return (
    <div class="controls">
      <a class="tool" href={link("analysis", { v: session.rules.variant.name, ...(fen ? { f: fen } : {}), m: moves.join("-") })}>
        <Icon name="analyse" />
        {text}
      </a>
    </div>
  );
}
