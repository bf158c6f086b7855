// The catalogues: complete, well formed, and the only place with words for people.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { en, type Catalogue, type Key } from "../../src/i18n/en";
import { casesOf, format } from "../../src/i18n/format";
import { loaders } from "../../src/i18n/catalogues";
import { bestLanguage, languages, type LanguageCode } from "../../src/i18n/languages";
import { root } from "./support";

const source = join(root, "web", "src");
const files = (readdirSync(source, { recursive: true }) as string[])
  .filter((name) => /\.tsx?$/.test(name) && !/^(i18n|report)\b/.test(name)) // Reports are in English.
  .map((name) => ({ name, text: readFileSync(join(source, name), "utf8") }));

// What people read or hear although it stands in an attribute.
const spoken = /^(title|alt|placeholder|label|aria-(label|description|roledescription|valuetext|placeholder))$/;
const letters = /\p{L}{2}/u;
// Two words with a space between, that no style sheet, selector or address would have.
const prose = /(^|[\s(])[\p{L}’']+[,:.;]? \p{L}[\p{L}’']+/u;
// Names that are the same in every language.
const names = /^(Extreme Tic-Tac-Toe|Extreme|Tic-Tac-Toe|Elo)$/;
// Calls whose words are for the browser.
const selectors = /(^|\.)(matchMedia|closest|matches|querySelector(All)?)$/;

/** The literals an expression may come to. */
function shown(node: ts.Node): ts.StringLiteralLike[] {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isJsxExpression(node)) return node.expression ? shown(node.expression) : [];
  if (ts.isParenthesizedExpression(node)) return shown(node.expression);
  if (ts.isConditionalExpression(node)) return [...shown(node.whenTrue), ...shown(node.whenFalse)];
  if (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText()))
    return [...shown(node.left), ...shown(node.right)];
  return [];
}

function textsOutside(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (node: ts.Node, words: string): void => {
    if (names.test(words.trim())) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${name}:${line + 1}: ${words.trim()}`);
  };
  const single = (part: ts.StringLiteralLike): void => {
    if (letters.test(part.text) && !prose.test(part.text)) note(part, part.text);
  };
  const visit = (node: ts.Node): void => {
    // Errors are for developers; the page shows texts of the catalogue instead.
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return;
    if (ts.isCallExpression(node) && selectors.test(node.expression.getText())) return;
    if (ts.isJsxText(node) && letters.test(node.text)) note(node, node.text);
    if (ts.isJsxAttribute(node)) {
      if (/^(class|style|d|transform|viewBox)$/.test(node.name.getText())) return;
      if (node.initializer && spoken.test(node.name.getText())) for (const part of shown(node.initializer)) single(part);
    }
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) for (const part of shown(node)) single(part);
    if (ts.isStringLiteralLike(node) && prose.test(node.text)) note(node, node.text);
    if (ts.isTemplateExpression(node)) {
      const words = node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join("");
      if (prose.test(words) && !/[a-z]-\{\}/.test(words)) note(node, words); // Names of classes end so.
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("TextsOutsideTheCatalogueAreFound", () => {
  const planted = [
    '<p title="Hello" />',
    '<p aria-label={on ? "Stop" : t("x")} />',
    '<input placeholder="Name" />',
    "<p>Some words {t('x')}</p>",
    '<p>{won && "Won"}</p>',
    'say("Your turn now")',
    "say(`${name} has moved`)",
  ];
  for (const text of planted) assert.equal(textsOutside("planted.tsx", text).length, 1, text);
  assert.deepEqual(textsOutside("fine.tsx", `const a = <p class="two words">{t("common.close")} × 3</p>;`), []);
});

test("NoTextStandsOutsideTheCatalogue", () => {
  assert.deepEqual(files.flatMap(({ name, text }) => textsOutside(name, text)), []);
});

test("EveryTextOfTheCatalogueIsUsed", () => {
  const all = files.map(({ text }) => text).join("\n");
  // Some keys are put together: t(`level.${level}`).
  const stems = [...all.matchAll(/`([a-z]+\.[A-Za-z]*)\$\{/g)].map((found) => found[1]!);
  const unused = Object.keys(en).filter((key) => !all.includes(`"${key}"`) && !stems.some((stem) => key.startsWith(stem)));
  assert.deepEqual(unused, []);
});

