import { useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { turnText } from "../board/describe";
import type { Rules } from "../core/rules";
import { variantNames } from "../core/types";
import { readTree } from "../analysis/tree_text";
import { stepKeys, stepsOf, useKeys } from "../game/stepping";
import { endOfVariation, GameTree, type GameNode } from "../game/tree";
import { t } from "../i18n/text";
import { StepButtons } from "../table/StepButtons";
import { Icon } from "../ui/icons";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { failed, useRules } from "../ui/use_rules";

/** The game that the parameters of a link to Analysis name. */
export function EmbeddedGame({ parameters }: { parameters: URLSearchParams }) {
  const named = parameters.get("v") ?? variantNames[0];
  const variant = variantNames.find((name) => name === named);
  if (!variant) return <Problem message={t("embed.noVariant", { name: named })} />;
  return <Loaded variant={variant} parameters={parameters} />;
}

function Loaded({ variant, parameters }: { variant: (typeof variantNames)[number]; parameters: URLSearchParams }) {
  const rules = useRules(variant);
  const opened = useMemo(() => (rules && !failed(rules) ? open(rules, parameters) : null), [rules]);
  if (failed(rules)) return <Problem message={rules.message} onRetry={rules.retry} />;
  if (!rules || !opened) return <Loading />;
  if (opened instanceof Error) return <Problem message={t("analysis.badLink", { reason: opened.message })} />;
  return <Game rules={rules} start={opened} parameters={parameters} />;
}

/** The position that the link shows, in its game. */
function open(rules: Rules, parameters: URLSearchParams): GameNode | Error {
  try {
    const tree = new GameTree(rules, parameters.get("f") ?? "");
    const order = readTree(tree, parameters.get("m") ?? "");
    const shown = parameters.get("p");
    return (shown !== null && [tree.root, ...order][Number(shown)]) || endOfVariation(tree.root);
  } catch (error) {
    return error as Error;
  }
}

function Game({ rules, start, parameters }: { rules: Rules; start: GameNode; parameters: URLSearchParams }) {
  const [at, show] = useState(start);
  const steps = stepsOf({ shown: at, tip: endOfVariation(at), show });
  useKeys(stepKeys(steps));
  return (
    <main class="embed">
      <h1 class="hidden">{t("play.gameOf", { variant: rules.variant.name })}</h1>
      <Board variant={rules.variant} state={at.state} spoilers={false} />
      <p class={`status status-${at.state.side}`} aria-live="polite">
        {turnText(at.state)}
      </p>
      <div class="controls">
        <StepButtons steps={steps} first={!at.parent} last={!at.children[0]} />
        <a class="tool" target="_blank" rel="noopener" href={`./${link("analysis", Object.fromEntries(parameters))}`}>
          <Icon name="analyse" />
          {t("tournament.openAnalysis")}
        </a>
      </div>
    </main>
  );
}
