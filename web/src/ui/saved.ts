// Objects that this browser keeps as JSON. What is saved may be damaged, or from an older page.

/** The members of a saved text that are valid; the others are left out. */
export function validMembers<T extends object>(text: string, isValid: (name: string, value: unknown) => boolean): Partial<T> {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof saved !== "object" || saved === null) return {};
  return Object.fromEntries(Object.entries(saved).filter(([name, value]) => isValid(name, value))) as Partial<T>;
}

/** The saved text; that of an empty object if there is none, or no storage. */
export function readSaved(key: string): string {
  try {
    return localStorage.getItem(key) ?? "{}";
  } catch {
    return "{}";
  }
}

/** Saves an object. Private windows may refuse; it then lasts as long as the page. */
export function writeSaved(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}
