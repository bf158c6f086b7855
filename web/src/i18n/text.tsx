// The texts of the page in the language of the user.
import type { ComponentChildren } from "preact";
import { settings } from "../ui/settings";
import { Store } from "../ui/store";
import type { Loaders } from "./catalogues";
import { en, type Catalogue, type Key } from "./en";
import { format, type Values } from "./format";
import { bestLanguage, isLanguage, languages, type Language, type LanguageCode } from "./languages";

const keptNumbers = 100;

class LanguageStore extends Store {
  code: LanguageCode = "en";
  catalogue: Catalogue = en;
  /** The source of other languages; without it there is only English. */
  loaders: Loaders | null = null;
  private formats = new Map<string, Intl.NumberFormat>();
  private plainNumbers = new Map<number, string>();
  private lists = new Map<string, Intl.ListFormat>();

  get locale(): string {
    return languages[this.code].locale;
  }
  get rtl(): boolean {
    return (languages[this.code] as Language).rtl ?? false;
  }

  /** The chosen language, otherwise the language of the browser. */
  wanted(): LanguageCode {
    const chosen = settings.language;
    return isLanguage(chosen) ? chosen : bestLanguage(navigator.languages ?? [navigator.language]);
  }

  /** Changes the language once its texts are loaded; without a network nothing changes. */
  async use(code: LanguageCode): Promise<void> {
    try {
      if (code !== "en" && !this.loaders) return;
      this.catalogue = code === "en" ? en : (await this.loaders![code]()).default;
    } catch {
      return;
    }
    this.code = code;
    this.formats.clear();
    this.plainNumbers.clear();
    this.lists.clear();
    document.documentElement.lang = code;
    document.documentElement.dir = this.rtl ? "rtl" : "ltr";
    this.changed();
  }

  async choose(code: LanguageCode): Promise<void> {
    settings.set({ language: code });
    await this.use(code);
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return options ? this.formatted(value, options) : this.plainNumber(value);
  }

  list(items: readonly string[], type: "conjunction" | "disjunction"): string {
    if (items.length === 1) return items[0]!;
    let made = this.lists.get(type);
    if (!made) this.lists.set(type, (made = new Intl.ListFormat(this.locale, { type })));
    return made.format(items);
  }

  /** Kept: the labels of a board need the same few numbers hundreds of times. */
  private plainNumber(value: number): string {
    let text = this.plainNumbers.get(value);
    if (text === undefined) {
      text = this.formatted(value, {});
      if (Number.isInteger(value) && value >= 0 && value < keptNumbers) this.plainNumbers.set(value, text);
    }
    return text;
  }

  private formatted(value: number, options: Intl.NumberFormatOptions): string {
    const key = JSON.stringify(options);
    let made = this.formats.get(key);
    if (!made) this.formats.set(key, (made = new Intl.NumberFormat(this.locale, options)));
    return made.format(value);
  }
}

export const language = new LanguageStore();

/** A text of the catalogue with values in it. */
export const t = (key: Key, values: Values = {}): string =>
  format(language.catalogue[key], values, language.locale, (value) => language.number(value));

/** A text whose <marked>parts</marked> are rendered by functions of that name. */
export function rich(key: Key, parts: Record<string, (text: string) => ComponentChildren>, values: Values = {}): ComponentChildren {
  const pieces = t(key, values).split(/<(\w+)>(.*?)<\/\1>/);
  return pieces.map((piece, i) => (i % 3 === 0 ? piece : i % 3 === 1 ? null : (parts[pieces[i - 1]!]?.(piece) ?? piece)));
}
export const bold = (text: string): ComponentChildren => <b>{text}</b>;

export const number = (value: number, options?: Intl.NumberFormatOptions): string => language.number(value, options);
export const percentage = (share: number): string => number(share, { style: "percent" });
export const dateTime = (date: Date): string =>
  date.toLocaleString(language.locale, { dateStyle: "medium", timeStyle: "short" });
/** "2 d 5 h", "5 h 12 min", "12 min": for times that people wait for. */
export function longTimeText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const unit = (value: number, name: string): string => number(value, { style: "unit", unit: name, unitDisplay: "narrow" });
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${unit(days, "day")} ${unit(hours, "hour")}`;
  return hours > 0 ? `${unit(hours, "hour")} ${unit(minutes % 60, "minute")}` : unit(minutes, "minute");
}
/** "a or b", "a, b or c". */
export const either = (items: readonly string[]): string => language.list(items, "disjunction");

/** "a and b", "a, b and c". */
export const both = (items: readonly string[]): string => language.list(items, "conjunction");

/** "68–0", in this order in every language and on one line: U+2060 forbids a break after the dash. */
export function score(first: number, second: number): string {
  const text = `${number(first)}–\u2060${number(second)}`;
  return language.rtl ? `\u2066${text}\u2069` : text;
}
