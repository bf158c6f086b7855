import { useEffect, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import type { VariantName } from "../core/types";
import { mainVariation, pathTo } from "../game/tree";
import { number, t } from "../i18n/text";
import { LiveSession } from "../tournaments/live_session";
import { resultText } from "../tournaments/results";
import { AnalysisLink, WatchedGame } from "../tournaments/WatchedGame";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { ConfirmTool, Tool } from "../ui/Tool";
import { failed, useRules } from "../ui/use_rules";
import { arenaAsk, usePolled } from "./api";
import { BarPlot } from "./Plots";
import type { ArenaGameWithMoves, LiveArenaGame, You } from "./protocol";

const liveMs = 1000;

/** A finished game, or a running one with the moves so far. */
type ArenaGame = LiveArenaGame | ArenaGameWithMoves;

/** A running game; after its end, a link to it. */
export function LiveGame({ id, variant }: { id: number; variant: VariantName }) {
  const rules = useRules(variant);
  const { value, error, reload } = usePolled<{ live: LiveArenaGame[] }>("/live", liveMs);
  const now = value?.live.find((game) => game.id === id);
  const [last, setLast] = useState<LiveArenaGame | null>(null);
  useEffect(() => {
    if (now) setLast(now);
  }, [now]);
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!value && error) return <Problem message={error} onRetry={reload} />;
  const game = now ?? last;
  if (!rules || !value) return <Loading />;
  if (!game)
    return (
      <div class="notice">
        <p>{t("tournament.notLive")}</p>
        <a href={link("arena")}>{t("arena.ladder")}</a>
      </div>
    );
  return <Watching rules={rules} game={game} over={!now} />;
}

/** A finished game with the thinking times, and for its team the output of its bot. */
export function FinishedGame({ path, you }: { path: string; you: You }) {
  const { value: game, error, reload } = usePolled<ArenaGameWithMoves>(path, 0);
  if (!game) return error ? <Problem message={error} onRetry={reload} /> : <Loading />;
  const isStaff = you.role === "staff" && game.counts;
  const ofCup = path.includes("/cup-games/");
  const again = ofCup ? `/staff/cup/games/${game.id}/replay` : path.startsWith("/games/") ? `/staff/games/${game.id}/replay` : null;
  return <Replay game={game} canDiscount={isStaff && again !== null && !ofCup} again={isStaff ? again : null} onChange={reload} />;
}

interface ReplayProps {
  game: ArenaGameWithMoves;
  canDiscount: boolean;
  /** Where staff order that it is played again. */
  again: string | null;
  onChange: () => void;
}

function Replay({ game, canDiscount, again, onChange }: ReplayProps) {
  const rules = useRules(game.record.variant);
  const [error, setError] = useState("");
  const [ordered, setOrdered] = useState(false);
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!rules) return <Loading />;
  const order = (path: string, then: () => void): void =>
    void arenaAsk(path, {}).then(then, (failure: Error) => setError(failure.message));
  const replay = (path: string): void =>
    order(path, () => {
      setOrdered(true);
      onChange();
    });
  return (
    <>
      <Watching rules={rules} game={game} over={true} />
      <div class="page arena">
        {!game.counts && <p>{t("arena.notCounted")}</p>}
        <p class="controls">
          {canDiscount && !ordered && (
            <Tool icon="trash" text={t("arena.discount")} onClick={() => order(`/staff/games/${game.id}/discount`, onChange)} />
          )}
          {again && !ordered && (
            <ConfirmTool icon="start" text={t("arena.playAgain")} question={t("arena.reallyPlayAgain")} onClick={() => replay(again)} />
          )}
        </p>
        <p role="status">{ordered && t("arena.isPlayedAgain")}</p>
        {error && <p role="alert">{error}</p>}
        {(["x", "o"] as const).map((side) => (
          <Output key={side} name={game[side].name} text={game.log?.[side]} />
        ))}
      </div>
    </>
  );
}

function Output({ name, text }: { name: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <section>
      <h2>{t("arena.output", { name })}</h2>
      {text ? (
        <pre class="output" tabIndex={0}>
          {text}
        </pre>
      ) : (
        <p>{t("arena.noOutput")}</p>
      )}
    </section>
  );
}

const isFinished = (game: ArenaGame): game is ArenaGameWithMoves => "record" in game;
const movesOf = (game: ArenaGame): string => (isFinished(game) ? game.record.moves.join(" ") : game.moves);

function Watching({ rules, game, over }: { rules: Rules; game: ArenaGame; over: boolean }) {
  const fen = isFinished(game) ? game.record.fen : game.fen;
  const [session] = useState(() => new LiveSession(rules, { id: game.id, x: 0, o: 1, fen, moves: movesOf(game) }));
  useStore(session);
  useEffect(() => session.follow({ id: game.id, x: 0, o: 1, moves: movesOf(game) }), [session, game]);
  const ended = isFinished(game) ? game : null;
  const names = { x: game.x.name, o: game.o.name };
  return (
    <WatchedGame
      session={session}
      names={names}
      detail={(side) =>
        game[side].team === null ? t("tournament.plays", { side: side.toUpperCase() }) : t("arena.versionOf", { number: game[side].number })
      }
      turn={over ? null : session.tip.state.side}
      ended={ended}
      status={ended ? resultText(ended, names) : over ? t("end.gameOver") : turnText(session.tip.state, { names, you: null })}
      over={over}
      below={
        <>
          {ended && <MovePlots game={ended} session={session} />}
          {over && <AnalysisLink session={session} text={t("common.review")} />}
        </>
      }
    >
      {ended?.detail && <p>{ended.detail}</p>}
      <p class="engine-note">
        <a href={link("arena")}>{t("arena.ladder")}</a>
      </p>
    </WatchedGame>
  );
}

type MoveNote = NonNullable<NonNullable<ArenaGameWithMoves["record"]["notes"]>[number]>;

/** The thinking time of each move, and the memory of the team's own bot. A click shows the position of a move. */
function MovePlots({ game, session }: { game: ArenaGameWithMoves; session: LiveSession }) {
  const nodes = mainVariation(session.tree.root);
  const plot = (title: string, most: (value: number) => string, of: (note: MoveNote) => number | undefined) => {
    const bars = nodes.flatMap((node, i) => {
      const value = of(game.record.notes?.[i] ?? {});
      return value === undefined ? [] : [{ at: i, value, side: node.parent!.state.side }];
    });
    if (bars.length === 0) return null;
    return (
      <BarPlot
        title={title}
        most={most}
        bars={bars}
        count={nodes.length}
        here={pathTo(session.shown).length - 1}
        onPick={(i) => session.show(nodes[i]!)}
      />
    );
  };
  const mebibytes = (kib: number): string => number(kib / 1024, { maximumFractionDigits: 1 });
  return (
    <>
      {plot(t("arena.timePerMove"), (ms) => t("arena.longestMove", { time: number(Math.round(ms)) }), (note) => note.time_ms)}
      {plot(t("arena.memoryPerMove"), (kib) => t("arena.mostMemory", { memory: mebibytes(kib) }), (note) => note.memory_kib)}
    </>
  );
}
