// Results of tournament games by the one rule of the page: a line decides, else more points.
import type { Side } from "../core/types";
import type { PlayedGame } from "./protocol";

type Played = Pick<PlayedGame, "result" | "points" | "reason">;

export function ratedWinner({ result, points: [x, o] }: Played): Side | null {
  if (result === "x" || result === "o") return result;
  return x === o || result === "*" ? null : x > o ? "x" : "o";
}

const reasons: Record<string, string> = { line: "line", full: "board full", "time-limit": "out of time" };
export const reasonText = (reason: string): string => reasons[reason] ?? reason.replaceAll("-", " ");

/** "Ada wins 68–0 (line)". */
export function resultText(game: Played, names: Record<Side, string>): string {
  const rated = ratedWinner(game);
  const score = `${Math.max(...game.points)}–${Math.min(...game.points)}`;
  return `${rated ? `${names[rated]} wins` : "Draw"} ${score} (${reasonText(game.reason)})`;
}
