// Open challenges, bots, correspondence games, phrases, premoves and calls to a player who looks elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { faults } from "./axe";
import { GameServer } from "./game_server";
import { useHarness } from "./harness";
import { announces, begin, hasMoves, playMove, press, sees, until } from "./online_table";
import { confirm, resign } from "./table";
import { assertFits, phone, shoot, visit } from "./visitor";

const server = new GameServer(["--bot", "Robin=random:3", "--bot-time", "20ms"]);
const harness = useHarness(server);

const person = (hash = "#/online", options: BrowserContextOptions = {}): Promise<Page> =>
  visit(harness, server.url + hash, options);
const choose = (page: Page, text: string): Promise<void> => press(page, `label:has(span:text-is("${text}"))`);
const close = async (...pages: Page[]): Promise<void> => {
  for (const page of pages) await page.context().close();
};

/** Offers a game of ultimate as x to anyone. */
async function offer(page: Page, name: string): Promise<void> {
  await choose(page, "Anyone");
  await choose(page, "ultimate");
  await choose(page, "X, first");
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByText("Your challenge is listed").waitFor();
}

for (const colorScheme of ["light", "dark"] as const)
  test(`a challenge is offered, accepted and played, ${colorScheme}`, { timeout: 180_000 }, async () => {
    const options = colorScheme === "dark" ? { ...phone, colorScheme } : { colorScheme };
    const x = await person("#/online", options);
    await x.getByText("No open challenges").waitFor();
    assert.deepEqual(await faults(x), []);
    await offer(x, "Ada with a name that is as long as it may be"); // the field cuts it
    assert.deepEqual(await faults(x), []);
    await shoot(x, `lobby-waiting-${colorScheme}`);
    const o = await person("#/online", options);
    const third = await person("#/online", options);
    const row = o.locator(".lobby li", { hasText: "Ada" });
    await row.waitFor();
    await assertFits(o);
    assert.deepEqual(await faults(o), []);
    await shoot(o, `lobby-${colorScheme}`);
    await row.getByRole("button").click();
    await x.locator(".cell.legal").first().waitFor();
    await o.locator(".player-x.turn").waitFor();
    // Who comes too late reads why; the list is empty by then.
    await third.locator(".lobby li").waitFor({ state: "detached" });
    await playMove(x, "a1");
    await sees(o, "a1");
    await close(x, o, third);
  });

test("a challenge that somebody else has taken says so", { timeout: 120_000 }, async () => {
  const x = await person();
  await offer(x, "Ada");
  const [o, late] = [await person(), await person()];
  const button = (page: Page) => page.locator(".lobby li").getByRole("button");
  await button(late).waitFor();
  // The late one does not hear that it is gone.
  await late.route("**/api/lobby", (route) => route.abort());
  await button(o).click();
  await o.locator(".player-x.turn").waitFor();
  await button(late).click();
  await late.getByRole("alert").filter({ hasText: "no longer open" }).waitFor();
  await close(x, o, late);
});

test("a challenge can be cancelled", { timeout: 120_000 }, async () => {
  const x = await person();
  await offer(x, "Ada");
  const game = new URL(x.url()).hash;
  const o = await person();
  await o.locator(".lobby li").waitFor();
  await confirm(x, "Cancel game", "Really cancel?");
  await x.getByRole("heading", { name: "Open challenges" }).waitFor();
  await o.getByText("No open challenges").waitFor();
  assert.equal(await x.locator("#in-progress").count(), 0);
  await o.goto(server.url + game);
  await o.getByText("This game does not exist").waitFor();
  await close(x, o);
});

test("a bot of the server plays, takes back and plays again", { timeout: 180_000 }, async () => {
  const page = await person();
  await choose(page, "Bot");
  await choose(page, "ultimate");
  await choose(page, "X, first");
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Create game" }).click();
  await page.locator(".player-o", { hasText: "Robin" }).waitFor();
  await playMove(page, "a1");
  await hasMoves(page, 2);
  await page.getByRole("button", { name: "Take back" }).click();
  await hasMoves(page, 0);
  await playMove(page, "e5");
  await hasMoves(page, 2);
  await resign(page);
  await page.locator(".end-panel", { hasText: "You lost" }).waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  await hasMoves(page, 1); // the bot is x now
  await close(page);
});

