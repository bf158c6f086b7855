import { language, t } from "../i18n/text";
import type { CreatedGame, GameInfo, GameSummary, GameTerms, Lobby } from "./protocol";

/** A URL on the server of this page. */
export function serverUrl(path: string): URL {
  return new URL(path, location.href.replace(/[?#].*$/, ""));
}

export function socketUrl(path: string): URL {
  const url = serverUrl(path);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}

/** A refusal of the server, with its error code. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Sends a GET request, or a POST request if there is a body. */
export function ask<T>(path: string, body?: object): Promise<T> {
  return send(path, body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {});
}

/** Sends a request; every failure becomes an Error with a readable message. */
export async function send<T>(path: string, request: RequestInit): Promise<T> {
  const response = await fetch(serverUrl(path), request).catch(() => {
    throw new Error(t("problem.unreachable"));
  });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  if (!isJson) throw new Error(t("problem.noServer"));
  const answer = (await response.json()) as T & { error?: { message: string; code: string } };
  if (!response.ok)
    throw new ServerError(refusal(answer.error?.message, response.status), answer.error?.code ?? "");
  return answer;
}

/** Messages of the server are in English. */
function refusal(text: string | undefined, status: number): string {
  if (!text) return t("problem.status", { status });
  return language.code === "en" ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : t("problem.refused");
}

/** Whether this page comes from `xttt serve`, and the server can be reached. */
export const hasServer = (): Promise<boolean> =>
  ask<{ status?: string }>("healthz").then(
    ({ status }) => status === "ok",
    () => false,
  );

export const createGame = (terms: GameTerms): Promise<CreatedGame> => ask("api/games", terms);
export const gameInfo = (game: string): Promise<GameInfo> => ask(`api/games/${encodeURIComponent(game)}`);
export const gameSummary = (game: string): Promise<GameSummary> => ask(`api/games/${encodeURIComponent(game)}/summary`);
export const lobby = (): Promise<Lobby> => ask("api/lobby");
export const joinGame = (game: string, invitation: string, name: string): Promise<{ seat: string }> =>
  ask(`api/games/${encodeURIComponent(game)}/join`, { invitation, name });
