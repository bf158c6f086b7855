import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import type { Rules } from "../core/rules";
import { variantNames, type VariantName } from "../core/types";
import { link } from "../ui/router";
import { settings } from "../ui/settings";
import { Loading, Problem } from "../ui/Notice";
import { useTitle } from "../ui/title";
import { failed, useRules } from "../ui/use_rules";
import { LinesPicture } from "./LinesPicture";
import { PointsPicture } from "./PointsPicture";
import { scenes } from "./scenes";

export function RulesPage() {
  const [name, setName] = useState<VariantName>(settings.variant);
  const rules = useRules(name);
  useTitle("Rules");
  return (
    <article class="page rules">
      <h1>The rules</h1>
      <p class="lead">
        Win small boards, and get a line of them. The cell you mark decides which small board your opponent must play in.
        You can <a href={link("learn")}>learn it by playing</a> in a minute.
      </p>
      <div class="segments" role="group" aria-label="Variant">
        {variantNames.map((variant) => (
          <button key={variant} aria-pressed={variant === name} onClick={() => setName(variant)}>
            {variant}
          </button>
        ))}
      </div>
      {failed(rules) ? <Problem message={rules.message} onRetry={rules.retry} /> : rules ? <Text rules={rules} /> : <Loading />}
    </article>
  );
}

function Text({ rules }: { rules: Rules }) {
  const { variant } = rules;
  const n = variant.size;
  const several = variant.bigBoards > 1;
  const pictures = scenes[variant.name];
  const picture = (moves: string, label: string) => (
    <Board variant={variant} state={rules.state({ fen: "", moves: moves.split(" ") })} still label={label} />
  );
  return (
    <>
      <section>
        <div>
          <h2>The board</h2>
          <p>
            {several ? "There are two big boards, played together. Each" : "The big board"} is a grid of {n} × {n} small
            boards, each of {n} × {n} cells. X moves first and may play anywhere.
          </p>
          <h2>Where you may play</h2>
          <p>
            The last cell's place in its small board decides the small board for the next move
            {several ? ", one on each big board. You may play in either of them that is open" : ""}. It is highlighted. If{" "}
            {several ? "both are" : "it is"} closed, you may play in any open small board.
          </p>
        </div>
        <figure>
          {picture(pictures.bound, "A position after the first move")}
          <figcaption>After {pictures.bound}: O must play in the highlighted board{several ? "s" : ""}.</figcaption>
        </figure>
      </section>
      <section>
        <div>
          <h2>Winning a small board</h2>
          <p>These lines win a small board; read over small boards you have won, the same lines win the game:</p>
          <LinesPicture variant={variant} />
          <p>A small board that is won, or full without a line, is closed for good.</p>
          {variant.bonus && (
            <>
              <h2>The bonus move</h2>
              <p>
                Win a small board with the first move of your turn and you play again, in the board your cell points to. A
                second small board won in the same turn gives no further move.
              </p>
            </>
          )}
        </div>
        <figure>
          {picture(pictures.won, "A small board has been won")}
          <figcaption>X won a small board{variant.bonus ? " and plays again" : ""}.</figcaption>
        </figure>
      </section>
      <section>
        <div>
          <h2>The end</h2>
          <p>
            A line of small boards {several ? "on either big board " : ""}wins the game at once and counts{" "}
            {variant.linePoints} points. If all small boards are closed without a line, each player scores the small boards
            they won. More points win.
          </p>
        </div>
        <figure>
          <PointsPicture variant={variant} />
          <figcaption>What each small board is worth.</figcaption>
        </figure>
      </section>
    </>
  );
}
