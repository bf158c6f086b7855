import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { faults } from "./axe";
import { GameServer } from "./game_server";
import { useHarness } from "./harness";
import { Tournaments } from "./tournament";
import { assertFits, phone, shoot, visit } from "./visitor";

const finished = `
[tournament]
name = "Cup <of> spring"
variant = "ultimate"
seed = 7
[limits]
move_time = "1s"
[games]
per_pairing = 4
${["Ada", "Bob", "A player with a long name"].map((name) => `[[entrant]]\nname = "${name}"\nplayer = "random"`).join("\n")}
`;
// Moves slow enough to be followed, games more than will be played.
const running = `
[tournament]
name = "Evening league"
variant = "ultimate"
[limits]
move_time = "150ms"
margin = "60s" # a busy machine must not end games by the clock
[games]
per_pairing = 200
[machine]
jobs = 1
${["one", "two"].map((name) => `[[entrant]]\nname = "Engine ${name}"\nplayer = "engine"`).join("\n")}
`;

const harness = useHarness();
let server: GameServer;
const tournaments = new Tournaments();
before(async () => {
  const cup = tournaments.play("cup", finished);
  const league = tournaments.begin("league", running);
  // The store is complete once a game of it is shown.
  for (let i = 0; i < 600 && !existsSync(`${league}.live`); i++) await new Promise((resolve) => setTimeout(resolve, 100));
  server = new GameServer(["--tournament", cup, "--tournament", league]);
  await server.start();
});
after(async () => {
  await server?.stop();
  await tournaments.stop();
});

const limit = { timeout: 180_000 };
const listed = (page: Page, name: string) => page.locator(".tournament-list li", { hasText: name });

test("a tournament is found in the list, its table is right, and a game of it opens", limit, async () => {
  const page = await visit(harness, `${server.url}#/tournaments`);
  await listed(page, "Evening league").locator(".live.on").waitFor();
  const cup = listed(page, "Cup <of> spring");
  await cup.getByText("12 games").waitFor();
  assert.deepEqual(await faults(page), []);
  await shoot(page, "tournament-list");
  await cup.getByRole("link").click();

  await page.getByRole("heading", { name: "Cup <of> spring" }).waitFor();
  await page.locator("h1 .live", { hasText: "finished" }).waitFor();
  const rows = page.locator(".standings tbody tr");
  await rows.nth(2).waitFor();
  const table = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent!.trim())));
  assert.deepEqual(table.map((row) => row[0]), ["1", "2", "3"]);
  const played = table.reduce((sum, row) => sum + Number(row[5]) + Number(row[6]) + Number(row[7]), 0);
  assert.equal(played, 24, "every game counts for two");
  assert.equal(table.reduce((sum, row) => sum + Number(row[2]), 0), 24, "games played");
  const points = table.map((row) => Number(row[3]));
  assert.deepEqual(points, [...points].sort((a, b) => b - a));
  const games = page.locator(".latest-game");
  await games.nth(11).waitFor();
  assert.deepEqual(await faults(page), []);
  await shoot(page, "tournament");

  const moves = Number(/(\d+) moves/.exec((await games.first().textContent())!)![1]);
  await games.first().click();
  await page.locator(".tree .move[aria-current]").waitFor();
  assert.equal(await page.locator(".tree .move").count(), moves);
  await page.context().close();
});

test("a game is watched move by move, and to its end", limit, async () => {
  const page = await visit(harness, `${server.url}#/tournaments?t=league`);
  // One that has begun just now, so that there is something left to see of it; should it end before it is
  // opened, the next one is as good.
  const live = page.locator("a.latest-game", { has: page.locator("small", { hasText: /^1?\d moves?; watch$/ }) });
  const move = page.locator(".moves .move");
  for (let attempt = 0; attempt < 10; attempt++) {
    await live.first().click();
    await page.locator(".moves .move, .notice:has-text('not in progress')").first().waitFor();
    if (await move.first().isVisible()) break;
    await page.goto(`${server.url}#/tournaments?t=league`);
  }
  await page.locator(".player-x strong", { hasText: /Engine (one|two)/ }).waitFor();
  const seen = await move.count();
  await move.nth(seen + 1).waitFor();
  await page.locator(".mark").nth(seen).waitFor();
  assert.equal(await page.locator(".cell.legal").count(), 0);
  await shoot(page, "tournament-live");

  // Who looks at an earlier position finds the way back.
  await move.first().click();
  await page.getByRole("button", { name: "Back to the game" }).click();

  await page.locator(".status.over", { hasText: /wins|Draw/ }).waitFor();
  await page.getByRole("link", { name: "Analyse" }).waitFor();
  await page.getByRole("link", { name: "Evening league" }).click();
  await page.locator(".latest-game", { hasText: /line|full/ }).first().waitFor();
  await page.context().close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`tournaments fit a phone, ${colorScheme}`, limit, async () => {
    const page = await visit(harness, `${server.url}#/tournaments`, { ...phone, colorScheme, reducedMotion: "reduce" });
    const look = async (name: string): Promise<void> => {
      await assertFits(page);
      await shoot(page, `phone-${name}-${colorScheme}`);
    };
    await listed(page, "Cup").getByText("12 games").waitFor();
    await look("tournament-list");
    await page.goto(`${server.url}#/tournaments?t=cup`);
    await page.locator(".latest-game").nth(11).waitFor();
    await look("tournament");
    assert.deepEqual(await faults(page), []);
    await page.goto(`${server.url}#/tournaments?t=league`);
    await page.getByRole("heading", { name: "In progress" }).waitFor();
    await look("tournament-running");
    await page.locator("a.latest-game").first().tap();
    await page.locator(".players, .notice").first().waitFor();
    await look("tournament-live");
    await page.context().close();
  });
}
