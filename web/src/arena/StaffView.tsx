import { useState } from "preact/hooks";
import { dateTime, number, t } from "../i18n/text";
import { CopyButton } from "../ui/copy";
import { Icon } from "../ui/icons";
import { Loading, Problem } from "../ui/Notice";
import { link } from "../ui/router";
import { ConfirmTool } from "../ui/Tool";
import { serverUrl } from "../online/api";
import { arenaAsk, arenaUrl, importTeams, usePolled } from "./api";
import { Similarity } from "./Similarity";
import type { Arena, AuditEntry, Machines, NewTeam, Settings, StaffTeam } from "./protocol";

const auditMs = 15_000;
const mebibyte = 1 << 20;
const largestUpload = 32; // MiB

/** Sends a request and reports its error. */
type Act = <T>(order: Promise<T>) => Promise<T | null>;

/** Teams, settings and the audit log. */
export function StaffView({ arena, onChange }: { arena: Arena; onChange: () => void }) {
  const teams = usePolled<{ teams: StaffTeam[] }>("/staff/teams", auditMs);
  const audit = usePolled<{ entries: AuditEntry[] }>("/staff/audit", auditMs);
  const [problem, setProblem] = useState("");
  const [made, setMade] = useState<NewTeam[]>([]);
  const act: Act = async (order) => {
    setProblem("");
    try {
      const answer = await order;
      teams.reload();
      audit.reload();
      onChange();
      return answer;
    } catch (failure) {
      setProblem((failure as Error).message);
      return null;
    }
  };
  const show = (added: NewTeam[], problems: string[]): void => {
    setMade(added);
    setProblem(problems.join("\n"));
  };
  if (!teams.value) return teams.error ? <Problem message={teams.error} onRetry={teams.reload} /> : <Loading />;
  return (
    <>
      {arena.problem && <p role="alert">{arena.problem}</p>}
      {problem && (
        <p role="alert" class="problems">
          {problem}
        </p>
      )}
      {arena.machines && <Place machines={arena.machines} />}
      <SettingsForm arena={arena} onSave={(settings) => void act(arenaAsk("/staff/settings", settings))} />
      <CupSection arena={arena} onPlay={() => void act(arenaAsk("/staff/cup", {}))} />
      <section aria-labelledby="teams-title">
        <h2 id="teams-title">{t("arena.teams")}</h2>
        <NewLinks teams={made} names={teams.value.teams} />
        <Teams teams={teams.value.teams} act={act} onToken={(team) => setMade([team])} />
        <AddTeams act={act} onMade={show} />
      </section>
      <Similarity />
      <Audit entries={audit.value?.entries ?? []} />
    </>
  );
}

/** Where games are played. */
const Place = ({ machines: { place, workers, games } }: { machines: Machines }) => (
  <p>{t(place === "cluster" ? "arena.onCluster" : "arena.onServer", { workers: number(workers), games: number(games) })}</p>
);

/** A date in the format of the browser's date field, in local time. */
const localText = (ms: number | null): string => (ms === null ? "" : new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16));

function SettingsForm({ arena, onSave }: { arena: Arena; onSave: (settings: Settings) => void }) {
  const [changed, setChanged] = useState<Settings>({});
  const { deadline_ms, late, announcement, aliases, ladder, cup_at_deadline, max_upload_bytes } = { ...arena, cup_at_deadline: arena.cup.at_deadline, ...changed };
  const set = (change: Settings): void => setChanged({ ...changed, ...change });
  const save = (event: Event): void => {
    event.preventDefault();
    onSave(changed);
    setChanged({});
  };
  return (
    <form class="settings" onSubmit={save} aria-label={t("arena.settings")}>
      <h2>{t("arena.settings")}</h2>
      <label>
        {t("arena.announcement")}
        <input type="text" maxLength={500} value={announcement} onInput={(event) => set({ announcement: event.currentTarget.value })} />
      </label>
      <label>
        {t("arena.deadline")}
        <input
          type="datetime-local"
          value={localText(deadline_ms)}
          onInput={({ currentTarget: { value } }) => set({ deadline_ms: value ? new Date(value).getTime() : null })}
        />
      </label>
      <label>
        {t("arena.uploadLimit")}
        <input
          type="number"
          required
          min={0.001}
          max={largestUpload}
          step="any"
          value={Math.round((1000 * max_upload_bytes) / mebibyte) / 1000}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            if (valueAsNumber > 0) set({ max_upload_bytes: Math.round(valueAsNumber * mebibyte) });
          }}
        />
      </label>
      <Switch text={t("arena.acceptLate")} on={late === "accept"} onChange={(on) => set({ late: on ? "accept" : "refuse" })} />
      {arena.cup.state === "none" && (
        <Switch text={t("arena.cupAtDeadline")} on={cup_at_deadline} onChange={(on) => set({ cup_at_deadline: on })} />
      )}
      <Switch text={t("arena.useAliases")} on={aliases} onChange={(on) => set({ aliases: on })} />
      <Switch text={t("arena.pauseLadder")} on={ladder === "paused"} onChange={(on) => set({ ladder: on ? "paused" : "on" })} />
      <button class="primary" disabled={Object.keys(changed).length === 0}>
        {t("online.save")}
      </button>
    </form>
  );
}

const Switch = ({ text, on, onChange }: { text: string; on: boolean; onChange: (on: boolean) => void }) => (
  <label class="switch">
    <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} /> {text}
  </label>
);