test("Analysis shows the openings of finished online games", { timeout: 180_000 }, async () => {
  const page = await person();
  for (let game = 0; game < 2; game++) {
    await page.goto(`${server.url}#/online`);
    await choose(page, "Bot");
    await choose(page, "ultimate");
    await choose(page, "X, first");
    await page.getByRole("button", { name: "Create game" }).click();
    const moves = page.locator(".moves .move");
    await playMove(page, "a1");
    while ((await moves.count()) < 10) {
      await page.locator(".player-x.turn").waitFor();
      const before = await moves.count();
      await page.locator(".cell.legal").first().click();
      await until(async () => (await moves.count()) > before);
    }
    await resign(page);
    await page.locator(".end-panel").waitFor();
  }
  await page.goto(`${server.url}#/analysis?v=ultimate`);
  await page.getByRole("button", { name: "Openings" }).click();
  await page.locator(".openings").getByRole("button", { name: "Online games" }).click();
  await page.getByText("From 2 online games on this server.").waitFor();
  // a1 stands for all corners; both games began with it.
  const row = page.locator(".openings tbody tr");
  assert.equal(await row.count(), 1);
  assert.equal(await row.locator("td").nth(1).textContent(), "2");
  assert.equal(await row.locator(".result-bar").getAttribute("aria-label"), "X won 0%, drawn 0%, O won 100%");
  assert.deepEqual(await faults(page), []);
  await shoot(page, "openings-online");
  await row.locator("button").click();
  await page.locator(".openings tbody tr").first().waitFor();
  await close(page);
});

test("own clocks are accepted, and impossible ones are not sent", { timeout: 120_000 }, async () => {
  const page = await person();
  await page.getByLabel("Clock").selectOption({ label: "Custom…" });
  await page.getByLabel("Minutes per player").fill("500");
  await page.getByRole("button", { name: "Create game" }).click();
  assert.equal(await page.getByLabel("Minutes per player").evaluate((field: HTMLInputElement) => field.validity.valid), false);
  await page.getByLabel("Minutes per player").fill("7");
  await page.getByLabel("Seconds added per move").fill("12");
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Create game" }).click();
  const link = await page.getByLabel("Send this link").inputValue();
  const invited = await person(link.slice(link.indexOf("#")));
  await invited.getByText("7 minutes + 12 s per move").waitFor();
  await close(page, invited);
});

test("a correspondence game goes on days later, and is lost on time", { timeout: 180_000 }, async () => {
  const x = await person();
  await choose(x, "ultimate");
  await choose(x, "X, first");
  await x.getByLabel("Clock").selectOption({ label: "Correspondence" });
  await x.getByLabel("Days per move").fill("3");
  await x.getByRole("button", { name: "Create game" }).click();
  const link = await x.getByLabel("Send this link").inputValue();
  const o = await person(link.slice(link.indexOf("#")));
  await o.getByText("3 days per move").waitFor();
  await o.getByLabel("Your name").fill("Bob");
  await o.getByRole("button", { name: "Join game" }).click();
  await playMove(x, "a1");
  await sees(o, "a1");
  await shoot(o, "correspondence");
  for (const page of [x, o]) await page.goto("about:blank");

  await server.kill();
  server.setBackTurns(2 * 86_400);
  await server.start();
  await o.goto(`${server.url}#/online`);
  const mine = o.locator("#in-progress ~ ul li", { hasText: "Your turn" });
  await mine.getByText(/23h \d+m left|1d 0h left/).waitFor();
  await until(async () => (await o.title()).startsWith("Your turn"));
  assert.deepEqual(await faults(o), []);
  await shoot(o, "correspondence-list");
  await mine.locator("a").click();
  await playMove(o, "b2");
  await x.goto(`${server.url}#/online`);
  await x.locator("#in-progress ~ ul li", { hasText: "Your turn" }).getByText(/2d 23h left|3d 0h left/).waitFor();

  await server.kill();
  server.setBackTurns(4 * 86_400);
  await server.start();
  await o.reload();
  await o.locator(".end-panel", { hasText: "You won" }).waitFor();
  await x.reload();
  await x.goto(`${server.url}#/games`);
  await x.getByText("Lost 9–\u20600").or(x.getByText("Lost 0–\u20609")).waitFor();
  await close(x, o);
});

test("phrases are read in each player's own language", { timeout: 120_000 }, async () => {
  const { x, o, game } = await begin(harness, server.url, "ultimate", { name: "Ada", o: { locale: "en-GB" } });
  await o.getByLabel("Language").selectOption("ar");
  await o.locator("[dir=rtl] .player-x.turn").waitFor();
  await x.getByText("Say something").click();
  await x.getByRole("button", { name: "Good luck!" }).click();
  await o.locator(".phrases li", { hasText: "حظًا سعيدًا!" }).waitFor();
  await announces(o, "حظًا سعيدًا!");
  await x.locator(".phrases li", { hasText: "Good luck!" }).waitFor();
  const watcher = await person(`#/online?g=${game}`);
  await watcher.locator(".phrases li", { hasText: "Good luck!" }).waitFor();
  assert.equal(await watcher.getByText("Say something").count(), 0);
  for (const page of [x, o]) {
    await page.locator(".spectator-link summary").click();
    assert.deepEqual(await faults(page), []);
  }
  await assertFits(o);
  await shoot(o, "phrases-arabic");
  const spectators = await x.locator("#spectator-link").inputValue();
  assert.equal(spectators, `${server.url}g/${game}`);
  await close(x, o, watcher);
});

