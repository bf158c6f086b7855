import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import { sideName } from "../board/describe";
import type { Rules } from "../core/rules";
import type { LegalMove } from "../core/types";
import { number as figure, t } from "../i18n/text";
import { Icon } from "../ui/icons";
import { go, link, type Route } from "../ui/router";
import { Loading, Problem } from "../ui/Notice";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { failed, useLoaded, useRules } from "../ui/use_rules";
import { dailyNumber, progress } from "./progress";
import { goalText, loadPuzzles, resultText, type Puzzle } from "./puzzles";

export function PuzzlesPage({ route }: { route: Route }) {
  useTitle(t("nav.puzzles"));
  const puzzles = useLoaded("puzzles", "problem.puzzles", loadPuzzles);
  if (failed(puzzles)) return <Problem message={puzzles.message} onRetry={puzzles.retry} />;
  if (!puzzles) return <Loading />;
  const number = Math.min(puzzles.length, Math.max(1, Number(route.parameters.get("n") ?? 1) || 1));
  return <Loader key={number} puzzle={puzzles[number - 1]!} number={number} puzzles={puzzles} />;
}

interface PuzzleProps {
  puzzle: Puzzle;
  number: number;
  puzzles: readonly Puzzle[];
}

function Loader(props: PuzzleProps) {
  const rules = useRules(props.puzzle.variant);
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  return rules ? <Solve rules={rules} {...props} /> : <Loading />;
}

function Solve({ rules, puzzle, number, puzzles }: PuzzleProps & { rules: Rules }) {
  const [tried, setTried] = useState<string[]>([]);
  const [shown, setShown] = useState(0); // moves of the solution on the board
  const start = rules.state({ fen: puzzle.fen, moves: [] });
  const state = rules.state({ fen: puzzle.fen, moves: puzzle.line.slice(0, shown) });
  const solved = shown > 0;
  const wrong = tried.at(-1);

  useStore(progress);
  const count = puzzles.length;
  const daily = dailyNumber(count);

  const play = (move: LegalMove): void => {
    if (move.move === puzzle.best) {
      setShown(1);
      progress.solve(puzzle, tried.length === 0);
    } else {
      setTried([...tried, move.move]);
      progress.fail();
    }
  };
  const giveUp = (): void => {
    setShown(1);
    progress.fail();
  };
  const to = (n: number): void => go("puzzles", { n: String(((n - 1 + count) % count) + 1) });

  return (
    <div class={`play puzzle ${rules.variant.bigBoards > 1 ? "wide-board" : ""}`}>
      <section class="board-column" aria-label={t("common.board")}>
        <Board variant={rules.variant} state={state} canMove={!solved} playing onMove={play} spoilers={false} />
      </section>
      <section class="side-column" aria-label={t("nav.puzzles")}>
        <h1>
          {t("puzzle.title", { number })}{" "}
          <small>{t(number === daily ? "puzzle.ofDaily" : "puzzle.of", { count, variant: rules.variant.name })}</small>
        </h1>
        <p class="lead">{t("puzzle.youPlay", { goal: goalText(puzzle), side: sideName(start.side) })}</p>
        <div aria-live="polite" class="verdict">
          {solved && (
            <p class="hint-text">{t("puzzle.solved", { move: puzzle.best, result: resultText(puzzle.values[puzzle.best]!) })}</p>
          )}
          {!solved && wrong && (
            <p class="error">{t("puzzle.wrong", { move: wrong, result: resultText(puzzle.values[wrong] ?? 0) })}</p>
          )}
        </div>
        <div class="controls">
          {!solved && <button onClick={giveUp}>{t("common.showSolution")}</button>}
          {solved && (
            <>
              <button disabled={shown <= 1} onClick={() => setShown(shown - 1)}>
                <Icon name="back" />
                {t("puzzle.back")}
              </button>
              <button disabled={shown >= puzzle.line.length} onClick={() => setShown(shown + 1)}>
                {t("puzzle.forward")}
                <Icon name="forward" />
              </button>
            </>
          )}
          <a class="tool" href={link("analysis", { v: puzzle.variant, f: puzzle.fen })}>
            <Icon name="analyse" />
            {t("common.analyse")}
          </a>
        </div>
        <div class="controls">
          <button onClick={() => to(number - 1)}>{t("puzzle.previous")}</button>
          <button class="primary" onClick={() => to(progress.next(puzzles, number))}>
            {t("puzzle.next")}
          </button>
          {number !== daily && <button onClick={() => to(daily)}>{t("puzzle.daily")}</button>}
        </div>
        <dl class="figures">
          <div>
            <dt>{t("puzzle.solvedCount")}</dt>
            <dd>{t("puzzle.countOf", { solved: progress.count(puzzles), count })}</dd>
          </div>
          <div>
            <dt>{t("puzzle.streak")}</dt>
            <dd>{figure(progress.streak)}</dd>
          </div>
          <div>
            <dt>{t("puzzle.bestStreak")}</dt>
            <dd>{figure(progress.best)}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
