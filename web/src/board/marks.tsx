import type { Side } from "../core/types";
import { centre, type Box } from "./geometry";

interface MarkProps {
  side: Side;
  box: Box;
  /** The fraction of the box that the mark fills. */
  scale?: number;
  class?: string;
}

/** A cross or a ring: marks differ in shape as well as in colour. */
export function Mark({ side, box, scale = 0.56, class: extra = "" }: MarkProps) {
  const { x, y } = centre(box);
  const r = (box.width * scale) / 2;
  const name = `mark mark-${side} ${extra}`;
  if (side === "o") return <circle class={name} cx={x} cy={y} r={r} pathLength={1} />;
  return (
    <path
      class={name}
      pathLength={1}
      d={`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`}
    />
  );
}
