import { useEffect, useMemo } from "preact/hooks";
import { Board } from "../board/Board";
import { otherSide, sideName, turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import { variantNames, type GameState, type Side, type VariantName } from "../core/types";
import { number as figure, score, t } from "../i18n/text";
import { Icon } from "../ui/icons";
import { Loading, Problem } from "../ui/Notice";
import { go, link, type Route } from "../ui/router";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { failed, useLoaded, useRules } from "../ui/use_rules";
import { progress } from "./progress";
import { Prover } from "./prover";
import { dailyNumber, dailyVariant, goalText, loadPuzzles, themes, type Puzzle, type Theme } from "./puzzles";
import { PuzzleSession } from "./session";

const isVariant = (name: string | null | undefined): name is VariantName => variantNames.includes(name as VariantName);

/** Without a puzzle in the address, today's. */
export function PuzzlesPage({ route: { parameters } }: { route: Route }) {
  useTitle(t("nav.puzzles"));
  const id = parameters.get("id");
  const named = parameters.get("v") ?? id?.split("-")[0];
  const variant = isVariant(named) ? named : dailyVariant();
  const theme = themes.find((one) => one === parameters.get("k")) ?? null;
  const puzzles = useLoaded(variant, "problem.puzzles", () => loadPuzzles(variant));
  const rules = useRules(variant);
  if (failed(puzzles)) return <Problem message={puzzles.message} onRetry={puzzles.retry} />;
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!puzzles || !rules) return <Loading />;
  const daily = variant === dailyVariant() ? puzzles[dailyNumber(puzzles.length)]! : null;
  const chosen = theme ? puzzles.filter((puzzle) => puzzle.theme === theme) : puzzles;
  const puzzle =
    puzzles.find((one) => one.id === id) ?? (named ? progress.next(chosen, null) : daily) ?? chosen[0] ?? puzzles[0]!;
  return <Solve key={puzzle.id} rules={rules} puzzle={puzzle} puzzles={puzzles} chosen={chosen} theme={theme} daily={daily} />;
}

interface SolveProps {
  rules: Rules;
  puzzle: Puzzle;
  puzzles: readonly Puzzle[];
  /** Those of the theme that was picked. */
  chosen: readonly Puzzle[];
  theme: Theme | null;
  daily: Puzzle | null;
}

