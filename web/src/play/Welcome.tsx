import { bold, rich, t } from "../i18n/text";
import { link } from "../ui/router";

/** For newcomers: the goal in one sentence and one picture, and a first game to win. */
export function Welcome({ moves }: { moves: boolean }) {
  return (
    <div class={`welcome ${moves ? "" : "before-first"}`}>
      <Picture />
      <p>{rich("welcome.text", { b: bold })}</p>
      <p class="welcome-links">
        {!moves && (
          <a class="tool strong" href={link("play", { new: "first" })}>
            {t("welcome.first")}
          </a>
        )}
        <a class="tool" href={link("learn")}>
          {t("welcome.learn")}
        </a>
      </p>
    </div>
  );
}

/** A cell in the corner of one board, and the arrow to the board in that corner. */
function Picture() {
  const boards = Array.from({ length: 9 }, (_, i) => ({ x: (i % 3) * 20, y: Math.floor(i / 3) * 20 }));
  return (
    <svg class="welcome-picture" viewBox="-1 -1 60 60" role="img" aria-label={t("welcome.picture")}>
      {boards.map(({ x, y }, i) => (
        <rect key={i} class={i === 2 ? "target-board" : "plain-board"} x={x} y={y} width={18} height={18} rx={2.5} />
      ))}
      <path class="mark mark-x" d="M13.2 21.2L16.2 24.2M16.2 21.2L13.2 24.2" />
      <path class="sent-always" d="M20 20L41 12M36 10.6L41 12L38.6 16.6" />
    </svg>
  );
}
