import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import type { Rules } from "../core/rules";
import type { LegalMove } from "../core/types";
import { t } from "../i18n/text";
import { link } from "../ui/router";
import { settings } from "../ui/settings";
import { Loading, Problem } from "../ui/Notice";
import { useTitle } from "../ui/title";
import { failed, useRules } from "../ui/use_rules";
import { lesson } from "./lesson";

export function LearnPage() {
  useTitle(t("nav.learn"));
  const rules = useRules("extreme");
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  return rules ? <Lesson rules={rules} /> : <Loading />;
}

const pathOf = (step: number) => ({
  fen: lesson[step]!.fen ?? "",
  moves: (lesson[step]!.moves ?? "").split(" ").filter(Boolean),
});

function Lesson({ rules }: { rules: Rules }) {
  const [step, setStep] = useState(0);
  const [path, setPath] = useState(() => pathOf(0));
  const [remark, setRemark] = useState("");
  const done = step >= lesson.length;
  const state = rules.state(path);

  const play = (move: LegalMove): void => {
    const current = lesson[step]!;
    if (!current.accepts(move)) {
      setRemark(current.otherwise ? t(current.otherwise) : "");
      return;
    }
    const next = step + 1;
    const goesOn = lesson[next]?.fen === undefined && lesson[next]?.moves === undefined;
    setRemark("");
    setStep(next);
    if (next >= lesson.length) settings.set({ guided: true });
    setPath(goesOn ? { ...path, moves: [...path.moves, move.move] } : pathOf(next));
  };

  return (
    <div class="play lesson">
      <section class="board-column" aria-label={t("common.board")}>
        <Board variant={rules.variant} state={state} canMove={!done} playing={!done} onMove={play} spoilers={!lesson[step]?.otherwise} />
      </section>
      <section class="side-column" aria-label={t("learn.lesson")}>
        <h1>{t("welcome.learn")}</h1>
        <progress value={step} max={lesson.length} aria-label={t("learn.progress")} />
        <div aria-live="polite" class="lesson-text">
          {done ? <p>{t("learn.done")}</p> : remark ? <p class="error">{remark}</p> : <p>{t(lesson[step]!.text)}</p>}
        </div>
        <div class="controls">
          {done && (
            <a class="tool strong" href={link("play", { new: "first" })}>
              {t("learn.first")}
            </a>
          )}
          {step > 0 && (
            <button
              onClick={() => {
                setRemark("");
                setStep(0);
                setPath(pathOf(0));
              }}
            >
              {t("learn.again")}
            </button>
          )}
          <a class="tool" href={link("rules")}>
            {t("learn.rules")}
          </a>
        </div>
      </section>
    </div>
  );
}
