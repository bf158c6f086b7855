import { centre, Geometry, viewBox } from "../board/geometry";
import type { VariantInfo } from "../core/types";
import { t } from "../i18n/text";

/** The points of each small board, on the board itself. */
export function PointsPicture({ variant }: { variant: VariantInfo }) {
  const geometry = new Geometry(variant, false);
  return (
    <svg class="points-picture" viewBox={viewBox(geometry.whole)} role="img" aria-label={t("rules.points", { points: variant.boardPoints.join(t("common.comma")) })}>
      {Array.from({ length: variant.bigBoards }, (_, big) => (
        <rect key={big} class="big-board" {...geometry.bigBoard(big)} rx={4} />
      ))}
      {variant.boardPoints.map((points, board) => {
        const box = geometry.smallBoard(board);
        const { x, y } = centre(box);
        return (
          <g key={board} class="small-board">
            <rect class="ground" {...box} rx={2.5} />
            <text x={x} y={y + 5}>
              {points}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
