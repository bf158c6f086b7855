import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import type { Rules } from "../core/rules";
import { variantNames, type VariantName } from "../core/types";
import { rich, t } from "../i18n/text";
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
  useTitle(t("nav.rules"));
  return (
    <article class="page rules">
      <h1>{t("rules.title")}</h1>
      <p class="lead">{rich("rules.lead", { a: (text) => <a href={link("learn")}>{text}</a> })}</p>
      <div class="segments" role="group" aria-label={t("common.variant")}>
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
  const size = several ? "Two" : "One";
  return (
    <>
      <section>
        <div>
          <h2>{t("rules.board")}</h2>
          <p>{t(`rules.board${size}`, { n })}</p>
          <h2>{t("rules.where")}</h2>
          <p>{t(`rules.where${size}`)}</p>
        </div>
        <figure>
          {picture(pictures.bound, t("rules.boundPicture"))}
          <figcaption>{t(`rules.bound${size}`, { move: pictures.bound })}</figcaption>
        </figure>
      </section>
      <section>
        <div>
          <h2>{t("rules.winning")}</h2>
          <p>{t("rules.lines")}</p>
          <LinesPicture variant={variant} />
          <p>{t("rules.closed")}</p>
          {variant.bonus && (
            <>
              <h2>{t("rules.bonus")}</h2>
              <p>{t("rules.bonusText")}</p>
            </>
          )}
        </div>
        <figure>
          {picture(pictures.won, t("rules.wonPicture"))}
          <figcaption>{t(variant.bonus ? "rules.wonBonus" : "rules.won")}</figcaption>
        </figure>
      </section>
      <section>
        <div>
          <h2>{t("rules.end")}</h2>
          <p>{t(`rules.end${size}`, { points: variant.linePoints })}</p>
        </div>
        <figure>
          <PointsPicture variant={variant} />
          <figcaption>{t("rules.worth")}</figcaption>
        </figure>
      </section>
    </>
  );
}
