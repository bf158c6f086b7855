import { useEffect, useReducer, useState } from "preact/hooks";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import type { Side } from "../core/types";
import { neighbourOf, suggestedLevel } from "../game/levels";
import { PlaySession, type GameSetup } from "../game/session";
import { t } from "../i18n/text";
import { claimGame, releaseGame } from "../library/claims";
import { resultsAgainst, reviewLink } from "../library/results";
import { resumeLast } from "../library/resume";
import { library, newId, type SavedGame } from "../library/store";
import { ShareDialog } from "../share/ShareDialog";
import { EndPanel } from "../table/EndPanel";
import { GameTable } from "../table/GameTable";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { PlayerCard } from "../table/PlayerCard";
import { EngineNote } from "../ui/EngineNote";
import { Face } from "../ui/Face";
import { Icon } from "../ui/icons";
import { Loading, Problem } from "../ui/Notice";
import { link, type Route } from "../ui/router";
import { settings } from "../ui/settings";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { Tool } from "../ui/Tool";
import { failed, useRules } from "../ui/use_rules";
import { Coach } from "./Coach";
import { Controls } from "./Controls";
import { NewGame, type Choice } from "./NewGame";
import { Welcome } from "./Welcome";

const firstGame = (): Choice => ({
  variant: settings.variant,
  setup: {
    players: { x: { kind: "person" }, o: { kind: "bot", level: settings.level } },
    time: null,
    botMs: 2000,
  },
});

/** A game to play, new or from the library. */
interface Opened {
  choice: Choice;
  saved: SavedGame | null;
  /** The id of a new game that the URL names. */
  id?: string;
}

// A game that has just ended is still there after a reload.
const justEndedMs = 30 * 60_000;

/** The game in the URL, else the last one; null if another tab plays the game in the URL. */
async function reopen(parameters: URLSearchParams): Promise<Opened | null> {
  const id = parameters.get("id");
  const guided = parameters.get("new") === "first";
  if (id && !(await claimGame(id))) return null;
  const recent = (game: SavedGame): boolean => !game.ending || Date.now() - game.updated < justEndedMs;
  const saved = id ? await library.get(id) : guided ? null : await resumeLast(recent);
  if (guided && !saved) return { choice: guidedGame(), saved: null, id: id ?? newId() };
  if (!saved?.setup) return { choice: firstGame(), saved: null };
  return { choice: { variant: saved.variant, setup: saved.setup }, saved };
}

export function PlayPage({ route }: { route: Route }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [elsewhere, setElsewhere] = useState(false);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [choosing, setChoosing] = useState<{ suggested: number | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    void reopen(route.parameters).then((found) => {
      if (!wanted) return;
      setElsewhere(found === null);
      if (!found) return;
      // With the id in the URL, a reload or the browser's Back comes back to this game instead of a new one.
      if (found.id) history.replaceState(null, "", link("play", { new: "first", id: found.id }));
      setOpened(found);
    });
    return () => {
      wanted = false;
    };
  }, [route, attempt]);
  useEffect(() => () => void releaseGame(), []);
  const rules = useRules(opened?.choice.variant ?? settings.variant);
  if (elsewhere) return <Problem message={t("play.elsewhere")} onRetry={() => retry(undefined)} />;
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!rules || !opened) return <Loading />;
  const start = (choice: Choice): void => {
    const bot = Object.values(choice.setup.players).find((player) => player.kind === "bot");
    settings.set({ variant: choice.variant, level: bot?.kind === "bot" ? bot.level : settings.level });
    // Without navigation: the page already shows this game.
    history.replaceState(null, "", link("play"));
    setOpened({ choice, saved: null });
    setChoosing(null);
  };
  const choose = async (): Promise<void> => setChoosing({ suggested: await suggestion(opened.choice) });
  return (
    <>
      <Game rules={rules} opened={opened} isFirst={opened.id !== undefined} onStart={start} onNewGame={() => void choose()} />
      {choosing && <NewGame choice={opened.choice} suggested={choosing.suggested} onCancel={() => setChoosing(null)} onStart={start} />}
    </>
  );
}

const guidedGame = (): Choice => ({
  variant: "ultimate",
  setup: { players: { x: { kind: "person" }, o: { kind: "bot", level: 0 } }, time: null, botMs: 2000 },
});

/** Another level that fits the latest results in this variant better. */
async function suggestion({ variant, setup }: Choice): Promise<number | null> {
  const bots = Object.values(setup.players).filter((player) => player.kind === "bot");
  const [bot] = bots;
  if (bots.length !== 1 || bot?.kind !== "bot") return null;
  const level = suggestedLevel(bot.level, resultsAgainst(await library.list(), variant, bot.level));
  return level === bot.level ? null : level;
}

interface GameProps {
  rules: Rules;
  opened: Opened;
  isFirst: boolean;
  onStart: (choice: Choice) => void;
  onNewGame: () => void;
}

function Game({ rules, opened, ...rest }: GameProps) {
  const [session, setSession] = useState<PlaySession | null>(null);
  useEffect(() => {
    if (rules.variant.name !== opened.choice.variant) return;
    const started = new PlaySession(rules, opened.choice.setup, opened.saved, opened.id);
    setSession(started);
    void claimGame(started.id);
    return () => started.dispose();
  }, [rules, opened]);
  if (!session || session.rules !== rules) return null;
  return <GameView session={session} {...rest} />;
}

