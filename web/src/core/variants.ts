// Written by scripts/generate-variants from src/rules/variant.h.
export const variantNames = ["extreme", "double", "diagonal", "ultimate"] as const;
export type VariantName = (typeof variantNames)[number];
