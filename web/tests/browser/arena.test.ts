// The pages of the arena for visitors, teams and staff, with recorded answers of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { RecordedArena } from "./arena_answers";
import { faults } from "./axe";
import { type OpenOptions, useHarness } from "./harness";
import { until } from "./online_table";
import { assertFits, phone, shoot } from "./visitor";

const harness = useHarness();

const limit = { timeout: 120_000 };
const bot = { name: "bot.py", mimeType: "text/x-python", buffer: Buffer.from("class Team3: pass\n") };

interface Visit {
  page: Page;
  arena: RecordedArena;
  go: (hash: string) => Promise<void>;
  close: () => Promise<void>;
}

async function visit(hash: string, options: OpenOptions = {}): Promise<Visit> {
  const { page, close } = await harness.open({ hash: "#/rules", reducedMotion: "reduce", ...options });
  const arena = new RecordedArena();
  await arena.serve(page);
  const go = async (to: string): Promise<void> => void (await page.goto(new URL(to, page.url()).href));
  await go(hash);
  return { page, arena, go, close };
}

/** The versions of a team; its test games are listed in the same style. */
const uploads = ".versions:not(.tests) > li";

test("the menu has an arena only where the server has one", limit, async () => {
  const { page, go, close } = await visit("#/tournaments");
  const entry = page.getByRole("navigation").getByRole("link", { name: "Arena", exact: true });
  await page.getByRole("link", { name: "Arena: spring" }).waitFor();
  await entry.waitFor();
  await page.unrouteAll();
  await page.route("**/api/tournaments", (route) => route.fulfill({ json: { tournaments: [] } }));
  await page.reload();
  await page.getByText("No tournaments yet.").waitFor();
  assert.equal(await entry.count(), 0);
  await page.route("**/api/arena", (route) => route.fulfill({ status: 404, json: { error: { code: "no-arena", message: "none" } } }));
  await go("#/arena");
  await page.getByText("This server has no arena.").waitFor();
  await close();
});

for (const [name, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" }, phone } satisfies Record<string, OpenOptions>))
  test(`every page of the arena is accessible and fits, ${name}`, limit, async () => {
    const { page, go, close } = await visit("#/arena", options);
    const check = async (screen: string, ready: string): Promise<void> => {
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await faults(page), [], screen);
      await assertFits(page);
      await shoot(page, `arena-${screen}-${name}`);
    };
    await check("ladder", ".standings .level");
    await go("#/arena?team=3");
    await check("team", ".arena-plot polyline");
    await go("#/arena?token=team");
    await check("own", ".versions > li");
    await go("#/arena?game=77");
    await check("game", ".output");
    await go("#/arena?token=staff");
    await check("staff", ".audit li");
    await go("#/arena?view=projector");
    await check("projector", ".projector figure .mark");
    await close();
  });

test("visitors read the ladder, watch a game and replay another; names are text", limit, async () => {
  const { page, go, close } = await visit("#/arena");
  await page.getByText("The deadline is on Monday.").waitFor();
  await page.locator(".standings tr", { hasText: "Marvin <b>" }).getByText("1,004 ±50").waitFor();
  await page.locator(".latest-game", { hasText: "O wins: illegal move" }).waitFor();
  await page.getByRole("link", { name: /8 moves; watch/ }).click();
  await page.locator(".cells .mark").nth(7).waitFor();
  await go("#/arena?game=77");
  await page.getByText("Deep Thought wins 9–\u20600 (line)").waitFor();
  await page.getByRole("img", { name: "Thinking time per move. longest 380 ms" }).waitFor();
  assert.equal(await page.locator(".output").count(), 0, "no output of bots for visitors");
  await page.getByRole("link", { name: "Review" }).click();
  await page.locator(".tree .move").nth(7).waitFor();
  await close();
});

test("the ladder shows whole names on a projector", limit, async () => {
  const { page, close } = await visit("#/arena", { viewport: { width: 1024, height: 768 } });
  const name = page.locator(".standings th[scope=row]", { hasText: "Deep Thought" });
  assert.ok(await name.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), "the name is cut off");
  await close();
});

