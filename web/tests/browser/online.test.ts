import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { faults } from "./axe";
import { GameServer, Network } from "./game_server";
import { useHarness } from "./harness";
import { begin, sees, until } from "./online_table";
import { resign } from "./table";
import { assertFits, phone, shoot, visit } from "./visitor";

const server = new GameServer();
const harness = useHarness(server);

const person = (url: string, hash: string, options: BrowserContextOptions = {}): Promise<Page> =>
  visit(harness, url + hash, options);

const play = (page: Page, cell: string): Promise<void> => page.locator(`.cell.legal[data-cell="${cell}"]`).click();

test("two browsers play by link, and one loses its connection and comes back", { timeout: 180_000 }, async () => {
  const network = await Network.to(server.url);
  const { x, o, game } = await begin(harness, server.url, "ultimate", { name: "Ada", otherUrl: network.url });
  await play(x, "a1");
  await sees(o, "a1");
  assert.ok(await o.getByRole("button", { name: "Take back" }).isDisabled(), "o has no move to take back yet");
  await play(o, "b2");
  await sees(x, "b2");
  assert.ok(await o.getByRole("button", { name: "Take back" }).isEnabled());

  network.cut();
  await o.getByText("Connection lost").waitFor();
  await x.locator(".player-o .away").waitFor();
  await play(x, "e5");
  await sees(x, "e5");
  assert.equal(await o.locator(".moves .move").count(), 2);
  await shoot(o, "online-lost");
  network.restore();
  await sees(o, "e5");

  // A move made just when the connection is gone arrives when it is back, once.
  network.cut();
  await o.getByText("Connection lost").waitFor();
  await play(o, "d4");
  network.restore();
  await sees(x, "d4");
  await sees(o, "d4");
  assert.equal(await o.locator(".moves .move").count(), 4);
  assert.equal(await o.getByRole("alert").count(), 0);

  const watcher = await person(server.url, `#/online?g=${game}`);
  await sees(watcher, "d4");
  assert.equal(await watcher.locator(".cell.legal").count(), 0);
  await x.getByText("1 spectator").waitFor();
  await shoot(x, "online-playing");

  const resignButton = x.getByRole("button", { name: "Resign" });
  const place = await resignButton.boundingBox();
  await o.getByRole("button", { name: "Take back" }).click();
  await x.getByRole("button", { name: "Allow" }).waitFor();
  assert.deepEqual(await resignButton.boundingBox(), place, "no button moves under a finger");
  await x.getByRole("button", { name: "Allow" }).click();
  await o.locator(".moves .move", { hasText: "d4" }).waitFor({ state: "detached" });
  await play(o, "d5");
  await sees(x, "d5");

  await resign(x);
  await watcher.locator(".end-panel", { hasText: "Ada resigned – Second player wins 9–\u20600" }).waitFor();
  assert.equal((await watcher.locator(".player-o .player-points").textContent())!.trim(), "9 pts");
  await o.getByRole("button", { name: "Rematch" }).click();
  await shoot(x, "online-over");
  await x.getByRole("button", { name: "Accept rematch" }).click(); // and both are there
  await o.locator(".cell.legal").first().waitFor();
  assert.equal(await o.locator(".player-x strong").textContent(), "You");
  assert.equal(await x.locator(".player-o strong").textContent(), "Ada");
  for (const page of [x, o, watcher]) await page.context().close();
  network.close();
});

test("dead links and bad invitations say so, and games are found again", { timeout: 180_000 }, async () => {
  const lost = await person(server.url, "#/online?g=AAAAAAAAAAAAAAAAAAAAAA");
  await lost.getByText("This game does not exist or has expired.").waitFor();
  assert.equal(await lost.getByRole("link", { name: "Create a game" }).count(), 1);

  const x = await person(server.url, "#/online");
  await x.locator('label:has(span:text-is("ultimate"))').click();
  await x.getByRole("button", { name: "Create game" }).click();
  const invitation = await x.getByLabel("Send this link").inputValue();
  const hash = invitation.slice(invitation.indexOf("#"));
  const broken = await person(server.url, hash.slice(0, -5));
  await broken.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
  assert.equal(await broken.getByRole("button", { name: "Join game" }).count(), 0);
  const wrong = await person(server.url, hash.replace(/i=[^&]*/, "i=AAAAAAAAAAAAAAAAAAAAAA"));
  await wrong.getByRole("button", { name: "Join game" }).click();
  await wrong.getByRole("heading", { name: "This invitation is not valid" }).waitFor();

  const o = await person(server.url, hash);
  await o.getByRole("button", { name: "Join game" }).click();
  await o.locator(".players").waitFor();
  const late = await person(server.url, hash);
  await late.getByRole("heading", { name: "This game already has two players" }).waitFor();

  // The way back to a game from the page where games are made.
  await x.locator(".player.turn").waitFor();
  await x.getByRole("link", { name: "Online" }).click();
  await x.getByRole("heading", { name: "Your games in progress" }).waitFor();
  await x.locator(".game-list a").click();
  await x.locator(".player.turn").waitFor();
  for (const page of [lost, x, broken, wrong, o, late]) await page.context().close();
});