/** The final tournament between the active versions: before, during and after it. */
function CupSection({ arena, onPlay }: { arena: Arena; onPlay: () => void }) {
  const { state, tournament } = arena.cup;
  return (
    <section aria-labelledby="cup-title">
      <h2 id="cup-title">{t("arena.cup")}</h2>
      <p>{t(state === "none" ? "arena.cupExplained" : state === "playing" ? "arena.cupPlaying" : "arena.cupFinished")}</p>
      <p class="controls">
        {state === "none" &&
          (arena.phase === "open" ? (
            t("arena.cupWaits")
          ) : (
            <ConfirmTool icon="start" text={t("arena.playCup")} question={t("arena.reallyPlayCup")} onClick={onPlay} />
          ))}
        {tournament !== null && (
          <a class="tool" href={link("tournaments", { t: tournament })}>
            {t("arena.cupStandings")}
          </a>
        )}
        {state === "finished" && (
          <>
            <a class="tool" href={arenaUrl("/staff/cup/grades.csv").href} download>
              {t("arena.grades")}
            </a>
            <a class="tool" href={arenaUrl("/staff/cup/report.html").href} download>
              {t("arena.report")}
            </a>
          </>
        )}
      </p>
    </section>
  );
}

interface TeamsProps {
  teams: StaffTeam[];
  act: Act;
  onToken: (team: NewTeam) => void;
}

function Teams({ teams, act, onToken }: TeamsProps) {
  if (teams.length === 0) return <p>{t("arena.noTeams")}</p>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("arena.teams")}>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t("arena.team")}</th>
            <th scope="col">{t("arena.alias")}</th>
            <th scope="col">{t("arena.versions")}</th>
            <th scope="col">{t("arena.lastUpload")}</th>
            <th scope="col">{t("arena.change")}</th>
          </tr>
        </thead>
        <tbody>
          {teams.map((team) => (
            <TeamRow key={team.team} team={team} act={act} onToken={onToken} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text that is sent when it is complete. The list is read again meanwhile, which must not undo the typing. */
function TextField({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (value: string): void => {
    setDraft(null);
    if (value && value !== text) onChange(value);
  };
  return (
    <input
      type="text"
      aria-label={label}
      value={draft ?? text}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onChange={(event) => finish(event.currentTarget.value.trim())}
    />
  );
}

function TeamRow({ team, act, onToken }: { team: StaffTeam; act: Act; onToken: (team: NewTeam) => void }) {
  const change = (body: object): void => void act(arenaAsk(`/staff/teams/${team.team}`, body));
  const newToken = async (): Promise<void> => {
    const made = await act(arenaAsk<NewTeam>(`/staff/teams/${team.team}/token`, {}));
    if (made) onToken(made);
  };
  const field = (name: "name" | "alias", label: string) => (
    <TextField label={`${label}: ${team.name}`} text={team[name]} onChange={(text) => change({ [name]: text })} />
  );
  return (
    <tr class={team.disabled ? "disabled" : ""}>
      <td>
        <a href={link("arena", { team: String(team.team) })}>{number(team.team)}</a>
      </td>
      <td>{field("name", t("arena.team"))}</td>
      <td>{field("alias", t("arena.alias"))}</td>
      <td>{number(team.versions)}</td>
      <td>{team.last_upload_ms ? dateTime(new Date(team.last_upload_ms)) : "–"}</td>
      <td>
        <span class="row">
          <button onClick={() => change({ disabled: !team.disabled })}>{t(team.disabled ? "arena.enable" : "arena.disable")}</button>
          <ConfirmTool icon="link" text={t("arena.newLink")} question={t("arena.reallyNewLink")} onClick={() => void newToken()} />
        </span>
      </td>
    </tr>
  );
}

/** Personal links, which are shown only once: the server keeps no copy. */
function NewLinks({ teams, names }: { teams: NewTeam[]; names: StaffTeam[] }) {
  if (teams.length === 0) return null;
  const rows = teams.map(({ team, name, token }) => ({
    team,
    name: name ?? names.find((one) => one.team === team)?.name ?? String(team),
    url: serverUrl(link("arena", { token })).href,
  }));
  return (
    <div class="new-links" role="status">
      <p>{t("arena.linksOnce")}</p>
      <CopyButton text={rows.map(({ name, url }) => `${name}\t${url}`).join("\n")} />
      <ul>
        {rows.map(({ team, name, url }) => (
          <li key={team}>
            <bdi>{name}</bdi> <code>{url}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AddTeams({ act, onMade }: { act: Act; onMade: (teams: NewTeam[], problems: string[]) => void }) {
  const [name, setName] = useState("");
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await act(arenaAsk<NewTeam>("/staff/teams", { name: name.trim() }));
    if (!made) return;
    onMade([made], []);
    setName("");
  };
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (!file) return;
    const made = await act(importTeams(await file.text()));
    if (made) onMade(made.added, made.problems);
    input.value = "";
  };
  return (
    <form class="row add-team" onSubmit={(event) => void add(event)}>
      <label>
        {t("arena.newTeam")} <input type="text" required maxLength={60} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button>{t("arena.add")}</button>
      <label class="tool file-button">
        <Icon name="file" />
        {t("arena.importCsv")}
        <input type="file" accept=".csv,text/csv" class="hidden" onChange={(event) => void read(event.currentTarget)} />
      </label>
      <a class="tool" href={arenaUrl("/staff/teams.csv").href} download>
        {t("arena.exportCsv")}
      </a>
    </form>
  );
}

function Audit({ entries }: { entries: AuditEntry[] }) {
  return (
    <section aria-labelledby="audit-title">
      <h2 id="audit-title">{t("arena.audit")}</h2>
      <ol class="audit">
        {entries.map(({ at_ms, who, action, text }, i) => (
          <li key={`${at_ms} ${i}`}>
            <time dateTime={new Date(at_ms).toISOString()}>{dateTime(new Date(at_ms))}</time> <bdi>{who}</bdi>: <b>{action}</b> <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
