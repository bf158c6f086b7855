import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/text";
import { CopyButton } from "../ui/copy";
import { Dialog } from "../ui/Dialog";
import { go, link } from "../ui/router";
import { gameText, linkTo, readGames, type FoundGame } from "./import_export";
import type { AnalysisSession } from "./session";

/** Import and export of a game as text and link. */
export function ImportExportDialog({ session, onClose }: { session: AnalysisSession; onClose: () => void }) {
  const [xgn, setXgn] = useState("");
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [found, setFound] = useState<FoundGame[]>([]);
  const fen = session.at.state.fen;
  const address = new URL(link("analysis", linkTo(session)), location.href).href;
  useEffect(() => {
    gameText(session).then(setXgn, (problem: Error) => setError(problem.message));
  }, []);

  const open = (game: FoundGame): void => {
    onClose();
    go("analysis", game.parameters);
    document.getElementById("main")?.focus(); // the button that opened the dialog goes with the game
  };
  const take = async (given: string): Promise<void> => {
    setError("");
    try {
      const games = await readGames(given, session.rules.variant.name);
      if (games.length === 1) open(games[0]!);
      else setFound(games);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  const takeFile = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (file) await take(await file.text());
  };

  if (found.length > 1)
    return (
      <Dialog title={t("importExport.choose", { count: found.length })} onClose={onClose}>
        <ol class="found-games">
          {found.map((game, i) => (
            <li key={i}>
              <button onClick={() => open(game)}>
                {i + 1}. {game.title}
              </button>
            </li>
          ))}
        </ol>
      </Dialog>
    );
  return (
    <Dialog title={t("analysis.importExport")} onClose={onClose}>
      <Out label={t("importExport.link")} value={address} />
      <Out label={t("importExport.fen")} value={fen} />
      <Out label={t("importExport.xgn")} value={xgn} long />
      <a class="tool" download="game.xgn" href={`data:text/plain;charset=utf-8,${encodeURIComponent(xgn)}`}>
        {t("importExport.save")}
      </a>
      <hr />
      <label class="field">
        {t("importExport.input")}
        <textarea rows={4} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {error && <p role="alert">{error}</p>}
      <div class="row end">
        <label class="tool">
          {t("importExport.open")}
          <input class="hidden" type="file" accept=".xgn,.txt" onChange={(event) => void takeFile(event.currentTarget)} />
        </label>
        <button class="primary" disabled={!text.trim()} onClick={() => void take(text)}>
          {t("importExport.import")}
        </button>
      </div>
    </Dialog>
  );
}

function Out({ label, value, long }: { label: string; value: string; long?: boolean }) {
  return (
    <div class="out">
      <label class="field">
        {label}
        {long ? <textarea rows={5} readOnly value={value} /> : <input readOnly value={value} />}
      </label>
      <CopyButton text={value} />
    </div>
  );
}
