import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { GameServer, Network } from "./game_server";
import { Harness } from "./harness";

let harness: Harness;
const server = new GameServer();
before(async () => {
  harness = await Harness.start();
  await server.start();
});
after(async () => {
  await harness?.stop();
  await server.stop();
});

const screenshots = process.env["XTTT_SCREENSHOTS"];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (screenshots) await page.screenshot({ path: `${screenshots}/online-${name}.png` });
};

/** A person with a browser of their own, who reaches the server through `url`. */
async function person(url: string, hash: string): Promise<Page> {
  const context = await harness.browser.newContext({ viewport: { width: 1280, height: 860 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(url + hash);
  return page;
}

const play = (page: Page, cell: string): Promise<void> => page.locator(`.cell.legal[data-cell="${cell}"]`).click();
const sees = (page: Page, move: string): Promise<void> => page.locator(".moves .move", { hasText: move }).waitFor();

/** One creates a game of ultimate as x, another opens the link and joins. */
async function begin(url: string, otherUrl: string): Promise<{ x: Page; o: Page; game: string }> {
  const x = await person(url, "#/online");
  await x.locator('label:has(span:text-is("ultimate"))').click();
  await x.locator('label:has(span:text-is("X, first"))').click();
  await x.getByLabel("Your name").fill("Ada");
  await shoot(x, "create");
  await x.getByRole("button", { name: "Create the game" }).click();
  const invitation = await x.getByLabel("Send this link").inputValue();
  const hash = invitation.slice(invitation.indexOf("#"));
  await shoot(x, "waiting");
  const o = await person(otherUrl, hash);
  await o.getByRole("heading", { name: "Ada invites you" }).waitFor();
  await shoot(o, "invited");
  await o.getByRole("button", { name: "Join the game" }).click();
  await o.locator(".player-x.turn").waitFor();
  await x.locator(".cell.legal").first().waitFor();
  return { x, o, game: new URLSearchParams(hash.slice(hash.indexOf("?"))).get("g")! };
}

test("two browsers play by link, and one loses its connection and comes back", { timeout: 180_000 }, async () => {
  const network = await Network.to(server.url);
  const { x, o, game } = await begin(server.url, network.url);
  await play(x, "a1");
  await sees(o, "a1");
  await play(o, "b2");
  await sees(x, "b2");

  network.cut();
  await o.getByText("The connection is lost").waitFor();
  await x.locator(".player-o .away").waitFor();
  await play(x, "e5");
  await sees(x, "e5");
  assert.equal(await o.locator(".moves .move").count(), 2);
  await shoot(o, "lost");
  network.restore();
  await sees(o, "e5");

  // A move made just when the connection is gone arrives when it is back, once.
  network.cut();
  await o.getByText("The connection is lost").waitFor();
  await play(o, "d4");
  network.restore();
  await sees(x, "d4");
  await sees(o, "d4");
  assert.equal(await o.locator(".moves .move").count(), 4);
  assert.equal(await o.getByRole("alert").count(), 0);

  const watcher = await person(server.url, `#/online?g=${game}`);
  await sees(watcher, "d4");
  assert.equal(await watcher.locator(".cell.legal").count(), 0);
  await x.getByText("1 person watches").waitFor();
  await shoot(x, "playing");

  await o.getByRole("button", { name: "Take back" }).click();
  await x.getByRole("button", { name: "Allow" }).click();
  await o.locator(".moves .move", { hasText: "d4" }).waitFor({ state: "detached" });
  await play(o, "d5");
  await sees(x, "d5");

  await x.getByRole("button", { name: "Resign" }).click();
  await x.getByRole("button", { name: "Really resign?" }).click();
  await watcher.locator(".status.over", { hasText: "X resigns" }).waitFor();
  await o.getByRole("button", { name: "Rematch" }).click();
  await x.getByRole("button", { name: "Accept the rematch" }).click();
  await shoot(x, "over");
  for (const page of [x, o]) await page.getByRole("button", { name: "To the rematch" }).click();
  await o.locator(".cell.legal").first().waitFor();
  assert.equal(await o.locator(".player-x strong").textContent(), "You");
  assert.equal(await x.locator(".player-o strong").textContent(), "Ada");
  for (const page of [x, o, watcher]) await page.context().close();
  network.close();
});

test("a server that is killed loses nothing, and its clients come back", { timeout: 180_000 }, async () => {
  const { x, o } = await begin(server.url, server.url);
  await play(x, "a1");
  await sees(o, "a1");
  await server.kill();
  await x.getByText("The connection is lost").waitFor();
  await server.start();
  await x.getByText("The connection is lost").waitFor({ state: "detached" });
  await play(o, "b2");
  await sees(x, "b2");
  assert.equal(await x.locator(".moves .move").count(), 2);
  for (const page of [x, o]) await page.context().close();
});
