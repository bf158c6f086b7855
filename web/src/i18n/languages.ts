export interface Language {
  /** The locale for Intl. */
  locale: string;
  /** Its name in the language itself. */
  name: string;
  rtl?: boolean;
}

// Arabic with Latin digits, as in cell names and clocks.
export const languages = {
  en: { locale: "en", name: "English" },
  de: { locale: "de", name: "Deutsch" },
  es: { locale: "es", name: "Español" },
  fr: { locale: "fr", name: "Français" },
  hi: { locale: "hi", name: "हिन्दी" },
  ar: { locale: "ar-u-nu-latn", name: "العربية", rtl: true },
} as const satisfies Record<string, Language>;
export type LanguageCode = keyof typeof languages;

export const isLanguage = (code: unknown): code is LanguageCode => typeof code === "string" && Object.hasOwn(languages, code);

/** The first preferred language that is available, otherwise English. */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    if (isLanguage(code)) return code;
  }
  return "en";
}
