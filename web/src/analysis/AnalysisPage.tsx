import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { positionText, turnText } from "../board/describe";
import type { Overlay } from "../board/Scene";
import type { Rules } from "../core/rules";
import { variantNames, type VariantName } from "../core/types";
import { go, link, type Route } from "../ui/router";
import { useStore } from "../ui/store";
import { useRules } from "../ui/use_rules";
import { EvalBar, EvalText } from "./EvalBar";
import { Exchange } from "./Exchange";
import { GameGraph } from "./GameGraph";
import { Help } from "./Help";
import { Lines } from "./Lines";
import { MoveTree } from "./MoveTree";
import { previewOf, heatOf } from "./overlays";
import { AnalysisSession } from "./session";
import { Toolbar } from "./Toolbar";
import { useKeys } from "./use_keys";

export function AnalysisPage({ route }: { route: Route }) {
  const wanted = route.parameters.get("v") as VariantName | null;
  const variant = wanted && variantNames.includes(wanted) ? wanted : "extreme";
  const rules = useRules(variant);
  if (rules instanceof Error) return <p class="notice error">{rules.message}</p>;
  if (!rules) return <p class="notice">Setting up the board …</p>;
  return <Loaded rules={rules} parameters={route.parameters} />;
}

function Loaded({ rules, parameters }: { rules: Rules; parameters: URLSearchParams }) {
  const key = parameters.toString();
  const opened = useMemo(() => open(rules, parameters), [rules, key]);
  useEffect(() => () => (opened instanceof Error ? undefined : opened.dispose()), [opened]);
  if (opened instanceof Error)
    return (
      <div class="notice">
        <p class="error">This link does not hold a game: {opened.message}</p>
        <a href={link("analysis", { v: rules.variant.name })}>Start with an empty board</a>
      </div>
    );
  return <Analysis session={opened} />;
}

function open(rules: Rules, parameters: URLSearchParams): AnalysisSession | Error {
  const text = (name: string): string => parameters.get(name) ?? "";
  const shown = parameters.get("p");
  try {
    return new AnalysisSession(rules, {
      fen: text("f"),
      moves: text("m"),
      comments: text("c"),
      shown: shown === null ? null : Number(shown),
    });
  } catch (error) {
    return error as Error;
  }
}

function Analysis({ session }: { session: AnalysisSession }) {
  useStore(session);
  const [preview, setPreview] = useState<readonly string[]>([]);
  const [exchanging, setExchanging] = useState(false);
  const [helping, setHelping] = useState(false);
  const { variant } = session.rules;
  const { state } = session.at;
  useKeys(session, () => setHelping(true));
  useEffect(() => setPreview([]), [session.at]);

  const overlay: Overlay = {
    preview: previewOf(session, preview),
    heat: session.heatOn && preview.length === 0 ? heatOf(session) : undefined,
  };
  return (
    <div class="play analysis">
      <section class="board-column with-bar" aria-label="Board">
        <EvalBar session={session} />
        <Board variant={variant} state={state} canMove onMove={(move) => session.play(move)} overlay={overlay} />
      </section>
      <section class="side-column" aria-label="Analysis">
        <Toolbar
          session={session}
          onExchange={() => setExchanging(true)}
          onHelp={() => setHelping(true)}
          onVariant={(v) => go("analysis", { v })}
        />
        <p class={`status status-${state.side}`}>{turnText(variant, state)}</p>
        <EvalText session={session} />
        {session.problem && <p class="error">{session.problem}</p>}
        <Lines session={session} onPreview={setPreview} />
        <GameGraph session={session} />
        <MoveTree session={session} />
      </section>
      <p class="hidden" aria-live="polite">
        {positionText(variant, state)}
      </p>
      {exchanging && <Exchange session={session} onClose={() => setExchanging(false)} />}
      {helping && <Help onClose={() => setHelping(false)} />}
    </div>
  );
}