test("a premove is played at once if it is legal, and dropped if not", { timeout: 120_000 }, async () => {
  const { x, o } = await begin(harness, server.url, "ultimate");
  await playMove(x, "a1");
  await sees(o, "a1");
  // o is bound to the top left board; whatever it plays there names the next one.
  const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
  const resignButton = x.getByRole("button", { name: "Resign" });
  const place = await resignButton.boundingBox();
  await cell(x, "e5").click();
  await x.locator(".asked", { hasText: "Premove: e5" }).waitFor();
  assert.deepEqual(await resignButton.boundingBox(), place, "no button moves");
  assert.match((await x.getByTestId("announcement").textContent())!, /Premove: e5/);
  assert.deepEqual(await faults(x), []);
  await shoot(x, "premove");
  await cell(x, "e5").click(); // the same again takes it back
  await x.locator(".asked", { hasText: "Premove: e5" }).waitFor({ state: "detached" });
  await cell(x, "e5").click();
  await playMove(o, "b2");
  await hasMoves(x, 3);
  await sees(o, "e5");
  // A premove into a board that the reply does not name.
  await cell(x, "a9").click();
  await playMove(o, "d4");
  await hasMoves(x, 4);
  await announces(x, "a9 was not possible");
  assert.equal(await x.locator(".moves .move").count(), 4);
  await x.locator(".cell.legal").first().waitFor();
  await close(x, o);
});

test("a player in another tab is called, and sounds are played", { timeout: 120_000 }, async () => {
  const { x, o } = await begin(harness, server.url, "ultimate");
  await x.evaluate(() => {
    const calls: string[] = [];
    class Fake {
      static permission = "default";
      static requestPermission = async (): Promise<string> => (Fake.permission = "granted");
      constructor(title: string) {
        calls.push(title);
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Fake, calls });
  });
  await playMove(x, "a1");
  await x.getByRole("button", { name: "Notify me when it is my turn" }).click();
  await x.getByRole("button", { name: "Notify me" }).waitFor({ state: "detached" });
  await x.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
  await playMove(o, "b2");
  await until(() => x.evaluate(() => (window as unknown as { calls: string[] }).calls.includes("Your turn")));
  assert.match(await x.title(), /^Your turn/);
  await close(x, o);
});

test("all of it works by keyboard", { timeout: 120_000 }, async () => {
  const x = await person();
  await x.getByLabel("Anyone").focus();
  await x.keyboard.press("Space");
  await x.locator('input[value="ultimate"]').focus();
  await x.keyboard.press("Space");
  await x.locator('input[name="side"][value="x"]').focus();
  await x.keyboard.press("Space");
  await x.getByLabel("Your name").focus();
  await x.keyboard.type("Ada");
  await x.keyboard.press("Enter");
  await x.getByText("Your challenge is listed").waitFor();
  const o = await person();
  const accept = o.getByRole("button", { name: /^Play against Ada: ultimate, 10 minutes/ });
  await accept.focus();
  await o.keyboard.press("Enter");
  await x.locator('.cell.legal[data-cell="a1"]').focus();
  await x.keyboard.press("Enter");
  await sees(o, "a1");
  await x.locator('[data-cell="e5"]').focus();
  await x.keyboard.press("Enter");
  await x.locator(".asked", { hasText: "Premove: e5" }).waitFor();
  await x.getByRole("button", { name: "Cancel premove" }).focus();
  await x.keyboard.press("Enter");
  await o.locator(".phrases summary").focus();
  await o.keyboard.press("Enter");
  await o.getByRole("button", { name: "Hello!" }).focus();
  await o.keyboard.press("Enter");
  await announces(x, "Hello!");
  await close(x, o);
});

test("a page without a server says so and offers to retry", { timeout: 120_000 }, async () => {
  const page = await person();
  await page.getByText("No open challenges").waitFor();
  await server.kill();
  await page.locator(".lobby-problem", { hasText: "Cannot reach the server" }).getByRole("button", { name: "Retry" }).waitFor();
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("alert").filter({ hasText: "Cannot reach the server" }).waitFor();
  await server.start();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator(".lobby-problem").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByLabel("Send this link").waitFor();
  await close(page);
});
