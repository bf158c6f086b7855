import { bold, rich, t } from "../i18n/text";
import { useStore } from "../ui/store";
import type { Practice } from "./practice";
import { whyText } from "./remarks";

export function PracticePanel({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  useStore(practice);
  const { mistake, mistakes, index, verdict, text } = practice;
  if (!mistake)
    return (
      <section class="graph" aria-label={t("analysis.learn")}>
        <p>{t("practice.allDone")}</p>
        <button class="primary" onClick={onClose}>
          {t("common.done")}
        </button>
      </section>
    );
  const { rules, players } = practice.session;
  const values = { side: players.names[practice.side], move: mistake.move!.move, why: whyText(rules, mistake, players, false) };
  return (
    <section class="graph" aria-label={t("analysis.learn")}>
      <h2>{t("practice.number", { number: index + 1, count: mistakes.length })}</h2>
      <p>
        {rich(players.you === practice.side ? "practice.taskYou" : "practice.task", { b: bold }, values)}
      </p>
      <p aria-live="polite" class={verdict === "wrong" ? "error" : "hint-text"}>
        {text || t("practice.play")}
      </p>
      <div class="controls">
        {verdict !== "solved" && <button onClick={() => practice.showSolution()}>{t("common.showSolution")}</button>}
        <button class={verdict === "solved" ? "primary" : ""} onClick={() => practice.next()}>
          {t(index + 1 < mistakes.length ? "practice.next" : "practice.finish")}
        </button>
        <button onClick={onClose}>{t("common.close")}</button>
      </div>
    </section>
  );
}