for (const [name, options] of Object.entries({
  "1280x840": { viewport: { width: 1280, height: 840 } },
  "1920x1080-dark": { viewport: { width: 1920, height: 1080 }, colorScheme: "dark" },
} satisfies Record<string, OpenOptions>))
  test(`the projector view shows the ladder, later the cup, without scrolling, ${name}`, limit, async () => {
    const { page, arena, close } = await visit("#/arena", options);
    await page.getByRole("link", { name: "Projector view" }).click();
    await page.locator(".projector .standings tr", { hasText: "Marvin <b>" }).getByText("1,004").waitFor();
    await page.getByRole("img", { name: "Deep Thought against Level 8" }).waitFor();
    const fits = (): Promise<boolean> => page.locator(".projector").evaluate((view) => view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth);
    assert.ok(await fits(), "the ladder");
    await shoot(page, `arena-projector-ladder-${name}`);
    arena.facts.cup = { state: "playing", at_deadline: false, tournament: "cup" };
    await page.reload(); // only then is the socket of the cup recorded, too
    await page.getByRole("table", { name: "Cup, league" }).getByText("27").waitFor();
    await page.getByRole("img", { name: "Marvin <b> against Deep Thought" }).waitFor();
    await page.locator(".projector-results .winner", { hasText: "Deep Thought" }).waitFor();
    assert.ok(await fits(), "the cup");
    assert.deepEqual(await faults(page), []);
    await shoot(page, `arena-projector-cup-${name}`);
    // With the keyboard alone: full screen, then out.
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "Close" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "Ladder" }).waitFor();
    await close();
  });

test("the projector view turns the pages of a long table, unless it is held", limit, async () => {
  const { page, arena, go, close } = await visit("#/rules");
  arena.rows = Array.from({ length: 23 }, (_, i) => ({ ...arena.rows[0]!, rank: i + 1, name: `Team ${i + 1}`, team: i + 1 }));
  await page.clock.install();
  await go("#/arena?view=projector");
  const last = (rank: number) => page.locator(".projector tbody tr").last().getByRole("rowheader", { name: `Team ${rank}`, exact: true }).waitFor();
  await last(10);
  await page.clock.fastForward(12_500);
  await last(20);
  await page.getByRole("button", { name: "Hold this page" }).click();
  await page.getByRole("button", { name: "Hold this page", pressed: true }).waitFor();
  await page.clock.fastForward(30_000);
  await last(20);
  await page.getByRole("button", { name: "Hold this page" }).click();
  await page.getByRole("button", { name: "Hold this page", pressed: false }).waitFor();
  await page.clock.fastForward(12_500);
  await last(23);
  await close();
});

test("a team sees the memory of each of its moves and its games of the cup", limit, async () => {
  const { page, arena, go, close } = await visit("#/arena");
  arena.facts.cup = { state: "finished", at_deadline: false, tournament: "cup" };
  await go("#/arena?token=team");
  await page.getByText("1 game in the cup").click();
  await page.locator(".cup-games .latest-game").click();
  await page.locator(".output", { hasText: "plan of the cup" }).waitFor();
  await page.getByRole("img", { name: "Memory per move. at most 50 MiB" }).waitFor();
  assert.equal(await page.locator(".arena-plot").nth(1).locator("rect").count(), 4, "a bar for each of its moves");
  await page.locator(".arena-plot").nth(1).locator("svg").click({ position: { x: 3, y: 40 } });
  await page.locator(".cells .mark").first().waitFor();
  assert.equal(await page.locator(".cells .mark").count(), 1, "the position of the move");
  assert.deepEqual(await faults(page), []);
  await shoot(page, "arena-cup-game");
  assert.equal(await page.getByRole("button", { name: "Play this game again" }).count(), 0);
  await close();
});

test("a personal link logs in and vanishes from the address and the history", limit, async () => {
  const { page, go, close } = await visit("#/arena?token=wrong");
  await page.getByRole("alert").filter({ hasText: "This link does not work" }).waitFor();
  await go("#/arena?token=team");
  await page.getByRole("heading", { name: "Versions" }).waitFor();
  assert.equal(new URL(page.url()).hash, "#/arena?view=own");
  await page.goBack();
  assert.ok(!page.url().includes("token"), page.url());
  await go("#/arena?view=own");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("table", { name: "Ladder" }).waitFor();
  await close();
});

