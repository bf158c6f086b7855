import { useCallback, useEffect, useState } from "preact/hooks";
import { t } from "../i18n/text";
import { ask, send, ServerError, serverUrl } from "../online/api";
import type { Arena, NewTeam, Version, You } from "./protocol";

const root = "api/arena";
export const arenaUrl = (path: string): URL => serverUrl(root + path);
export function arenaAsk<T>(path: string, body?: object): Promise<T> {
  return explained(ask<T>(root + path, body));
}

/** A text response; errors are JSON as everywhere. */
export async function arenaText(path: string): Promise<string> {
  const response = await fetch(arenaUrl(path)).catch(() => {
    throw new Error(t("problem.unreachable"));
  });
  if (!response.ok) throw new Error(t("problem.status", { status: response.status }));
  return response.text();
}

export const logIn = (token: string): Promise<You> => arenaAsk("/login", { token });
export const logOut = (): Promise<You> => arenaAsk("/logout", {});

/** Sends a file as it is; the answer is a version that is being checked. */
export const upload = (team: number, file: File, notes: string): Promise<Version> =>
  explained(
    send(`${root}/teams/${team}/versions`, {
      method: "POST",
      headers: {
        "Content-Type": "application/octet-stream",
        "X-File-Name": encodeURIComponent(file.name),
        ...(notes ? { "X-Notes": encodeURIComponent(notes) } : {}),
      },
      body: file,
    }),
  );

/** Adds the teams of a table with a column `name`. */
export const importTeams = (csv: string): Promise<{ added: NewTeam[]; problems: string[] }> =>
  explained(send(`${root}/staff/teams.csv`, { method: "POST", headers: { "Content-Type": "text/csv" }, body: csv }));

const refusals = {
  "bad-token": "arena.badToken",
  "no-token": "arena.noToken",
  "not-allowed": "arena.notAllowed",
  closed: "arena.uploadsClosed",
  "no-arena": "arena.none",
} as const;

/** Common errors, in the language of the page. */
async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServerError && error.code in refusals)
      throw new ServerError(t(refusals[error.code as keyof typeof refusals]), error.code);
    throw error;
  }
}

export interface Polled<T> {
  /** Null until the first answer. */
  value: T | null;
  /** Why the last attempt failed. */
  error: string;
  reload: () => void;
}

/** The server's response, polled every `everyMs` ms (0: only on request). */
export function usePolled<T>(path: string, everyMs: number): Polled<T> {
  const [answer, setAnswer] = useState<{ path: string; value: T | null; error: string }>({ path, value: null, error: "" });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((number) => number + 1), []);
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        const value = await arenaAsk<T>(path);
        if (wanted) setAnswer({ path, value, error: "" });
      } catch (error) {
        if (wanted) setAnswer((before) => ({ path, value: before.path === path ? before.value : null, error: (error as Error).message }));
      }
      if (wanted && everyMs > 0) timer = setTimeout(() => void look(), everyMs);
    };
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [path, everyMs, round]);
  return answer.path === path ? { value: answer.value, error: answer.error, reload } : { value: null, error: "", reload };
}

export const useArena = (): Polled<Arena> => usePolled<Arena>("", 15_000);
