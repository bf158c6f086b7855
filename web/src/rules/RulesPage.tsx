import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import type { Rules } from "../core/rules";
import { variantNames, type VariantName } from "../core/types";
import { link } from "../ui/router";
import { settings } from "../ui/settings";
import { useRules } from "../ui/use_rules";
import { LinesPicture } from "./LinesPicture";
import { PointsPicture } from "./PointsPicture";
import { scenes } from "./scenes";

export function RulesPage() {
  const [name, setName] = useState<VariantName>(settings.variant);
  const rules = useRules(name);
  return (
    <article class="page rules">
      <h1>The rules</h1>
      <p class="lead">
        A big board is a grid of small boards. The cell you mark inside a small board names the small board where the
        next move must go. Win small boards to make a line of them. You can <a href={link("learn")}>learn it by playing</a>{" "}
        in a minute.
      </p>
      <div class="segments" role="group" aria-label="Variant">
        {variantNames.map((variant) => (
          <button key={variant} aria-pressed={variant === name} onClick={() => setName(variant)}>
            {variant}
          </button>
        ))}
      </div>
      {rules instanceof Error && <p class="error">{rules.message}</p>}
      {rules && !(rules instanceof Error) && <Text rules={rules} />}
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
            boards, each of {n} × {n} cells. X begins, with any cell.
          </p>
          <h2>Where you may go</h2>
          <p>
            The place of the last cell inside its small board names the small board for the next move
            {several ? ", one on each big board; the move goes to either of them that is open" : ""}. It glows. If{" "}
            {several ? "both are" : "it is"} closed, you may go to any open small board.
          </p>
        </div>
        <figure>
          {picture(pictures.bound, "A position after the first move")}
          <figcaption>After {pictures.bound}: O must answer in the glowing board{several ? "s" : ""}.</figcaption>
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
                Winning a small board with the first move of your turn earns one more move, bound by the cell you have
                just played. A second small board won in the same turn earns nothing more.
              </p>
            </>
          )}
        </div>
        <figure>
          {picture(pictures.won, "A small board has been won")}
          <figcaption>X has won a small board{variant.bonus ? " and moves once more" : ""}.</figcaption>
        </figure>
      </section>
      <section>
        <div>
          <h2>The end</h2>
          <p>
            A line of small boards {several ? "on either big board " : ""}wins at once and counts {variant.linePoints}{" "}
            points. When every small board is closed without one, each player gets the points of the small boards won,
            and more points are better.
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
