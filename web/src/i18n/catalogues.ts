import type { Catalogue } from "./en";
import type { LanguageCode } from "./languages";

export type Loaders = Record<Exclude<LanguageCode, "en">, () => Promise<{ default: Catalogue }>>;

/** Catalogues other than the English one, loaded when they are needed. Reports leave them out. */
export const loaders: Loaders = {
  de: () => import("./de"),
  es: () => import("./es"),
  fr: () => import("./fr"),
  hi: () => import("./hi"),
  ar: () => import("./ar"),
};