test("a bot is uploaded, checked and judged in words; an older version is activated again", limit, async () => {
  const { page, arena, close } = await visit("#/arena?token=team");
  await page.getByLabel("Notes (optional)").fill("über 9000");
  await page.locator("input[type=file]").setInputFiles(bot);
  const first = page.locator(uploads).first();
  await first.getByText("Checking…").waitFor();
  await first.getByText("bot.py, 5 kB").waitFor();
  await first.getByText("über 9000").waitFor();
  arena.finishCheck(false);
  await first.getByText("Rejected: a check failed").waitFor();
  await first.getByText("ZeroDivisionError").waitFor(); // open without a click
  assert.match((await first.getByRole("link", { name: "Show the position" }).getAttribute("href"))!, /v=ultimate&m=a1-c1$/);
  await page.locator("input[type=file]").setInputFiles({ ...bot, buffer: Buffer.alloc(200_000) });
  await page.getByRole("alert").filter({ hasText: "This file is too large (200 kB); the maximum is 100 kB." }).waitFor();
  assert.equal(arena.orders.filter((order) => order.includes("/versions ")).length, 1, "it was not sent");
  await page.locator(uploads, { hasText: "Version 1" }).getByRole("button", { name: "Use this version" }).click();
  await page.locator(uploads, { hasText: "Version 1" }).getByText("Plays on the ladder").waitFor();
  await close();
});

test("the long lines of a traceback fit on a phone", limit, async () => {
  const { page, arena, close } = await visit("#/arena?token=team", phone);
  await page.locator("input[type=file]").setInputFiles(bot);
  await page.locator(uploads).first().getByText("Checking…").waitFor();
  arena.finishCheck(false);
  await page.getByText("ZeroDivisionError").waitFor();
  await assertFits(page);
  await close();
});

test("after the deadline a team changes nothing", limit, async () => {
  const { page, arena, go, close } = await visit("#/arena");
  arena.facts.phase = "closed";
  await go("#/arena?token=team");
  await page.locator(uploads, { hasText: "Version 1" }).waitFor();
  await page.getByText("The deadline has passed: no more uploads.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Use this version" }).count(), 0);
  await close();
});

test("a team plays test games, watches one and compares its versions", limit, async () => {
  const { page, arena, close } = await visit("#/arena?token=team");
  const form = page.getByRole("form", { name: "Test games" });
  await form.getByLabel("Version").selectOption({ label: "Version 2" });
  await form.getByLabel("Opponent").selectOption({ label: "Level 8" });
  await form.getByLabel("Games").fill("3");
  await form.getByRole("button", { name: "Play test games" }).click();
  const test = page.locator(".tests > li").first();
  await test.getByText("Version 2 against Level 8").waitFor();
  assert.ok(arena.orders.includes('POST /versions/12/test-games {"opponent":2,"games":3}'), arena.orders.join("\n"));
  await test.getByText("1 of at most 3 games: 1 won, 0 drawn, 0 lost, score 100% (95% interval 20% to 100%)").waitFor();
  const compared = page.locator(".tests > li", { hasText: "Version 2 against Version 1" });
  await compared.getByText("The new version is stronger.").waitFor();
  await compared.getByText("LLR 2.98 (from -2.94 to 2.94)").waitFor();
  await page.getByRole("form", { name: "Compare versions" }).getByRole("button", { name: "Compare versions" }).click();
  await until(async () => arena.orders.includes('POST /versions/12/comparisons {"opponent":11}'));
  await test.getByText("Latest games").click();
  await test.locator(".latest-game").waitFor();
  assert.deepEqual(await faults(page), []);
  await shoot(page, "arena-tests");
  await test.getByRole("button", { name: "Cancel" }).click();
  await test.getByText("cancelled").waitFor();
  await test.locator(".latest-game").click();
  await page.locator(".output", { hasText: "secret plan" }).waitFor();
  await close();
});

test("staff play the cup after the deadline and read its results; visitors find it", limit, async () => {
  const { page, arena, go, close } = await visit("#/arena?token=staff");
  await page.getByText("You can play it after the deadline.").waitFor();
  await page.getByLabel("Play the cup at the deadline").check();
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => arena.orders.includes('POST /staff/settings {"cup_at_deadline":true}'));
  arena.facts.phase = "closed";
  await page.reload();
  await page.getByRole("button", { name: "Play the cup" }).click();
  assert.equal(arena.facts.cup.state, "none", "it asks first");
  await page.getByRole("button", { name: "Freeze all versions?" }).click({ delay: 400 });
  await page.getByText("The cup is being played.").waitFor();
  assert.match((await page.getByRole("link", { name: "Standings and live games" }).getAttribute("href"))!, /tournaments\?t=cup$/);
  assert.equal(await page.getByRole("link", { name: "Grades (CSV)" }).count(), 0);
  arena.facts.cup.state = "finished";
  await page.reload();
  assert.match((await page.getByRole("link", { name: "Grades (CSV)" }).getAttribute("href"))!, /api\/arena\/staff\/cup\/grades\.csv$/);
  assert.match((await page.getByRole("link", { name: "Report (HTML)" }).getAttribute("href"))!, /api\/arena\/staff\/cup\/report\.html$/);
  assert.deepEqual(await faults(page), []);
  await shoot(page, "arena-cup");
  await page.getByRole("button", { name: "Log out" }).click();
  await go("#/arena");
  await page.getByRole("navigation", { name: "Arena" }).getByRole("link", { name: "Cup" }).waitFor();
  await close();
});

