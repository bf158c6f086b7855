import { useEffect, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Side } from "../core/types";
import { t } from "../i18n/text";
import { library, type SavedGame } from "../library/store";
import { ShareDialog } from "../share/ShareDialog";
import { EndPanel } from "../table/EndPanel";
import { GameTable } from "../table/GameTable";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { PlayerCard } from "../table/PlayerCard";
import { Loading, Problem } from "../ui/Notice";
import { go } from "../ui/router";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { Invite, SpectatorLink } from "./Invite";
import { DeadLink } from "./JoinGame";
import { useTurnNotification } from "./notify";
import { AfterTheEnd, Notifications, Premove, TakebackQuestion, WhilePlaying } from "./OnlineControls";
import { Phrases } from "./Phrases";
import { keepSeat, markOver, seatOf } from "./seats";
import type { OnlineSession } from "./session";

export function OnlineGame({ session, dead }: { session: OnlineSession; dead: SavedGame | "unknown" | null }) {
  useStore(session);
  useKeptGame(session);
  useRematch(session);
  useTurnNotification(session);
  const [sharing, setSharing] = useState(false);
  const { rules, tree, tip, shown, cast, ending } = session;
  useTitle(ending ? t("end.gameOver") : session.myTurn ? t("turn.yours") : null);
  if (!rules || !tree || !tip || !shown) {
    if (dead) return <DeadLink kept={dead === "unknown" ? null : dead} />;
    return session.problem ? <Problem message={session.problem} onRetry={() => location.reload()} /> : <Loading />;
  }
  const watching = session.players?.watching ?? 0;
  return (
    <GameTable
      variant={rules.variant}
      game={{ tip, shown, show: (node) => session.show(node) }}
      canMove={session.canMove}
      playing={session.seat !== null && session.phase !== "over"}
      onMove={(move) => (session.canMove ? session.play(move) : session.choosePremove(move))}
      premoves={session.premoves}
      overlay={session.premove ? { hint: session.premove.id } : undefined}
      cast={cast}
      players={[<Card key="x" session={session} side="x" />, <Card key="o" session={session} side="o" />]}
      status={statusText(session)}
      over={session.phase === "over"}
      waiting={(session.onItsWay || !session.connected) && t("online.waitingServer")}
      boardLast={session.seat !== null && !session.joined}
      announcement={session.announcement}
    >
      {/* Above everything that appears and disappears, so that no button moves under a finger. */}
      {session.seat && session.phase === "playing" && <WhilePlaying session={session} />}
      {!session.connected && (
        <p class="connection-lost" role="status">
          {t("online.lost")}
        </p>
      )}
      {session.error && <p role="alert">{session.error}</p>}
      <Invite session={session} />
      {ending && (
        <EndPanel variant={rules.variant} state={tip.state} ending={ending} cast={cast}>
          <AfterTheEnd session={session} onShare={() => setSharing(true)} />
        </EndPanel>
      )}
      <Premove session={session} />
      <TakebackQuestion session={session} />
      <Phrases session={session} />
      <MoveList root={tree.root} shown={shown} onShow={(node) => session.show(node)} />
      {session.seat && session.phase === "playing" && (
        <MoveInput session={{ rules, tree, tip, canMove: session.canMove, play: (move) => session.play(move) }} />
      )}
      <Notifications session={session} />
      <SpectatorLink session={session} />
      {watching > 0 && <p class="watching">{t("online.spectators", { count: watching })}</p>}
      {sharing && <ShareDialog rules={rules} tree={tree} node={shown} onClose={() => setSharing(false)} />}
    </GameTable>
  );
}

/** A rematch starts automatically for the players who agreed on it. */
function useRematch(session: OnlineSession): void {
  const { next, nextIsNew, seat, game } = session;
  useEffect(() => {
    if (!next || !seat) return;
    const mine = seatOf(game);
    if (mine) keepSeat(next, { seat: mine.seat });
    if (nextIsNew) go("online", { g: next });
  }, [next, seat]);
}

/** Own games are in the library, with their state when they were last seen. */
function useKeptGame(session: OnlineSession): void {
  const { seat, rules, tree, tip, phase, players } = session;
  useEffect(() => {
    if (!seat || !rules || !tree || !tip) return;
    if (phase === "over") markOver(session.game);
    const id = `online-${session.game}`;
    const now = Date.now();
    void library.get(id).then((known) => {
      const moves = [...tree.pathTo(tip).moves];
      const same = known && !known.gone && known.moves.join() === moves.join() && (known.ending !== null) === (phase === "over");
      if (same && known.names[seat === "x" ? "o" : "x"] === session.cast.names[seat === "x" ? "o" : "x"]) return;
      void library.save({
        ...(known ?? { created: now }),
        id,
        kind: "online",
        variant: rules.variant.name,
        fen: "",
        moves,
        updated: now,
        names: session.cast.names,
        you: seat,
        turn: phase === "playing" ? tip.state.side : null,
        ending: session.ending,
        gone: false,
      });
    });
  }, [seat, tip, phase, players]);
}

function Card({ session, side }: { session: OnlineSession; side: Side }) {
  const player = session.players?.[side];
  const mine = session.seat === side;
  const here = mine ? session.connected : (player?.here ?? false);
  const playing = session.phase === "playing";
  const { ending, shown, tip } = session;
  const points = ending && shown === tip ? ending.points : shown!.state.points;
  return (
    <PlayerCard
      side={side}
      points={points[side === "x" ? 0 : 1]}
      name={player?.name || session.cast.names[side]}
      detail={t(mine && player?.name ? "online.you" : player?.bot ? "online.bot" : here ? "online.here" : "online.away")}
      detailClass={here ? "here" : "away"}
      turn={playing && tip!.state.side === side}
      won={ending?.winner === side}
      clock={
        session.clock
          ? {
              running: playing && session.runningSide === side,
              left: () => session.remaining(side) ?? 0,
              long: session.clock.days !== undefined,
            }
          : null
      }
    />
  );
}

function statusText(session: OnlineSession): string {
  if (session.ending) return t("end.gameOver");
  if (session.phase === "waiting") return t(session.joined ? "online.waitingBoth" : "online.waiting");
  return turnText(session.tip!.state, session.cast);
}
