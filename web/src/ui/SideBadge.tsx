import { Mark } from "../board/marks";
import type { Side } from "../core/types";

export function SideBadge({ side }: { side: Side }) {
  return (
    <svg class="badge" viewBox="0 0 10 10" aria-hidden="true">
      <Mark side={side} box={{ x: 0, y: 0, width: 10, height: 10 }} scale={0.62} />
    </svg>
  );
}