test("staff change settings, replace a link, import teams and hold a version", limit, async () => {
  const { page, arena, go, close } = await visit("#/arena?token=staff");
  await page.getByText("Workers: 3. Maximum at the same time: 12.").waitFor();
  await page.getByLabel("Announcement", { exact: true }).fill("Moved to Tuesday");
  await page.getByLabel("Deadline", { exact: true }).fill("2037-03-02T18:00");
  await page.getByLabel("Pause the ladder").check();
  await page.getByLabel("Largest upload (MiB)").fill("16");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".announcement", { hasText: "Moved to Tuesday" }).waitFor();
  assert.equal(arena.facts.ladder, "paused");
  assert.equal(arena.facts.max_upload_bytes, 16 << 20);
  assert.equal(arena.facts.deadline_ms, new Date("2037-03-02T18:00").getTime());
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByRole("button", { name: "Replace the old link?" }).click({ delay: 400 });
  await page.locator(".new-links code", { hasText: /#\/arena\?token=t3$/ }).waitFor();
  await page.locator('input[accept^=".csv"]').setInputFiles({ name: "teams.csv", mimeType: "text/csv", buffer: Buffer.from("name\nEddie\n") });
  await page.locator(".new-links", { hasText: "Eddie" }).waitFor();
  await page.getByRole("alert").filter({ hasText: "line 3: no name" }).waitFor();
  await page.getByLabel("Team: Deep Thought").fill("Deeper Thought");
  await page.getByLabel("Team: Deep Thought").press("Enter");
  await until(async () => arena.orders.includes('POST /staff/teams/3 {"name":"Deeper Thought"}'));
  await page.getByRole("button", { name: "Compare all bots" }).click();
  await page.getByText("93% of the shorter program in common, 41 fragments").waitFor();
  await page.getByRole("button", { name: "Side by side" }).click();
  await page.locator("mark", { hasText: "class Bot" }).nth(1).waitFor();
  assert.deepEqual(await faults(page), []);
  await shoot(page, "arena-similar");
  await page.keyboard.press("Escape");
  await go("#/arena?team=3");
  await page.locator(uploads).first().getByLabel("Reason").fill("crashes");
  await page.getByRole("button", { name: "Put on hold" }).first().click();
  await until(async () => arena.orders.includes('POST /staff/versions/12/hold {"reason":"crashes"}'));
  await go("#/arena?game=77");
  await page.getByRole("button", { name: "Exclude this game" }).click();
  await until(async () => arena.orders.includes("POST /staff/games/77/discount {}"));
  for (const [hash, order] of [["#/arena?game=77", "/staff/games/77"], ["#/arena?team=3&cupgame=2", "/staff/cup/games/2"]]) {
    await go("#/arena");
    await go(hash!);
    await page.getByRole("button", { name: "Play this game again" }).click();
    await page.getByRole("button", { name: "Replace its result?" }).click({ delay: 400 });
    await page.getByText("This game will be played again.").waitFor();
    assert.ok(arena.orders.includes(`POST ${order}/replay {}`), arena.orders.join("\n"));
  }
  await close();
});

test("a name that staff are typing survives the next reading of the list", limit, async () => {
  const { page, arena, go, close } = await visit("#/rules");
  await page.clock.install();
  await go("#/arena?token=staff");
  const name = page.getByLabel("Team: Deep Thought");
  await name.fill("Deeper");
  const read = page.waitForResponse("**/api/arena/staff/teams");
  await page.clock.fastForward(16_000);
  await (await read).finished();
  await page.locator(".audit li").first().waitFor();
  await name.press("End");
  await name.pressSequentially(" Thought");
  await name.press("Enter");
  await until(async () => arena.orders.includes('POST /staff/teams/3 {"name":"Deeper Thought"}'));
  await close();
});
