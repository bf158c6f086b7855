// Messages with placeholders in the format of the catalogues: {name}, and {count, plural, one {…} other {…}} with the
// categories of Intl.PluralRules, exact numbers (=3) and # for the number itself.
export type Values = Readonly<Record<string, string | number>>;

/** The text from `at` up to the bracket that closes the one before it. */
function closing(message: string, at: number): number {
  for (let depth = 1, i = at; i < message.length; i++) {
    if (message[i] === "{") depth++;
    if (message[i] === "}" && --depth === 0) return i;
  }
  throw new Error(`a bracket is not closed: ${message}`);
}

/** The cases of a plural: "one {…} other {…}". */
export function casesOf(text: string): Map<string, string> {
  const cases = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("{", at);
    if (open < 0) break;
    const end = closing(text, open + 1);
    cases.set(text.slice(at, open).trim(), text.slice(open + 1, end));
    at = end + 1;
  }
  return cases;
}

export function format(message: string, values: Values, locale: string, number: (value: number) => string): string {
  let out = "";
  for (let at = 0; at < message.length; ) {
    const open = message.indexOf("{", at);
    if (open < 0) return out + message.slice(at);
    const end = closing(message, open + 1);
    const [name = "", kind, ...rest] = message.slice(open + 1, end).split(",");
    const value = values[name.trim()];
    out += message.slice(at, open);
    if (kind === undefined) {
      out += typeof value === "number" ? number(value) : (value ?? "");
    } else {
      const cases = casesOf(rest.join(","));
      const count = Number(value);
      const chosen = cases.get(`=${count}`) ?? cases.get(new Intl.PluralRules(locale).select(count)) ?? cases.get("other")!;
      out += format(chosen, values, locale, number).replaceAll("#", number(count));
    }
    at = end + 1;
  }
  return out;
}
