// A person leaves, comes back, loses the network or meets an error, and continues where the game was.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { dist, useHarness } from "./harness";
import { until } from "./online_table";
import { putGames, savedGame } from "./saved_games";
import { isolationHeaders, securityHeaders, serve } from "./serve";
import { newGame, playToTheEnd, resign } from "./table";
import { assertFits, phone, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 150_000 };
const moves = (page: Page): Promise<string[]> => page.locator(".moves .move").allTextContents();
const answered = (page: Page, count: number): Promise<void> => page.locator(".moves-o .move").nth(count - 1).waitFor();

test("the first game is the same after a reload, the browser's Back and another language", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/play?new=first" });
  await page.locator('[aria-label="Board of ultimate"]').waitFor();
  await page.locator('[data-cell="e5"]').click();
  await answered(page, 1);
  await page.locator(".player-x.turn").waitFor();
  const played = await moves(page);
  await page.reload();
  await answered(page, 1);
  assert.deepEqual(await moves(page), played);
  await page.getByRole("link", { name: "Rules" }).click();
  await page.locator(".lines-picture").waitFor();
  await page.goBack();
  await answered(page, 1);
  assert.deepEqual(await moves(page), played);
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("link", { name: "Spielen", exact: true }).waitFor();
  await answered(page, 1);
  assert.deepEqual(await moves(page), played);
  // A second first game does not replace the one in progress.
  await page.goto(new URL("#/play?new=first", page.url()).href);
  await page.locator(".moves").waitFor({ state: "detached" });
  await page.locator('[data-cell="a1"]').click();
  await answered(page, 1);
  await page.goto(new URL("#/games", page.url()).href);
  await page.locator(".game-list li").nth(1).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("an online game that the server has removed stays in My games", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  await page.route("**/api/games/**", (route) =>
    route.fulfill({ status: 404, contentType: "application/json", body: '{"error":{"code":"no-such-game","message":"no such game"}}' }),
  );
  await page.goto(new URL("#/games", page.url()).href);
  await page.getByText("No games yet").waitFor();
  const online = { kind: "online", names: { x: "You", o: "Ada" }, turn: "x", setup: undefined } as const;
  await putGames(page, [savedGame({ ...online, id: "online-1" }), savedGame({ ...online, id: "online-2", moves: [] })]);
  await page.reload();
  const row = page.locator(".game-list li", { hasText: "Ada" });
  await row.getByText("No longer on the server").waitFor();
  await row.nth(1).waitFor({ state: "detached" }); // the other one had no moves
  await page.goto(new URL("#/online?g=1", page.url()).href);
  await page.getByText("This game does not exist").waitFor();
  await page.getByRole("link", { name: "Open the copy in this browser" }).click();
  await page.locator(".tree .move").nth(2).waitFor();
  await page.goto(new URL("#/games", page.url()).href);
  await row.getByRole("link").first().click();
  await page.locator(".tree .move").nth(2).waitFor();
  await close();
});

test("the page asks again for tournaments that could not be loaded", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  await page.route("**/api/tournaments**", (route) => route.abort());
  await page.goto(new URL("#/tournaments", page.url()).href);
  await page.getByRole("alert").filter({ hasText: "Cannot reach the server" }).waitFor();
  await page.unroute("**/api/tournaments**");
  await page.route("**/api/tournaments**", (route) => route.fulfill({ contentType: "application/json", body: '{"tournaments":[]}' }));
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("No tournaments yet").waitFor();
  await page.route("**/api/tournaments/cup", (route) => route.abort());
  await page.goto(new URL("#/tournaments?t=cup", page.url()).href);
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await close();
});

test("games and positions are shared by the server's address, if there is a server", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/analysis?v=ultimate&m=e5-d4-a1&p=2" });
  const links = async (): Promise<string[]> => {
    await page.getByRole("button", { name: "Share" }).click();
    return Promise.all(["Link to this position", "Link to this game"].map((name) => page.getByLabel(name).inputValue()));
  };
  const [position, game] = await links();
  assert.match(position!, /#\/analysis\?v=ultimate&m=e5-d4-a1&p=2$/);
  assert.match(game!, /#\/analysis\?v=ultimate&m=e5-d4-a1$/);
  await page.keyboard.press("Escape");
  await page.route("**/healthz", (route) => route.fulfill({ contentType: "application/json", body: '{"status":"ok"}' }));
  await links();
  const own = new URL("./", page.url()).href;
  await until(async () => (await page.getByLabel("Link to this position").inputValue()) === `${own}p/ultimate/e5-d4`);
  assert.equal(await page.getByLabel("Link to this game").inputValue(), `${own}p/ultimate/e5-d4-a1`);
  await close();
});

test("the mark of a hint is not shown in earlier positions, and a new game keeps the clock", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('label:has(span:text-is("ultimate"))').click();
  await dialog.getByLabel("Clock").selectOption("10");
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.locator('[data-cell="e5"]').click();
  await answered(page, 1);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("circle.hint").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Looking back").waitFor();
  assert.equal(await page.locator("circle.hint").count(), 0);
  await page.keyboard.press("End");
  await resign(page);
  await page.getByRole("button", { name: "New game" }).click();
  assert.equal(await dialog.getByLabel("Clock").inputValue(), "10");
  assert.deepEqual(errors, []);
  await close();
});

