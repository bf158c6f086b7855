import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { positionText, turnText } from "../board/describe";
import type { Overlay } from "../board/Scene";
import { loadRules } from "../core/load";
import type { Rules } from "../core/rules";
import { variantNames, type Side, type VariantName } from "../core/types";
import { stepKeys, useKeys } from "../game/stepping";
import { t } from "../i18n/text";
import { library, type SavedGame } from "../library/store";
import { ShareDialog } from "../share/ShareDialog";
import { Loading, Problem } from "../ui/Notice";
import { go, link, type Route } from "../ui/router";
import { settings } from "../ui/settings";
import { useStore } from "../ui/store";
import { useTitle } from "../ui/title";
import { failed, useLoaded } from "../ui/use_rules";
import { EvalBar, EvalText } from "./EvalBar";
import { GameGraph } from "./GameGraph";
import { Help } from "./Help";
import { linkTo } from "./import_export";
import { ImportExportDialog } from "./ImportExportDialog";
import { PvList } from "./PvList";
import { MoveTree } from "./MoveTree";
import { OpeningsPanel } from "./OpeningsPanel";
import { previewOf, heatOf } from "./overlays";
import { Practice } from "./practice";
import { PracticePanel } from "./PracticePanel";
import { AnalysisSession } from "./session";
import { Toolbar } from "./Toolbar";

/** The game that a URL refers to. */
interface Found {
  rules: Rules;
  saved: SavedGame | null;
}

/** The game that the URL contains or refers to; otherwise the last analysis. */
async function find(parameters: URLSearchParams): Promise<Found> {
  const id = parameters.get("id");
  const bare = parameters.size === 0;
  const saved = id ? await library.get(id) : bare ? ((await library.list()).find((game) => game.kind === "analysis") ?? null) : null;
  const wanted = saved?.variant ?? (parameters.get("v") as VariantName | null);
  const fallback = bare ? settings.variant : "extreme";
  return { rules: await loadRules(wanted && variantNames.includes(wanted) ? wanted : fallback), saved };
}

export function AnalysisPage({ route: { parameters } }: { route: Route }) {
  useTitle(t("nav.analysis"));
  const key = parameters.toString();
  const found = useLoaded(key, "problem.game", () => find(parameters));
  if (failed(found)) return <Problem message={found.message} onRetry={found.retry} />;
  if (!found) return <Loading />;
  return <Loaded key={key} {...found} parameters={parameters} />;
}

function Loaded({ rules, saved, parameters }: Found & { parameters: URLSearchParams }) {
  const opened = useMemo(() => open(rules, saved, parameters), [rules]);
  useEffect(() => {
    if (opened instanceof Error) return;
    if (parameters.get("review") === "1" && !opened.reviewed) void opened.review();
    return () => opened.dispose();
  }, [opened]);
  if (!(opened instanceof Error)) return <Analysis session={opened} />;
  return (
    <Problem message={t("analysis.badLink", { reason: opened.message })}>
      <a href={link("analysis", { v: rules.variant.name })}>{t("analysis.empty")}</a>
    </Problem>
  );
}

function open(rules: Rules, saved: SavedGame | null, parameters: URLSearchParams): AnalysisSession | Error {
  const text = (name: string): string => parameters.get(name) ?? "";
  const shown = parameters.get("p");
  const game = saved
    ? {
        fen: saved.fen,
        moves: saved.analysis?.moves ?? saved.moves.join("-"),
        comments: saved.analysis?.comments ?? "",
        shown: saved.analysis?.shown ?? null,
      }
    : { fen: text("f"), moves: text("m"), comments: text("c"), shown: shown === null ? null : Number(shown) };
  if (!saved && parameters.has("id") && !parameters.has("m")) return new Error(t("analysis.notKept"));
  try {
    return new AnalysisSession(rules, game, saved, rememberAddress);
  } catch (error) {
    return error as Error;
  }
}

/** Keeps the URL current: it survives a reload and can be shared. */
function rememberAddress(session: AnalysisSession): void {
  history.replaceState(null, "", link("analysis", { ...linkTo(session), id: session.id }));
}

function Analysis({ session }: { session: AnalysisSession }) {
  useStore(session);
  const [preview, setPreview] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<"" | "import-export" | "help" | "share">("");
  const [practice, setPractice] = useState<Practice | null>(null);
  const { variant } = session.rules;
  const { state } = session.at;
  const { names, you } = session.players;
  useKeys({
    ...stepKeys(session),
    " ": session.toggleEngine,
    h: session.toggleHeat,
    o: session.toggleOpenings,
    "?": () => setDialog("help"),
  });
  useEffect(() => setPreview([]), [session.at]);

  const overlay: Overlay = {
    preview: previewOf(session, preview),
    heat: session.heatOn && preview.length === 0 ? heatOf(session) : undefined,
  };
  const close = (): void => setDialog("");
  const start = (side: Side): void => {
    if (session.engineOn) session.toggleEngine();
    setPractice(new Practice(session, side));
  };
  return (
    <div class={`play analysis ${variant.bigBoards > 1 ? "wide-board" : ""}`}>
      <h1 class="hidden">{t("nav.analysis")}</h1>
      <section class="board-column with-bar" aria-label={t("common.board")} style={{ "--big-boards": variant.bigBoards }}>
        <EvalBar session={session} />
        <Board
          variant={variant}
          state={state}
          canMove={practice ? practice.canMove : true}
          playing
          onMove={(move) => (practice ? void practice.attempt(move) : session.play(move))}
          overlay={practice ? undefined : overlay}
          spoilers={!practice}
        />
      </section>
      <section class="side-column" aria-label={t("nav.analysis")}>
        <p class={`status status-${state.side}`}>{turnText(state, you ? { names, you } : undefined)}</p>
        {practice ? (
          <PracticePanel practice={practice} onClose={() => setPractice(null)} />
        ) : (
          <>
            <Toolbar
              session={session}
              onImportExport={() => setDialog("import-export")}
              onShare={() => setDialog("share")}
              onHelp={() => setDialog("help")}
              onVariant={(v) => go("analysis", { v })}
            />
            <EvalText session={session} />
            {session.problem && <p class="error">{session.problem}</p>}
            <PvList session={session} onPreview={setPreview} />
            {session.openingsOn && <OpeningsPanel session={session} onPreview={setPreview} />}
            <GameGraph session={session} onPractice={start} />
          </>
        )}
        <MoveTree session={session} />
      </section>
      <p class="hidden" aria-live="polite">
        {positionText(variant, state)}
      </p>
      {dialog === "import-export" && <ImportExportDialog session={session} onClose={close} />}
      {dialog === "share" && <ShareDialog rules={session.rules} tree={session.tree} node={session.at} onClose={close} />}
      {dialog === "help" && <Help onClose={close} />}
    </div>
  );
}