function Solve({ rules, puzzle, puzzles, chosen, theme, daily }: SolveProps) {
  const session = useMemo(() => new PuzzleSession(rules, puzzle, () => Prover.load(puzzle.variant)), [puzzle]);
  useEffect(() => () => session.dispose(), [session]);
  useStore(session);
  useStore(progress);
  const { status, at } = session;
  const { variant } = puzzle;
  const start = session.tree.root.state;
  const number = puzzles.indexOf(puzzle) + 1;
  const isDaily = puzzle === daily;
  useEffect(() => {
    if (status === "solved" && isDaily) progress.solveDaily();
  }, [status, isDaily]);

  const kind: Record<string, string> = theme ? { k: theme } : {};
  const open = (next: Puzzle | null | undefined): void => {
    if (next) go("puzzles", { id: next.id, ...kind });
  };
  const next = progress.next(chosen, puzzle) ?? chosen[(chosen.indexOf(puzzle) + 1) % chosen.length];
  return (
    <div class={`play puzzle ${rules.variant.bigBoards > 1 ? "wide-board" : ""}`}>
      <section class="board-column" aria-label={t("common.board")}>
        <Board
          variant={rules.variant}
          state={at.state}
          canMove={session.canMove}
          playing={!session.over}
          over={session.over}
          onMove={(move) => void session.play(move)}
          spoilers={false}
          cast={{ names: { x: "X", o: "O" }, you: start.side }}
        />
      </section>
      <section class="side-column" aria-label={t("nav.puzzles")}>
        <h1>
          {t("puzzle.title", { number })}{" "}
          <small>{t(isDaily ? "puzzle.ofDaily" : "puzzle.of", { count: puzzles.length, variant })}</small>
        </h1>
        <p class="lead">
          {t("puzzle.youPlay", { goal: goalText(puzzle), side: sideName(start.side) })}{" "}
          {puzzle.goal.kind === "points" && <span class="puzzle-points">{t("rules.points", { points: pointsOf(at.state, start.side) })}</span>}
        </p>
        <div aria-live="polite" class="verdict">
          <Verdict session={session} onRetry={() => session.retry()} />
        </div>
        <div class="controls">
          {!session.over && (
            <button disabled={!session.canMove} onClick={() => void session.showSolution()}>
              {t("common.showSolution")}
            </button>
          )}
          <a class="tool" href={link("analysis", { v: variant, f: puzzle.fen, ...(session.over ? { m: session.moves.join("-") } : {}) })}>
            <Icon name="analyse" />
            {t("common.analyse")}
          </a>
          <button class={session.over ? "primary" : ""} onClick={() => open(next)}>
            {t("puzzle.next")}
          </button>
        </div>
        <div class="puzzle-choice">
          <label>
            {t("common.variant")}
            <select value={variant} onChange={(event) => go("puzzles", { v: event.currentTarget.value, ...kind })}>
              {variantNames.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            {t("puzzle.theme")}
            <select value={theme ?? ""} onChange={(event) => go("puzzles", { v: variant, ...(event.currentTarget.value && { k: event.currentTarget.value }) })}>
              <option value="">{t("theme.all")}</option>
              {themes
                .filter((one) => puzzles.some((some) => some.theme === one))
                .map((one) => (
                  <option key={one} value={one}>
                    {t(`theme.${one}`)}
                  </option>
                ))}
            </select>
          </label>
          {!isDaily && <a href={link("puzzles")}>{t("puzzle.daily")}</a>}
        </div>
        <dl class="figures">
          <Figure name={t("puzzle.solvedCount")} value={t("puzzle.countOf", { solved: progress.count(chosen), count: chosen.length })} />
          <Figure name={t("puzzle.rating")} value={figure(puzzle.rating, { useGrouping: false })} />
          <Figure name={t("puzzle.yourRating")} value={figure(progress.rating, { useGrouping: false })} />
          <Figure name={t("puzzle.streak")} value={figure(progress.streak)} />
          <Figure name={t("puzzle.bestStreak")} value={figure(progress.best)} />
          <Figure name={t("puzzle.days")} value={figure(progress.days())} />
        </dl>
      </section>
    </div>
  );
}

/** The points on the board, the solver's first: "36–30". */
const pointsOf = ({ points }: GameState, side: Side): string => score(points[side === "x" ? 0 : 1], points[otherSide(side) === "x" ? 0 : 1]);

function Verdict({ session, onRetry }: { session: PuzzleSession; onRetry: () => void }) {
  const { status, wrong, puzzle, at } = session;
  const theme = t("puzzle.themeIs", { theme: t(`theme.${puzzle.theme}`) });
  if (status === "solved") return <p class="hint-text">{`${t("puzzle.solved")} ${theme}`}</p>;
  if (status === "shown") return <p class="hint-text">{`${t("puzzle.shown")} ${theme}`}</p>;
  if (status === "failed")
    return (
      <p class="error">
        {t("problem.puzzles")} <button onClick={onRetry}>{t("common.retry")}</button>
      </p>
    );
  if (status === "checking") return <p class="hint-text">{t("practice.checking")}</p>;
  if (wrong) return <p class="error">{t("puzzle.wrong", { move: wrong })}</p>;
  if (at.parent) return <p class="hint-text">{status === "solving" ? t("puzzle.right") : "\u00a0"}</p>;
  return <p>{turnText(at.state, { names: { x: "X", o: "O" }, you: at.state.side })}</p>;
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
