import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import { sideName } from "../board/describe";
import type { Rules } from "../core/rules";
import type { LegalMove } from "../core/types";
import { Icon } from "../ui/icons";
import { go, link, type Route } from "../ui/router";
import { Loading, Problem } from "../ui/Notice";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { failed, useLoaded, useRules } from "../ui/use_rules";
import { dailyNumber, progress } from "./progress";
import { goalText, loadPuzzles, resultText, type Puzzle } from "./puzzles";

export function PuzzlesPage({ route }: { route: Route }) {
  useTitle("Puzzles");
  const puzzles = useLoaded("puzzles", "the puzzles", loadPuzzles);
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
      <section class="board-column" aria-label="Board">
        <Board variant={rules.variant} state={state} canMove={!solved} playing onMove={play} spoilers={false} />
      </section>
      <section class="side-column" aria-label="Puzzle">
        <h1>
          Puzzle {number}{" "}
          <small>
            of {count}, {rules.variant.name}
            {number === daily ? ", today's puzzle" : ""}
          </small>
        </h1>
        <p class="lead">
          {goalText(puzzle)}. You play {sideName(start.side)}.
        </p>
        <div aria-live="polite" class="verdict">
          {solved && (
            <p class="hint-text">
              Solved: {puzzle.best} {resultText(puzzle.values[puzzle.best]!)}. No other move does.
            </p>
          )}
          {!solved && wrong && (
            <p class="error">
              {wrong} {resultText(puzzle.values[wrong] ?? 0)}. Try again.
            </p>
          )}
        </div>
        <div class="controls">
          {!solved && <button onClick={giveUp}>Show the solution</button>}
          {solved && (
            <>
              <button disabled={shown <= 1} onClick={() => setShown(shown - 1)}>
                <Icon name="back" />
                Back
              </button>
              <button disabled={shown >= puzzle.line.length} onClick={() => setShown(shown + 1)}>
                Forward
                <Icon name="forward" />
              </button>
            </>
          )}
          <a class="tool" href={link("analysis", { v: puzzle.variant, f: puzzle.fen })}>
            <Icon name="analyse" />
            Analyse
          </a>
        </div>
        <div class="controls">
          <button onClick={() => to(number - 1)}>Previous</button>
          <button class="primary" onClick={() => to(progress.next(puzzles, number))}>
            Next puzzle
          </button>
          {number !== daily && <button onClick={() => to(daily)}>Daily puzzle</button>}
        </div>
        <dl class="figures">
          <div>
            <dt>Solved</dt>
            <dd>
              {progress.count(puzzles)} of {count}
            </dd>
          </div>
          <div>
            <dt>Streak</dt>
            <dd>{progress.streak}</dd>
          </div>
          <div>
            <dt>Best streak</dt>
            <dd>{progress.best}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
