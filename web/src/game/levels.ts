// What the engine's levels of skill are worth: docs/explanation/skill.md has the games. Scores of each level
// against the one below it, in `extreme`; the last one is not measured.
const scoreAgainstLevelBelow = [
  77, 85, 80.5, 81, 79.5, 77.5, 69, 77, 74, 75, 64, 79.5, 64, 79, 90, 73.3, 85, 70, 80,
];
export const strongest = scoreAgainstLevelBelow.length + 1;

const names: [upTo: number, name: string][] = [
  [1, "Beginner"],
  [3, "Learner"],
  [6, "Casual player"],
  [9, "Club player"],
  [12, "Strong player"],
  [16, "Expert"],
  [19, "Master"],
  [20, "Full strength"],
];

/** Difference in Elo that a score in per cent stands for. */
const elo = (score: number): number => 400 * Math.log10(score / (100 - score));

export interface Level {
  level: number;
  name: string;
  /** Elo above level 0; null where not measured. */
  elo: number | null;
  description: string;
}

export function describeLevel(level: number): Level {
  const name = names.find(([upTo]) => level <= upTo)![1];
  if (level >= strongest)
    return { level: strongest, name, elo: null, description: "Everything the engine has, for the time you give it." };
  const steps = scoreAgainstLevelBelow.slice(0, level);
  const sum = Math.round(steps.reduce((total, score) => total + elo(score), 0) / 10) * 10;
  const below = steps.at(-1);
  const description =
    below === undefined
      ? "Knows the rules, takes a line that is one move away, and little more."
      : `Scores ${Math.round(below)} % against level ${level - 1}; ${sum} Elo above level 0.`;
  return { level, name, elo: sum, description };
}
