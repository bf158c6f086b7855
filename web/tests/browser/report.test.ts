// A tournament report, opened from the disk with no network.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { faults } from "./axe";
import { program } from "./game_server";
import { useHarness } from "./harness";
import { Tournaments } from "./tournament";
import { assertFits, phone, shoot } from "./visitor";

// One entrant is no program at all: it forfeits before its first move.
const config = (variant: string): string => `
[tournament]
name = "Cup <of> spring"
variant = "${variant}"
seed = 7
[limits]
move_time = "1s"
[games]
per_pairing = 2
[[entrant]]
name = "Ada & <b>Bob</b>"
player = "random"
[[entrant]]
name = "A player with a long name"
player = "random"
[[entrant]]
name = "Crash"
player = "ugi:/bin/false"
`;

const harness = useHarness();
const tournaments = new Tournaments();
const reports: Record<string, string> = {};
before(async () => {
  for (const variant of ["extreme", "double"]) {
    const store = tournaments.play(variant, config(variant));
    const report = `${store}.html`;
    const done = spawnSync(program, ["tournament", "report", store, "-o", report], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    reports[variant] = pathToFileURL(report).href;
    console.log(`# ${variant}: ${statSync(report).size} bytes, ${done.stdout}`);
  }
});
after(async () => {
  await tournaments.stop();
});

const limit = { timeout: 150_000 };

async function open(variant: string, options: BrowserContextOptions = {}): Promise<{ page: Page; errors: string[]; close: () => Promise<void> }> {
  const context = await harness.browser.newContext({ viewport: { width: 1280, height: 840 }, offline: true, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => !request.url().startsWith("file:") && errors.push(`asks for ${request.url()}`));
  await page.goto(reports[variant]!);
  await page.locator("#game-list tbody tr").first().waitFor();
  return { page, errors, close: () => context.close() };
}

const row = (page: Page, text: string | RegExp) => page.locator("#game-list tbody tr", { hasText: text });

for (const variant of ["extreme", "double"])
  test(`a game of ${variant} is replayed from its first move to its last, by keyboard alone`, limit, async () => {
    const { page, errors, close } = await open(variant);
    await row(page, /line|board full/).first().getByRole("link").first().focus();
    await page.keyboard.press("Enter");
    const moves = page.locator(".moves .move");
    await moves.last().and(page.locator("[aria-current]")).waitFor();
    const count = await moves.count();
    assert.ok(count > 10, `${count} moves`);
    const marks = page.locator(".cells .mark");
    assert.equal(await marks.count(), count);
    const status = page.locator(".status");
    assert.match((await status.textContent())!, /(wins|Draw) \d+–\u2060\d+ \((line|board full)\)/);
    assert.ok((await page.locator(".mark.large").count()) > 0, "won boards carry large marks");

    await page.keyboard.press("Home");
    assert.equal(await marks.count(), 0);
    assert.match((await status.textContent())!, new RegExp(`move 0 of ${count}`));
    for (let i = 1; i <= count; i++) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await marks.count(), i);
    }
    await page.keyboard.press("ArrowLeft");
    assert.equal(await marks.count(), count - 1);
    await page.keyboard.press("End");
    assert.equal(await marks.count(), count);
    assert.equal(await page.locator(".engine-note", { hasText: / took / }).count(), 1);
    assert.deepEqual(errors, []);
    await close();
  });

test("a game plays by itself, stops, and follows the slider", limit, async () => {
  const { page, errors, close } = await open("extreme", { reducedMotion: "no-preference" });
  await row(page, /line|board full/).first().getByRole("link").first().click();
  const marks = page.locator(".cells .mark");
  await page.getByRole("button", { name: "Play" }).click();
  await marks.nth(2).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  const slider = page.getByRole("slider", { name: "Move" });
  await slider.fill("1");
  assert.equal(await marks.count(), 1);
  await page.locator(".moves .move").nth(4).click();
  assert.equal(await marks.count(), 5);
  assert.equal(await slider.inputValue(), "5");
  assert.deepEqual(errors, []);
  await close();
});

test("a forfeit before the first move has its evidence, in the list, on the board and with its bot", limit, async () => {
  const { page, errors, close } = await open("extreme");
  assert.equal(await row(page, "Crash").count(), 4);
  await row(page, "Crash").first().getByRole("link").first().click();
  await page.locator(".status", { hasText: /wins 68–\u20600 \(.+\)\. .{5,}/ }).waitFor();
  await page.getByRole("heading", { level: 2 }).getByRole("link", { name: "Crash" }).click();
  await page.getByRole("heading", { name: "Forfeits: 4" }).waitFor();
  assert.ok((await page.locator("td.detail").first().textContent())!.length > 5);
  await page.goBack();
  await page.locator(".status").waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.locator("#standings").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("the list is filtered, and names are text", limit, async () => {
  const { page, errors, close } = await open("extreme");
  assert.equal(await page.locator("#game-list tbody tr").count(), 6);
  await page.getByRole("combobox", { name: "Bot" }).selectOption({ label: "Ada & <b>Bob</b>" });
  assert.equal(await page.locator("#game-list tbody tr").count(), 4);
  await page.getByRole("combobox", { name: "Ending" }).selectOption({ index: 1 });
  assert.ok((await page.locator("#game-list tbody tr").count()) < 4);
  assert.deepEqual(errors, []);
  await close();
});

for (const colorScheme of ["light", "dark"] as const)
  for (const [size, options] of [["1280", {}], ["phone", phone]] as const)
    test(`no page of a report has a fault of accessibility, and all fit: ${colorScheme}, ${size}`, limit, async () => {
      for (const variant of ["extreme", "double"]) {
        const { page, errors, close } = await open(variant, { ...options, colorScheme });
        const check = async (name: string): Promise<void> => {
          await shoot(page, `report-${variant}-${name}-${colorScheme}-${size}`);
          assert.deepEqual(await faults(page), [], name);
          await assertFits(page);
        };
        await check("overview");
        await page.goto(`${reports[variant]}#bot-0`);
        await page.getByRole("heading", { name: "All games" }).waitFor();
        await check("bot");
        await page.goto(`${reports[variant]}#games`);
        await row(page, /line|board full/).first().getByRole("link").first().click();
        await page.locator(".moves .move").first().waitFor();
        await check("game");
        await page.keyboard.press("Home");
        for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowRight");
        await check("move");
        assert.deepEqual(errors, []);
        await close();
      }
    });
