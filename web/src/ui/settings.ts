import { variantNames, type VariantName } from "../core/types";
import { isLanguage } from "../i18n/languages";
import { readSaved, validMembers, writeSaved } from "./saved";
import { Store } from "./store";

export type Theme = "auto" | "light" | "dark";

interface Saved {
  theme: Theme;
  sound: boolean;
  variant: VariantName;
  level: number;
  /** Whether the lesson or a game was finished. */
  guided: boolean;
  /** The language that was chosen; without one the browser's. */
  language: string | null;
  /** On touch screens the first tap shows where a cell leads, the second plays. */
  tapTwice: boolean;
}
const key = "xttt.settings";
const usual: Saved = { theme: "auto", sound: false, variant: "extreme", level: 2, guided: false, language: null, tapTwice: true };

/** The settings of the user, stored in this browser if possible. */
class Settings extends Store {
  private saved: Saved = { ...usual, ...savedSettings(readSaved(key)) };

  get theme(): Theme {
    return this.saved.theme;
  }
  get sound(): boolean {
    return this.saved.sound;
  }
  get variant(): VariantName {
    return variantNames.includes(this.saved.variant) ? this.saved.variant : usual.variant;
  }
  get level(): number {
    return this.saved.level;
  }
  get language(): string | null {
    return this.saved.language;
  }
  get tapTwice(): boolean {
    return this.saved.tapTwice;
  }
  get guided(): boolean {
    return this.saved.guided;
  }

  /** All of them, as they are saved. */
  get all(): Readonly<Saved> {
    return this.saved;
  }

  /** Takes over saved settings where this browser has the usual ones. */
  adopt(saved: Partial<Saved>): void {
    const isFree = (name: string): boolean => this.saved[name as keyof Saved] === usual[name as keyof Saved];
    this.set(Object.fromEntries(Object.entries(saved).filter(([name]) => isFree(name))));
  }

  reset(): void {
    this.set(usual);
  }

  set(changes: Partial<Saved>): void {
    // Another tab may have changed others.
    this.saved = { ...this.saved, ...savedSettings(readSaved(key)), ...changes };
    writeSaved(key, this.saved);
    this.applyTheme();
    this.changed();
  }

  applyTheme(): void {
    const root = document.documentElement;
    if (this.theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", this.theme);
  }
}

/** What each saved value may be: another program, an older page or a person may have changed it. */
const valid: { [Name in keyof Saved]: (value: unknown) => boolean } = {
  theme: (value) => value === "auto" || value === "light" || value === "dark",
  sound: (value) => typeof value === "boolean",
  variant: (value) => variantNames.includes(value as VariantName),
  level: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 20, // the option Skill
  guided: (value) => typeof value === "boolean",
  language: (value) => value === null || isLanguage(value),
  tapTwice: (value) => typeof value === "boolean",
};

/** The valid values of a saved text; what is damaged is left out. */
export function savedSettings(text: string): Partial<Saved> {
  return validMembers(text, (name, value) => Object.hasOwn(valid, name) && valid[name as keyof Saved](value));
}

export const settings = new Settings();
