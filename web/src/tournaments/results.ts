// Results of tournament games: a line decides, otherwise more points.
import type { Side } from "../core/types";
import { score, t } from "../i18n/text";
import type { PlayedGame } from "./protocol";

export type Played = Pick<PlayedGame, "result" | "points" | "reason">;

export function ratedWinner({ result, points: [x, o] }: Played): Side | null {
  if (result === "x" || result === "o") return result;
  return x === o || result === "*" ? null : x > o ? "x" : "o";
}

const reasons = {
  line: "tournament.reasonLine",
  full: "tournament.reasonFull",
  "time-limit": "tournament.reasonTime",
  "illegal-move": "reason.illegal-move",
  crash: "reason.crash",
  "changed-board": "reason.changed-board",
  "started-process": "reason.started-process",
  "forbidden-call": "reason.forbidden-call",
  "memory-limit": "reason.memory-limit",
} as const;
export const reasonText = (reason: string): string =>
  reason in reasons ? t(reasons[reason as keyof typeof reasons]) : reason.replaceAll("-", " ");

/** "Ada wins 68–0 (line)". */
export function resultText(game: Played, names: Record<Side, string>): string {
  const rated = ratedWinner(game);
  const values = { score: score(Math.max(...game.points), Math.min(...game.points)), reason: reasonText(game.reason) };
  return rated ? t("tournament.result", { name: names[rated], ...values }) : t("tournament.resultDraw", values);
}
