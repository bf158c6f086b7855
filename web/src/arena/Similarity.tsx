import { useRef, useState } from "preact/hooks";
import { percentage, t } from "../i18n/text";
import { Dialog } from "../ui/Dialog";
import { Tool } from "../ui/Tool";
import { arenaAsk, arenaText } from "./api";
import type { SimilarPair } from "./protocol";

interface Sources {
  pair: SimilarPair;
  texts: [a: string, b: string];
}

/** Pairs of bots with common code, and two sources side by side. */
export function Similarity() {
  const [pairs, setPairs] = useState<SimilarPair[] | null>(null);
  const [shown, setShown] = useState<Sources | null>(null);
  const [error, setError] = useState("");
  const attempt = (work: () => Promise<void>): void => {
    setError("");
    work().catch((failure: Error) => setError(failure.message));
  };
  const find = (): void => attempt(async () => setPairs((await arenaAsk<{ pairs: SimilarPair[] }>("/staff/similarity")).pairs));
  const show = (pair: SimilarPair): void =>
    attempt(async () => {
      const source = (version: number): Promise<string> => arenaText(`/staff/versions/${version}/source`);
      setShown({ pair, texts: await Promise.all([source(pair.a.version), source(pair.b.version)]) });
    });
  return (
    <section aria-labelledby="similar-title">
      <h2 id="similar-title">{t("arena.similar")}</h2>
      <Tool icon="analyse" text={t("arena.compare")} onClick={find} />
      {error && <p role="alert">{error}</p>}
      {pairs?.length === 0 && <p role="status">{t("arena.noSimilar")}</p>}
      <ol class="versions">
        {pairs?.map((pair) => (
          <li key={`${pair.a.version} ${pair.b.version}`} class="version-head">
            <strong>
              <bdi>{pair.a.name}</bdi> – <bdi>{pair.b.name}</bdi>
            </strong>
            <small>{t("arena.shared", { share: percentage(pair.share), count: pair.common })}</small>
            <button onClick={() => show(pair)}>{t("arena.sideBySide")}</button>
          </li>
        ))}
      </ol>
      {shown && <SideBySide {...shown} onClose={() => setShown(null)} />}
    </section>
  );
}

function SideBySide({ pair, texts, onClose }: Sources & { onClose: () => void }) {
  const dialog = useRef<HTMLDivElement>(null);
  /** Both sources at the fragment that was chosen in one. */
  const follow = (fragment: number): void =>
    dialog.current?.querySelectorAll(`[data-fragment="${fragment}"]`).forEach((line) => line.scrollIntoView({ block: "center" }));
  const source = (side: 0 | 1) => {
    const fragments = new Map(pair.lines.map((lines, i) => [lines[side], i]));
    const name = (side === 0 ? pair.a : pair.b).name;
    return (
      <figure>
        <figcaption>
          <bdi>{name}</bdi>
        </figcaption>
        <pre class="output" tabIndex={0} aria-label={name}>
          {texts[side].split("\n").map((line, i) => {
            const fragment = fragments.get(i + 1);
            return fragment === undefined ? (
              `${line}\n`
            ) : (
              <mark key={i} data-fragment={fragment} onClick={() => follow(fragment)}>{`${line}\n`}</mark>
            );
          })}
        </pre>
      </figure>
    );
  };
  return (
    <Dialog title={t("arena.sideBySide")} onClose={onClose}>
      <div class="side-by-side" ref={dialog}>
        {source(0)}
        {source(1)}
      </div>
    </Dialog>
  );
}
