// The opponents: people to play against instead of numbers. A level is the engine's option Skill.
export const strongest = 20;

export interface Opponent {
  level: number;
  name: string;
  /** How it is drawn (ui/Face.tsx): a colour, and the numbers of ears, eyes and mouth. */
  hue: number;
  look: [number, number, number];
  description: string;
}

const opponents: Opponent[] = [
  { level: 0, name: "Pip", hue: 48, look: [0, 0, 0], description: "Just learned the rules. Takes a win when it is one move away." },
  { level: 2, name: "Momo", hue: 28, look: [2, 0, 0], description: "Plays quickly and overlooks a lot." },
  { level: 4, name: "Robin", hue: 200, look: [0, 0, 1], description: "Sees easy wins and simple blocks." },
  { level: 6, name: "Felix", hue: 18, look: [1, 0, 1], description: "Thinks about where a move sends you." },
  { level: 8, name: "Juno", hue: 120, look: [1, 1, 1], description: "Rarely gives a board away." },
  { level: 10, name: "Otto", hue: 270, look: [2, 1, 2], description: "Plans several moves ahead." },
  { level: 13, name: "Vera", hue: 220, look: [1, 2, 2], description: "Strong. Punishes every careless move." },
  { level: 16, name: "Argus", hue: 345, look: [3, 2, 2], description: "Very strong. Expect long, hard games." },
  { level: 20, name: "Titan", hue: 0, look: [1, 2, 3], description: "The engine at full strength." },
];
export const allOpponents: readonly Opponent[] = opponents;

/** The opponent of a level; games saved with another level get the nearest below. */
export function opponentOf(level: number): Opponent {
  return opponents.filter((one) => one.level <= level).at(-1) ?? opponents[0]!;
}

/** The next opponent up (1) or down (-1); null at either end. */
export function neighbourOf(level: number, step: 1 | -1): Opponent | null {
  return opponents[opponents.indexOf(opponentOf(level)) + step] ?? null;
}

/** Up after a win, down after two losses in a row, by the latest results first. */
export function suggestedLevel(level: number, results: readonly ("won" | "lost" | "draw")[]): number {
  if (results[0] === "won") return neighbourOf(level, 1)?.level ?? level;
  if (results[0] === "lost" && results[1] === "lost") return neighbourOf(level, -1)?.level ?? level;
  return level;
}