interface GameViewProps {
  session: PlaySession;
  /** Whether this is the first game that the page offers, explained from its start. */
  isFirst: boolean;
  onStart: (choice: Choice) => void;
  onNewGame: () => void;
}

function GameView({ session, isFirst, onStart, onNewGame }: GameViewProps) {
  useStore(session);
  const { guided } = useStore(settings);
  const { variant } = session.rules;
  const { tip, ending, cast, person } = session;
  const [sharing, setSharing] = useState(false);
  useTitle(ending ? t("end.gameOver") : person && session.personToMove && tip.parent ? t("turn.yours") : null);
  useEffect(() => {
    if (ending && person) settings.set({ guided: true });
  }, [ending, person]);
  const thinks = session.thinking && !session.personToMove;
  const status = ending
    ? t("end.gameOver")
    : thinks && person
      ? t("turn.thinking", { name: cast.names[tip.state.side] })
      : turnText(tip.state, cast);
  return (
    <GameTable
      variant={variant}
      game={session}
      canMove={session.canMove}
      playing={!ending && session.hasPerson}
      onMove={(move) => session.play(move)}
      overlay={{ hint: session.atTip ? (session.hint?.id ?? null) : null }}
      cast={cast}
      players={[<Card key="x" session={session} side="x" />, <Card key="o" session={session} side="o" />]}
      status={status}
      over={ending !== null}
      waiting={session.thinking && t("play.thinking")}
      idle={!guided && !tip.parent && <Welcome moves={false} />}
      announcement={session.announcement}
    >
      {ending && (
        <EndPanel variant={variant} state={tip.state} ending={ending} cast={cast}>
          <AfterTheEnd session={session} onStart={onStart} onNewGame={onNewGame} onShare={() => setSharing(true)} />
        </EndPanel>
      )}
      <EngineNote evaluation={session.evaluation} />
      {session.problem && <p role="alert">{session.problem}</p>}
      {!ending && <Controls session={session} onNewGame={onNewGame} />}
      {session.hint && <p class="hint-text">{session.hint.text}</p>}
      {!guided && !ending && ((tip.parent || isFirst) && person ? <Coach variant={variant} tip={tip} cast={cast} you={person} /> : <Welcome moves={tip.parent !== null} />)}
      <MoveList root={session.tree.root} shown={session.shown} onShow={(node) => session.show(node)} />
      {!ending && session.hasPerson && <MoveInput session={session} />}
      {sharing && <ShareDialog rules={session.rules} tree={session.tree} node={session.shown} onClose={() => setSharing(false)} />}
    </GameTable>
  );
}

interface AfterTheEndProps extends Omit<GameViewProps, "isFirst"> {
  onShare: () => void;
}

function AfterTheEnd({ session, onStart, onNewGame, onShare }: AfterTheEndProps) {
  const { setup, person } = session;
  const variant = session.rules.variant.name;
  const swapped: GameSetup = { ...setup, players: { x: setup.players.o, o: setup.players.x } };
  const next = useSuggestion(session);
  const bot = person && setup.players[person === "x" ? "o" : "x"];
  const against = (level: number): Choice => {
    const players = { ...swapped.players, [person!]: { kind: "bot", level } } as GameSetup["players"];
    return { variant, setup: { ...setup, players } };
  };
  return (
    <>
      <button class="primary" onClick={() => onStart({ variant, setup: swapped })}>
        <Icon name="again" />
        {t(person ? "common.rematch" : "play.again")}
      </button>
      {bot?.kind === "bot" && next && (
        <button onClick={() => onStart(against(next.level))}>
          <Face level={next.level} />
          {t("play.next", { name: next.name })}
          <small>{t(next.level > bot.level ? "play.stronger" : "play.easier")}</small>
        </button>
      )}
      <a class="tool" href={reviewLink(session.id)}>
        <Icon name="analyse" />
        {t("common.review")}
      </a>
      <Tool icon="share" text={t("common.share")} onClick={onShare} />
      <Tool icon="start" text={t("common.newGame")} onClick={onNewGame} />
    </>
  );
}

/** The suggested opponent after the latest results in this variant. */
function useSuggestion(session: PlaySession) {
  const [level, setLevel] = useState<number | null>(null);
  const { person, setup, ending } = session;
  const bot = person && setup.players[person === "x" ? "o" : "x"];
  const now = bot?.kind === "bot" ? bot.level : null;
  useEffect(() => {
    if (now === null || !person || !ending) return;
    void library.list().then((games) => {
      const before = resultsAgainst(games.filter((game) => game.id !== session.id), session.rules.variant.name, now);
      const mine = !ending.winner ? "draw" : ending.winner === person ? "won" : "lost";
      setLevel(suggestedLevel(now, [mine, ...before]));
    });
  }, [ending]);
  if (now === null || level === null || level === now) return null;
  return level > now ? neighbourOf(now, 1) : neighbourOf(now, -1);
}

function Card({ session, side }: { session: PlaySession; side: Side }) {
  const player = session.playerOf(side);
  const { clock, cast } = session;
  return (
    <PlayerCard
      side={side}
      points={session.points[side === "x" ? 0 : 1]}
      name={cast.names[side]}
      level={player.kind === "bot" ? player.level : undefined}
      detail={player.kind === "bot" ? t("play.computer") : session.person ? t("play.youPlay", { side: side.toUpperCase() }) : t("play.player")}
      turn={!session.ending && session.tip.state.side === side}
      won={session.ending?.winner === side}
      clock={clock && { running: clock.runningSide() === side, left: () => clock.remaining(side) }}
    />
  );
}