test("an answer of a proxy in place of the server does not hide the kept page", limit, async () => {
  const host = await serve(dist, "", { ...securityHeaders, ...isolationHeaders });
  const { page, close } = await harness.open({ offlineCopy: true, url: host.url });
  await page.locator(".cell.legal").first().waitFor();
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  const [answer] = host.server.listeners("request");
  host.server.removeAllListeners("request");
  host.server.on("request", (request, response) => {
    if (request.url === "/") response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
    else answer!(request, response);
  });
  await page.reload();
  await page.locator(".cell.legal").first().waitFor();
  assert.equal(await page.getByText("Bad Gateway").count(), 0);
  await close();
  host.server.closeAllConnections();
  host.server.close();
});

test("a newcomer's first game explains its turns, until the tips are hidden", limit, async () => {
  const { page, errors, close } = await harness.open({ ...phone, hash: "#/play?new=first" });
  await page.locator('[data-cell="e5"]').tap();
  const lens = page.locator(".lens .cell.legal");
  if (await lens.first().isVisible()) await page.locator('[data-lens-cell="e5"]').dblclick();
  else await page.locator('[data-cell="e5"]').tap();
  await answered(page, 1);
  const tips = page.getByRole("region", { name: "Tips" });
  await tips.getByText(/so Pip must play .+ Pip's cell .+ highlighted/).waitFor();
  assert.equal(await tips.locator("[aria-live=polite]").count(), 1);
  const [board, box] = [(await page.locator(".board-column").boundingBox())!, (await tips.boundingBox())!];
  assert.ok(box.y >= board.y + board.height, "the tips leave the board free");
  await assertFits(page);
  await shoot(page, "first-game-phone");
  await tips.getByRole("button", { name: "Hide tips" }).tap();
  await tips.waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
  await close();
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`the points of the end count up, if motion is welcome: ${reducedMotion}`, limit, async () => {
    const { page, close } = await harness.open({ reducedMotion });
    await newGame(page, "ultimate", "Computer", "Pip");
    await playToTheEnd(page);
    const counted = await page.locator(".end-points b").first().evaluate((points) => getComputedStyle(points, "::before").animationName);
    assert.equal(counted, reducedMotion === "reduce" ? "none" : "count-up");
    assert.match((await page.locator(".end-points b").first().textContent())!, /^\d+$/);
    await close();
  });

test("names of 40 characters leave points and clocks where they are", limit, async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 840 }]) {
    const { page, close } = await harness.open({ viewport });
    await newGame(page, "ultimate", "Pass and play");
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("dialog").getByLabel("Clock").selectOption("30");
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await page.locator(".clock").first().waitFor();
    await page.evaluate(() => {
      for (const [i, name] of document.querySelectorAll(".player-name strong").entries()) name.textContent = "Wilhelmina".repeat(4).slice(i);
    });
    await assertFits(page);
    for (const card of await page.locator(".player").all()) {
      const outer = (await card.boundingBox())!;
      for (const part of [".clock", ".player-points"]) {
        const inner = (await card.locator(part).boundingBox())!;
        assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width, `${part} at ${viewport.width}`);
      }
    }
    await close();
  }
});

test("an update of the installed page keeps the game", limit, async () => {
  const host = await serve(dist, "", { ...securityHeaders, ...isolationHeaders });
  const { page, errors, close } = await harness.open({ offlineCopy: true, url: host.url });
  await page.locator(".cell.legal").first().waitFor();
  await newGame(page, "ultimate");
  await page.locator('[data-cell="e5"]').click();
  await answered(page, 1);
  await page.locator(".player-x.turn").waitFor();
  const played = await moves(page);
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  const versions = (): Promise<string[]> => page.evaluate(() => caches.keys());
  const [old] = await versions();
  // The next build: the same files under another version.
  const [answer] = host.server.listeners("request");
  const worker = (await (await fetch(`${host.url}sw.js`)).text()).replace(old!.replace("xttt-", ""), "0123456789ab");
  host.server.removeAllListeners("request");
  host.server.on("request", (request, response) => {
    if (request.url === "/sw.js") response.writeHead(200, { "Content-Type": "text/javascript" }).end(worker);
    else answer!(request, response);
  });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
  await until(() => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())!.waiting));
  // The running page keeps its version; once its last tab is closed, the new one takes over.
  assert.deepEqual(await moves(page), played);
  const next = await page.context().newPage();
  await page.close();
  await until(async () => {
    await next.goto("about:blank"); // the old version ends after its last tab, not at the same instant
    await next.goto(`${host.url}#/play`);
    await next.locator(".moves-o .move").first().waitFor();
    assert.deepEqual(await moves(next), played);
    return next.evaluate(async () => (await caches.keys()).join() === "xttt-0123456789ab");
  });
  assert.deepEqual(errors, []);
  await close();
  host.server.closeAllConnections();
  host.server.close();
});
