import { opponentOf } from "../game/levels";

// Drawn, because not every system has a font with emoji.
const ears = ["", "M4 6l2-5 4 3zM20 6l-2-5-4 3z", "M3 8a3 3 0 1 1 5-4zM21 8a3 3 0 1 0-5-4z", "M12 1l-2-1v3h4V0z"];
const eyes = ["M8 10v1M16 10v1", "M7 10h2M15 10h2", "M6.8 9l2.6 1.4M17.2 9l-2.6 1.4"];
const mouths = ["M8 15q4 4 8 0", "M8 15.5q4 2 8 0", "M8.5 16h7", "M8 16.5q4-2 8 0"];

/** The face of the computer player of a level. */
export function Face({ level }: { level: number }) {
  const { hue, look } = opponentOf(level);
  return (
    <svg class="face" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ears[look[0]]} fill={`hsl(${hue} 45% 45%)`} />
      <circle cx={12} cy={12.5} r={10.5} fill={`hsl(${hue} 60% 72%)`} />
      <path class="face-lines" d={`${eyes[look[1]]}${mouths[look[2]]}`} />
    </svg>
  );
}
