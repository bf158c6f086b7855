import { t } from "../i18n/text";

// The opponents: characters instead of numbers. A level is the engine option Skill.
export const strongest = 20;

export interface Opponent {
  level: number;
  name: string;
  /** How it is drawn (ui/Face.tsx): a colour, and the numbers of ears, eyes and mouth. */
  hue: number;
  look: [number, number, number];
}

const opponents = [
  { level: 0, name: "Pip", hue: 48, look: [0, 0, 0] },
  { level: 2, name: "Momo", hue: 28, look: [2, 0, 0] },
  { level: 4, name: "Robin", hue: 200, look: [0, 0, 1] },
  { level: 6, name: "Felix", hue: 18, look: [1, 0, 1] },
  { level: 8, name: "Juno", hue: 120, look: [1, 1, 1] },
  { level: 10, name: "Otto", hue: 270, look: [2, 1, 2] },
  { level: 13, name: "Vera", hue: 220, look: [1, 2, 2] },
  { level: 16, name: "Argus", hue: 345, look: [3, 2, 2] },
  { level: 20, name: "Titan", hue: 0, look: [1, 2, 3] },
] as const satisfies readonly Opponent[];
export const allOpponents: readonly Opponent[] = opponents;

/** How the opponent of a level plays, in a sentence. */
export const describeLevel = (level: number): string => t(`level.${knownOf(level).level}`);
const knownOf = (level: number) => opponents.filter((one) => one.level <= level).at(-1) ?? opponents[0];

/** The opponent of a level; games saved with another level get the nearest below. */
export function opponentOf(level: number): Opponent {
  return knownOf(level);
}

/** The next opponent up (1) or down (-1); null at either end. */
export function neighbourOf(level: number, step: 1 | -1): Opponent | null {
  return allOpponents[allOpponents.indexOf(opponentOf(level)) + step] ?? null;
}

/** Up after a win, down after two losses in a row, by the latest results first. */
export function suggestedLevel(level: number, results: readonly ("won" | "lost" | "draw")[]): number {
  if (results[0] === "won") return neighbourOf(level, 1)?.level ?? level;
  if (results[0] === "lost" && results[1] === "lost") return neighbourOf(level, -1)?.level ?? level;
  return level;
}
