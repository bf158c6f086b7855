import { useRef, useState } from "preact/hooks";
import type { VariantName } from "../core/types";
import { dateTime, number, t } from "../i18n/text";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import { Tool } from "../ui/Tool";
import { arenaAsk, upload, usePolled } from "./api";
import type { Arena, Check, Version } from "./protocol";
import { Tests } from "./Tests";

const checkingMs = 1000;
const quietMs = 10_000;

interface VersionsProps {
  team: number;
  arena: Arena;
  /** A team uploads and activates; staff hold and release. */
  own: boolean;
  onChange: () => void;
}

/** The uploads of a team, each with its verdict. */
export function Versions({ team, arena, own, onChange }: VersionsProps) {
  const [checking, setChecking] = useState(false);
  const { value, error, reload } = usePolled<{ versions: Version[] }>(`/teams/${team}/versions`, checking ? checkingMs : quietMs);
  const [problem, setProblem] = useState("");
  const versions = value?.versions ?? [];
  const nowChecking = versions.some(({ state }) => state === "checking");
  if (nowChecking !== checking && value) setChecking(nowChecking);
  const act = async (order: Promise<unknown>): Promise<void> => {
    setProblem("");
    try {
      await order;
      onChange();
    } catch (failure) {
      setProblem((failure as Error).message);
    }
    reload();
  };
  return (
    <section aria-labelledby="versions-title">
      <h2 id="versions-title">{t("arena.versions")}</h2>
      {own && (arena.phase === "open" ? <Upload most={arena.max_upload_bytes} onSend={(file, notes) => act(upload(team, file, notes))} /> : <p>{t("arena.uploadsClosed")}</p>)}
      {(problem || error) && <p role="alert">{problem || error}</p>}
      <p class="hidden" role="status">
        {nowChecking ? t("arena.checking") : versions[0] ? stateText(versions[0]) : ""}
      </p>
      {value && versions.length === 0 && <p>{t("arena.noVersions")}</p>}
      <ol class="versions">
        {versions.map((version) => (
          <VersionItem key={version.version} version={version} variant={arena.variant} own={own} open={arena.phase === "open"} onAct={act} />
        ))}
      </ol>
      {versions.length > 0 && <Tests team={team} versions={versions} own={own} />}
    </section>
  );
}

interface UploadProps {
  most: number;
  onSend: (file: File, notes: string) => Promise<void>;
}

/** A field to drop a file on, which is also a button. */
function Upload({ most, onSend }: UploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [notes, setNotes] = useState("");
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const take = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return;
    const tooLarge = file.size > most;
    setRefused(tooLarge ? t("arena.tooLarge", { size: sizeText(file.size), most: sizeText(most) }) : "");
    if (tooLarge) return;
    setBusy(true);
    await onSend(file, notes.trim());
    setBusy(false);
    setNotes("");
    if (input.current) input.current.value = ""; // The same file again is an upload too.
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div class={`upload ${over ? "over" : ""}`} onDrop={drop} onDragOver={drag} onDragLeave={() => setOver(false)}>
      <p>{t("arena.drop")}</p>
      <p class="row">
        <label>
          {t("arena.notes")} <input type="text" maxLength={100} value={notes} onInput={(event) => setNotes(event.currentTarget.value)} />
        </label>
        <button class="primary" disabled={busy} onClick={() => input.current?.click()}>
          <Icon name="file" />
          {t(busy ? "arena.sending" : "arena.choose")}
        </button>
      </p>
      <input ref={input} type="file" hidden aria-label={t("arena.choose")} onChange={(event) => void take(event.currentTarget.files?.[0])} />
      <small>{t("arena.kinds", { most: sizeText(most) })}</small>
      {refused && <p role="alert">{refused}</p>}
    </div>
  );
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? number(Math.ceil(bytes / 1000), { style: "unit", unit: "kilobyte" })
    : number(bytes / 1_000_000, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });

const states = { checking: "arena.checking", ready: "arena.ready", rejected: "arena.rejected", held: "arena.held" } as const;
const stateText = (version: Version): string => t(version.active && version.state === "ready" ? "arena.active" : states[version.state]);

interface VersionItemProps {
  version: Version;
  variant: VariantName;
  own: boolean;
  /** Before the deadline, or late uploads are accepted. */
  open: boolean;
  onAct: (order: Promise<unknown>) => Promise<void>;
}

function VersionItem({ version, variant, own, open, onAct }: VersionItemProps) {
  const { state, active, checks } = version;
  const [reason, setReason] = useState("");
  const hold = (event: Event): void => {
    event.preventDefault();
    void onAct(arenaAsk(`/staff/versions/${version.version}/hold`, { reason }));
  };
  const facts = [version.file_name, sizeText(version.size), dateTime(new Date(version.uploaded_ms)), ...(version.notes ? [version.notes] : [])];
  return (
    <li class={state}>
      <div class="version-head">
        <strong>{t("arena.versionOf", { number: version.number })}</strong>
        <span class={`live ${active && state === "ready" ? "on" : ""}`}>{stateText(version)}</span>
        <small>{facts.join(t("common.comma"))}</small>
        {own && open && state === "ready" && !active && (
          <Tool icon="again" text={t("arena.activate")} onClick={() => void onAct(arenaAsk(`/versions/${version.version}/activate`, {}))} />
        )}
        {!own && state === "held" && (
          <Tool icon="start" text={t("arena.release")} onClick={() => void onAct(arenaAsk(`/staff/versions/${version.version}/release`, {}))} />
        )}
        {!own && state === "ready" && (
          <form class="row" onSubmit={hold}>
            <input type="text" required aria-label={t("arena.reason")} placeholder={t("arena.reason")} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
            <button>{t("arena.hold")}</button>
          </form>
        )}
      </div>
      {version.reason && !(state === "rejected" && checks.length > 0) && <p class="error">{version.reason}</p>}
      {checks.length > 0 && (
        <details open={state === "rejected"}>
          <summary>{t("arena.checks")}</summary>
          <ul class="checks">
            {checks.map((check) => (
              <CheckItem key={check.name} check={check} variant={variant} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const verdicts = { good: "arena.good", note: "arena.note", bad: "arena.bad" } as const;

/** The moves of the game in which a check failed: the server names them at the end. */
const movesOf = (text: string): string[] => /moves of the game: ((?:[a-p]\d+ ?)+)$/.exec(text)?.[1]?.trim().split(" ") ?? [];

/** One check; what the bot printed keeps its lines. */
function CheckItem({ check: { name, verdict, text }, variant }: { check: Check; variant: VariantName }) {
  const moves = movesOf(text);
  return (
    <li class={verdict}>
      <b>
        {name}: {t(verdicts[verdict])}
      </b>
      {text.includes("\n") ? (
        <pre class="output" tabIndex={0}>
          {text}
        </pre>
      ) : (
        <span>{text}</span>
      )}
      {moves.length > 0 && (
        <p>
          <a href={link("analysis", { v: variant, m: moves.join("-") })}>{t("arena.showPosition")}</a>
        </p>
      )}
    </li>
  );
}
