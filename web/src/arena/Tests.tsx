import { useState } from "preact/hooks";
import { dateTime, number, t } from "../i18n/text";
import { link } from "../ui/router";
import { Tool } from "../ui/Tool";
import { arenaAsk, usePolled } from "./api";
import { GameRows } from "./Ladder";
import type { ArenaGame, Entrant, LadderRow, SideTest, Version } from "./protocol";

const testsMs = 5000;
const opponentsMs = 30_000;
const suggestedGames = 10;
const mostGames = 20;

interface TestsProps {
  team: number;
  versions: readonly Version[];
  /** A team starts tests; staff only watch. */
  own: boolean;
}

/** Games of a team that never count: test games, and comparisons of two versions. */
export function Tests({ team, versions, own }: TestsProps) {
  const { value, error, reload } = usePolled<{ tests: SideTest[] }>(`/teams/${team}/tests`, testsMs);
  const [problem, setProblem] = useState("");
  const act = (order: Promise<unknown>): void => {
    setProblem("");
    order.then(reload, (failure: Error) => setProblem(failure.message));
  };
  const ready = versions.filter(({ state }) => state === "ready");
  if (!own && value?.tests.length === 0) return null;
  return (
    <section aria-labelledby="tests-title">
      <h2 id="tests-title">{t("arena.testGames")}</h2>
      <p>{t("arena.testsNeverCount")}</p>
      {own && ready.length > 0 && <TestForm versions={ready} onAct={act} />}
      {own && ready.length > 1 && <CompareForm versions={ready} onAct={act} />}
      {(problem || error) && <p role="alert">{problem || error}</p>}
      <ol class="versions tests">
        {value?.tests.map((test) => (
          <TestItem key={test.test} team={team} test={test} onAct={act} />
        ))}
      </ol>
    </section>
  );
}

interface FormProps {
  versions: readonly Version[];
  onAct: (order: Promise<unknown>) => void;
}

interface ChoiceProps {
  text: string;
  value: number;
  options: readonly { value: number; text: string }[];
  onChange: (value: number) => void;
}

const Choice = ({ text, value, options, onChange }: ChoiceProps) => (
  <label>
    {text}{" "}
    <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  </label>
);

const versionOptions = (versions: readonly Version[]) => versions.map((one) => ({ value: one.version, text: t("arena.versionOf", { number: one.number }) }));

/** The chosen value while it is an option, otherwise the first. */
const chosen = (value: number, options: readonly { value: number }[]): number => (options.some((one) => one.value === value) ? value : (options[0]?.value ?? -1));

function TestForm({ versions, onAct }: FormProps) {
  const ladder = usePolled<{ rows: LadderRow[] }>("/ladder", opponentsMs);
  const [picked, setPicked] = useState({ version: -1, opponent: -1 });
  const [games, setGames] = useState(suggestedGames);
  const own = versionOptions(versions);
  const version = chosen(picked.version, own);
  const opponents = (ladder.value?.rows ?? []).filter((row) => row.version !== version).map((row) => ({ value: row.version, text: row.name }));
  const opponent = chosen(picked.opponent, opponents);
  const start = (event: Event): void => {
    event.preventDefault();
    onAct(arenaAsk(`/versions/${version}/test-games`, { opponent, games }));
  };
  return (
    <form class="row" onSubmit={start} aria-label={t("arena.testGames")}>
      <Choice text={t("arena.version")} value={version} options={own} onChange={(value) => setPicked({ ...picked, version: value })} />
      <Choice text={t("arena.opponent")} value={opponent} options={opponents} onChange={(value) => setPicked({ ...picked, opponent: value })} />
      <label>
        {t("tournament.gamesColumn")}{" "}
        <input type="number" required min={1} max={mostGames} value={games} onInput={(event) => setGames(event.currentTarget.valueAsNumber)} />
      </label>
      <button disabled={opponents.length === 0}>{t("arena.playTestGames")}</button>
    </form>
  );
}

function CompareForm({ versions, onAct }: FormProps) {
  const [picked, setPicked] = useState({ version: -1, opponent: -1 });
  const all = versionOptions(versions);
  const version = chosen(picked.version, all);
  const others = all.filter(({ value }) => value !== version);
  const opponent = chosen(picked.opponent, others);
  const start = (event: Event): void => {
    event.preventDefault();
    onAct(arenaAsk(`/versions/${version}/comparisons`, { opponent }));
  };
  return (
    <form class="row" onSubmit={start} aria-label={t("arena.compareVersions")}>
      <Choice text={t("arena.newer")} value={version} options={all} onChange={(value) => setPicked({ ...picked, version: value })} />
      <Choice text={t("arena.older")} value={opponent} options={others} onChange={(value) => setPicked({ ...picked, opponent: value })} />
      <button>{t("arena.compareVersions")}</button>
    </form>
  );
}

const states = { waiting: "arena.testWaiting", running: "arena.testRunning", finished: "arena.testFinished", cancelled: "arena.testCancelled" } as const;
const verdicts = { undecided: "arena.undecided", stronger: "arena.stronger", "not-stronger": "arena.notStronger" } as const;
const isOpen = ({ state }: SideTest): boolean => state === "waiting" || state === "running";
const percent = (value: number): string => number(value, { style: "percent", maximumFractionDigits: 0 });

interface TestItemProps {
  team: number;
  test: SideTest;
  onAct: (order: Promise<unknown>) => void;
}

function TestItem({ team, test, onAct }: TestItemProps) {
  const [open, setOpen] = useState(false);
  const { version, opponent, wins, draws, losses, score } = test;
  const nameOf = (entrant: Entrant): string => (entrant.team === team ? t("arena.versionOf", { number: entrant.number }) : entrant.name);
  const facts = [
    t("arena.testResult", { played: wins + draws + losses, games: test.games, wins, draws, losses }),
    ...(score ? [t("arena.testScore", { score: percent(score.value), low: percent(score.low ?? 0), high: percent(score.high ?? 1) })] : []),
    dateTime(new Date(test.created_ms)),
  ];
  return (
    <li>
      <div class="version-head">
        <strong>{t("arena.against", { version: nameOf(version), opponent: nameOf(opponent) })}</strong>
        <span class={`live ${test.state === "running" ? "on" : ""}`}>{t(states[test.state])}</span>
        <small>{facts.join(t("common.comma"))}</small>
        {isOpen(test) && <Tool icon="close" text={t("common.cancel")} onClick={() => onAct(arenaAsk(`/teams/${team}/tests/${test.test}/cancel`, {}))} />}
      </div>
      {test.kind === "comparison" && (
        <p>
          <b>{t(verdicts[test.verdict!])}</b>{" "}
          <small>
            {t("arena.llr", {
              llr: number(test.llr!, { maximumFractionDigits: 2 }),
              low: number(test.llr_low!, { maximumFractionDigits: 2 }),
              high: number(test.llr_high!, { maximumFractionDigits: 2 }),
            })}
          </small>
        </p>
      )}
      {wins + draws + losses > 0 && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t("tournament.latest")}</summary>
          {open && <TestGames team={team} test={test.test} />}
        </details>
      )}
    </li>
  );
}

function TestGames({ team, test }: { team: number; test: number }) {
  const { value, error } = usePolled<{ list: ArenaGame[] }>(`/teams/${team}/tests/${test}`, testsMs);
  if (!value) return error ? <p role="alert">{error}</p> : null;
  return <GameRows games={value.list} address={(game) => link("arena", { team: String(team), testgame: String(game.id) })} />;
}
