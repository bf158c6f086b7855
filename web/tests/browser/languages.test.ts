// The page in other languages: chosen by the browser or in the menu, kept, from right to left, without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import ar from "../../src/i18n/ar";
import de from "../../src/i18n/de";
import { en, type Catalogue } from "../../src/i18n/en";
import hi from "../../src/i18n/hi";
import { faults } from "./axe";
import { dist, useHarness } from "./harness";
import { isolationHeaders, securityHeaders, serve } from "./serve";
import { afterAnnouncement } from "./table";
import { assertFits, phone, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 240_000 };
const frame = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);
const choose = async (page: Page, code: string): Promise<void> => {
  await page.locator(".language select").selectOption(code);
  await page.locator(`html[lang=${code}]`).waitFor({ state: "attached" });
};
const says = (page: Page, text: string): Promise<void> => page.locator("main").getByText(text).first().waitFor();
const marks = (page: Page): Promise<number> => page.locator(".moves .move").count();

/** One move of the person and the reply. */
async function playOne(page: Page): Promise<void> {
  const before = await marks(page);
  await page.locator(".cells .cell.legal").first().click();
  await page.locator(".moves .move").nth(before + 1).waitFor();
  await page.locator(".cells .cell.legal").first().waitFor();
}

test("a game goes on in German and in Arabic, and the choice is kept", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.locator(".cells .cell.legal").first().waitFor();
  assert.equal(await frame(page), "en ltr");
  await choose(page, "de");
  assert.equal(await frame(page), "de ltr");
  await page.getByRole("link", { name: "Aufgaben", exact: true }).waitFor();
  await playOne(page);
  await playOne(page);
  await says(page, "Du bist dran");
  const played = await marks(page);
  assert.ok(played >= 4);
  await afterAnnouncement(page, () => page.locator(".cells .cell.legal").first().click());
  await page.reload();
  await page.locator(".cells .cell.legal").first().waitFor();
  assert.equal(await frame(page), "de ltr");
  assert.ok((await marks(page)) > played, "the game is kept");
  await says(page, "Du bist dran");

  await choose(page, "ar");
  assert.equal(await frame(page), "ar rtl");
  await page.locator(".cells .cell.legal").first().waitFor();
  assert.ok((await marks(page)) > played, "the game goes on in another language");
  await playOne(page);
  await says(page, "دورك");
  await page.reload();
  await page.locator(".cells .cell.legal").first().waitFor();
  assert.equal(await frame(page), "ar rtl");
  assert.deepEqual(errors, []);
  await close();
});

test("from right to left the page is mirrored, boards and notation are not", limit, async () => {
  const { page, close } = await harness.open({ locale: "ar-EG", viewport: { width: 1280, height: 840 } });
  await page.locator(".cells .cell.legal").first().waitFor();
  await playOne(page);
  const left = async (selector: string): Promise<number> => (await page.locator(selector).first().boundingBox())!.x;
  assert.ok((await left(".brand")) > (await left(".top nav")), "the bar begins at the right");
  assert.ok((await left(".board-picture")) > (await left(".side-column")), "the columns have changed places");
  assert.ok((await left('[data-cell="a1"]')) < (await left('[data-cell="b1"]')), "the board has not");
  assert.ok((await left(".moves .moves-x .move")) < (await left(".moves .moves-o .move")), "nor has the notation");
  assert.ok((await left(".steps button:first-child")) < (await left(".steps button:last-child")));
  await close();
});

test("the browser's languages are followed, and only their texts are loaded", limit, async () => {
  for (const [locale, code] of [["en-GB", "en"], ["de-AT", "de"], ["es-MX", "es"], ["fr-CA", "fr"], ["hi-IN", "hi"], ["nl", "en"]] as const) {
    const { page, close } = await harness.open({ locale });
    await page.locator(".cells .cell.legal").first().waitFor();
    assert.equal((await frame(page)).split(" ")[0], code, locale);
    const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const loaded = urls.flatMap((url) => /\/assets\/(de|es|fr|hi|ar)-/.exec(url)?.[1] ?? []);
    assert.deepEqual([...new Set(loaded)], code === "en" ? [] : [code], locale);
    await close();
  }
});

const pages = ["play", "online", "games", "analysis?v=extreme&m=g7-k9", "puzzles", "tournaments", "learn", "rules"];
const desktop = { viewport: { width: 1280, height: 840 } };
// Texts that only an English reader expects.
const english = Object.values(en).filter((text) => /^[^{}<>]{12,}$/.test(text) && / /.test(text));

for (const [code, catalogue] of Object.entries({ de, hi, ar } as Record<string, Catalogue>))
  test(`every page fits and is all in its language, ${code}`, limit, async () => {
    for (const [size, options] of Object.entries({ phone, desktop })) {
      const { page, close } = await harness.open({ ...options, locale: code, reducedMotion: "reduce" });
      await page.locator(".cell.legal").first().waitFor();
      for (const hash of pages) {
        const name = hash.split("?")[0]!;
        await page.goto(new URL(`#/${hash}`, page.url()).href);
        await page.locator("#menu a[aria-current]", { hasText: catalogue[`nav.${name}` as "nav.play"] }).waitFor({ state: "attached" });
        if (/play|analysis|puzzles|learn/.test(name)) await page.locator(".cell.legal").first().waitFor();
        await page.waitForTimeout(300);
        await shoot(page, `${code}-${name}-${size}`);
        await assertFits(page);
        const shown = await page.locator("body").innerText();
        assert.deepEqual(english.filter((text) => shown.includes(text)), [], `${code} ${name}`);
        if (size === "desktop") assert.deepEqual(await faults(page), [], `${code} ${name}`);
      }
      await close();
    }
  });

test("languages work without a network after the first visit", limit, async () => {
  const host = await serve(dist, "", { ...securityHeaders, ...isolationHeaders });
  const { page, close } = await harness.open({ offlineCopy: true, url: host.url });
  await page.locator(".cell.legal").first().waitFor();
  const kept = (): Promise<number> =>
    page.evaluate(async () => {
      const [name] = await caches.keys();
      return name ? (await (await caches.open(name)).keys()).filter(({ url }) => /\.(wasm|xnet)$|\/ar-/.test(url)).length : 0;
    });
  while ((await kept()) < 10) await page.waitForTimeout(300);
  host.server.closeAllConnections();
  host.server.close();
  await choose(page, "ar");
  await page.locator(".cells .cell.legal").first().waitFor();
  await playOne(page);
  await page.reload();
  await page.locator(".cells .cell.legal").first().waitFor();
  assert.equal(await frame(page), "ar rtl");
  await playOne(page);
  await choose(page, "de");
  await says(page, "Du bist dran");
  await close();
});