const catalogues: [LanguageCode, Catalogue][] = [["en", en]];
for (const [code, load] of Object.entries(loaders)) catalogues.push([code as LanguageCode, (await load()).default]);

/** The names of values and of marked parts in a message, plural cases included. */
const holes = (message: string): string[] =>
  [...new Set([...message.matchAll(/(?<!(?:=\d+|zero|one|two|few|many|other) )\{(\w+)[,}]|<(\w+)>/g)].map((found) => found[1] ?? `<${found[2]}>`))].sort();

for (const [code, texts] of catalogues) {
  test(`TheCatalogueHasEveryTextWithItsValuesIn_${code}`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(en));
    for (const key of Object.keys(en) as Key[]) {
      assert.deepEqual(holes(texts[key]), holes(en[key]), `${code} ${key}`);
      assert.equal(texts[key] === "" , false, `${code} ${key} is empty`);
    }
  });

  test(`PluralsHaveEveryCategoryOf_${code}`, () => {
    const { locale } = languages[code];
    const rules = new Intl.PluralRules(locale);
    for (const [key, message] of Object.entries(texts)) {
      for (const found of message.matchAll(/\{\w+, plural, /g)) {
        const cases = casesOf(message.slice(found.index + found[0].length, endOf(message, found.index)));
        assert.ok(cases.has("other"), `${code} ${key} has no case "other"`);
        // Exact numbers aside, all six of Arabic; "many" of French and Spanish begins at a million.
        if (cases.size > 1 && !/=\d/.test([...cases.keys()].join()))
          for (const name of rules.resolvedOptions().pluralCategories)
            assert.ok(cases.has(name) || (name === "many" && code !== "ar"), `${code} ${key} has no case "${name}"`);
        for (const name of cases.keys())
          assert.ok(name.startsWith("=") || rules.resolvedOptions().pluralCategories.includes(name as Intl.LDMLPluralRule), `${code} ${key}: no category ${name}`);
      }
      for (const count of [0, 1, 2, 3, 11, 100])
        assert.doesNotMatch(format(message, { count }, locale, String), /[{}#]/, `${code} ${key}`);
    }
  });
}

function endOf(message: string, open: number): number {
  let depth = 0;
  for (let i = open; ; i++) {
    if (message[i] === "{") depth++;
    if (message[i] === "}" && --depth === 0) return i;
  }
}

test("TranslationsAreNotEnglish", () => {
  for (const [code, texts] of catalogues) {
    if (code === "en") continue;
    const same = (Object.keys(en) as Key[]).filter((key) => prose.test(en[key].replaceAll(/\{.*\}/g, "")) && en[key] === texts[key]);
    assert.deepEqual(same, [], code);
  }
});

test("StylesHaveNoLeftAndRight", () => {
  const styles = join(source, "styles");
  const physical = /(margin|padding|border)-(left|right)|text-align: (left|right)|(^|\s)(left|right):|float:/;
  const found = readdirSync(styles).flatMap((name) =>
    readFileSync(join(styles, name), "utf8")
      .split("\n")
      .flatMap((text, at) => (physical.test(text) && !/\/\* physical/.test(text) ? [`${name}:${at + 1}:${text}`] : [])),
  );
  assert.deepEqual(found, []);
});

test("TheFirstLanguageThePageHasIsChosen", () => {
  assert.equal(bestLanguage(["de-AT", "en"]), "de");
  assert.equal(bestLanguage(["nl", "fr-CA"]), "fr");
  assert.equal(bestLanguage(["ar-EG"]), "ar");
  assert.equal(bestLanguage(["nl"]), "en");
  assert.equal(bestLanguage([]), "en");
});

test("PluralsFollowTheLanguage", () => {
  const say = (code: LanguageCode, count: number): string =>
    format(catalogues.find(([name]) => name === code)![1]["common.moves"], { count }, languages[code].locale, String);
  assert.equal(say("en", 1), "1 move");
  assert.equal(say("en", 2), "2 moves");
  assert.equal(say("de", 1), "1 Zug");
  assert.equal(say("fr", 0), "0 coup");
  assert.equal(new Set([0, 1, 2, 3, 11, 100].map((count) => say("ar", count).replace(/\d+ ?/, ""))).size >= 4, true);
});
