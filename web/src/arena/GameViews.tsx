import { useEffect, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import type { VariantName } from "../core/types";
import { mainVariation, pathTo } from "../game/tree";
import { t } from "../i18n/text";
import { LiveSession } from "../tournaments/live_session";
import { resultText } from "../tournaments/results";
import { AnalysisLink, WatchedGame } from "../tournaments/WatchedGame";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { Tool } from "../ui/Tool";
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
  return <Replay game={game} canDiscount={you.role === "staff" && game.counts && path.startsWith("/games/")} onChange={reload} />;
}

function Replay({ game, canDiscount, onChange }: { game: ArenaGameWithMoves; canDiscount: boolean; onChange: () => void }) {
  const rules = useRules(game.record.variant);
  const [error, setError] = useState("");
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!rules) return <Loading />;
  const discount = (): void =>
    void arenaAsk(`/staff/games/${game.id}/discount`, {}).then(onChange, (failure: Error) => setError(failure.message));
  return (
    <>
      <Watching rules={rules} game={game} over={true} />
      <div class="page arena">
        {!game.counts && <p>{t("arena.notCounted")}</p>}
        {canDiscount && <Tool icon="trash" text={t("arena.discount")} onClick={discount} />}
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
          {ended && <Times game={ended} session={session} />}
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

/** The thinking time of each move; a click shows its position. */
function Times({ game, session }: { game: ArenaGameWithMoves; session: LiveSession }) {
  const nodes = mainVariation(session.tree.root);
  const bars = nodes.flatMap((node, i) => {
    const ms = game.record.notes?.[i]?.time_ms;
    return ms === undefined ? [] : [{ at: i, value: ms, side: node.parent!.state.side }];
  });
  if (bars.length === 0) return null;
  return (
    <BarPlot
      title={t("arena.timePerMove")}
      bars={bars}
      count={nodes.length}
      here={pathTo(session.shown).length - 1}
      onPick={(i) => session.show(nodes[i]!)}
    />
  );
}