test("a game whose rules cannot be loaded says so and is loaded again", { timeout: 180_000 }, async () => {
  const { x, o, game } = await begin(harness, server.url, "ultimate");
  await play(x, "a1");
  await sees(o, "a1");
  const watcher = await person(server.url, "#/rules");
  await watcher.route("**/*.wasm", (route) => route.abort());
  await watcher.goto(`${server.url}#/online?g=${game}`);
  await watcher.getByRole("alert").filter({ hasText: "Could not load the game. Check your internet connection." }).waitFor();
  await watcher.unroute("**/*.wasm");
  await watcher.getByRole("button", { name: "Retry" }).click();
  await sees(watcher, "a1");
  for (const page of [x, o, watcher]) await page.context().close();
});

test("a new move brings back one who looks back, and the title calls", { timeout: 180_000 }, async () => {
  const { x, o } = await begin(harness, server.url, "ultimate", { name: "Ada" });
  await play(x, "a1");
  await sees(o, "a1");
  await until(async () => (await o.title()).startsWith("Your turn"));
  await x.keyboard.press("ArrowLeft");
  await x.getByText("Looking back: move 0 of 1").waitFor();
  await play(o, "b2");
  await x.locator(".moves .move[aria-current]", { hasText: "b2" }).waitFor();
  assert.equal(await x.getByText("Looking back").count(), 0);
  for (const page of [x, o]) await page.context().close();
});

test("a server that is killed loses nothing, and its clients come back", { timeout: 180_000 }, async () => {
  const { x, o } = await begin(harness, server.url, "ultimate", { name: "Ada" });
  await play(x, "a1");
  await sees(o, "a1");
  await server.kill();
  await x.getByText("Connection lost").waitFor();
  await server.start();
  await x.getByText("Connection lost").waitFor({ state: "detached" });
  await play(o, "b2");
  await sees(x, "b2");
  assert.equal(await x.locator(".moves .move").count(), 2);
  for (const page of [x, o]) await page.context().close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a game by link fits a phone, ${colorScheme}`, { timeout: 180_000 }, async () => {
    const look = async (page: Page, name: string): Promise<void> => {
      await assertFits(page);
      await shoot(page, `phone-online-${name}-${colorScheme}`);
    };
    const x = await person(server.url, "#/online", { ...phone, colorScheme, reducedMotion: "reduce" });
    await x.locator('label:has(span:text-is("double"))').tap();
    await x.locator('label:has(span:text-is("X, first"))').tap();
    await look(x, "create");
    await x.getByRole("button", { name: "Create game" }).tap();
    const invitation = await x.getByLabel("Send this link").inputValue();
    await look(x, "waiting");
    const o = await person(server.url, invitation.slice(invitation.indexOf("#")), { ...phone, colorScheme });
    await o.getByLabel("Your name").fill("A rather long name of Bob");
    await look(o, "invited");
    await o.getByRole("button", { name: "Join game" }).tap();
    await x.locator(".cell.legal").first().waitFor();
    await x.locator('[data-cell="1e5"]').tap();
    await x.locator('[data-lens-cell="1e5"]').tap();
    await x.locator('[data-lens-cell="1e5"]').tap();
    await o.locator(".cell.legal").first().waitFor();
    await look(o, "playing");
    assert.deepEqual(await faults(o), []);
    await resign(x);
    await o.locator(".end-panel", { hasText: "You won" }).waitFor();
    await look(o, "over");
    for (const page of [x, o]) await page.context().close();
  });
}
