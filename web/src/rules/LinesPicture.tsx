import type { VariantInfo } from "../core/types";
import { t } from "../i18n/text";

/** All winning lines, from the core. */
export function LinesPicture({ variant }: { variant: VariantInfo }) {
  const n = variant.size;
  const places = Array.from({ length: n * n }, (_, i) => i);
  return (
    <div class="lines-picture">
      {variant.lines.map((line) => (
        <svg key={line.join()} viewBox={`-0.2 -0.2 ${n + 0.4} ${n + 0.4}`} role="img" aria-label={t("rules.line", { places: line.map((p) => p + 1).join(t("common.comma")) })}>
          {places.map((place) => (
            <rect
              key={place}
              class={line.includes(place) ? "on" : ""}
              x={(place % n) + 0.08}
              y={Math.floor(place / n) + 0.08}
              width={0.84}
              height={0.84}
              rx={0.2}
            />
          ))}
        </svg>
      ))}
    </div>
  );
}
