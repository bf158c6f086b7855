// What a browser has kept may be damaged: by another program, an older page, or by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isLanguage } from "../../src/i18n/languages";
import { savedSettings } from "../../src/ui/settings";

test("damaged settings are left out, the others kept", () => {
  for (const text of ["", "null", "3", '"de"', "[1]", "{", "undefined", '{"__proto__":{"sound":true}}']) assert.deepEqual(savedSettings(text), {}, text);
  for (const language of ["xx", "constructor", "toString", "__proto__", "", 7, {}, ["de"], "DE"])
    assert.deepEqual(savedSettings(JSON.stringify({ language, sound: true })), { sound: true }, String(language));
  assert.deepEqual(savedSettings('{"theme":"<b>","level":-1,"variant":"chess","tapTwice":"yes","guided":1,"more":2}'), {});
  assert.deepEqual(savedSettings('{"level":21}'), {});
  const good = { theme: "dark", sound: true, variant: "double", level: 3, guided: true, language: "ar", tapTwice: false };
  assert.deepEqual(savedSettings(JSON.stringify(good)), good);
});

test("a property that every object has is no language", () => {
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) assert.equal(isLanguage(name), false);
  assert.equal(isLanguage("de"), true);
});
