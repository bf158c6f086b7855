// Whole online games, from the first move to the last: a phone against a desktop, with a spectator, a reload and
// a server that is killed in the middle.
import assert from "node:assert/strict";
import { test } from "node:test";
import { variantNames } from "../../src/core/variants";
import { faults } from "./axe";
import { GameServer } from "./game_server";
import { useHarness } from "./harness";
import { begin, hasMoves, playMove, shortGame } from "./online_table";
import { assertFits, phone, shoot, visit } from "./visitor";

const server = new GameServer();
const harness = useHarness(server);

const desktop = { viewport: { width: 1280, height: 840 } };

for (const [i, variant] of variantNames.entries())
  test(`a whole game of ${variant} between a phone and a desktop`, { timeout: 400_000 }, async () => {
    // The phone begins in every other variant.
    const [first, second] = i % 2 === 0 ? [phone, desktop] : [desktop, phone];
    const colorScheme = i % 2 === 0 ? "light" : "dark";
    const { x, o, game } = await begin(harness, server.url, variant, {
      x: { ...first, colorScheme },
      o: { ...second, colorScheme },
      name: "Ada of the rather long name",
    });
    const watcher = await visit(harness, `${server.url}g/${game}`, desktop);
    await watcher.locator(".players").waitFor(); // the link for spectators leads to the board
    const { moves, sides } = shortGame(variant);
    const pages = { x, o };
    for (const [ply, move] of moves.entries()) {
      await playMove(pages[sides[ply]!], move);
      for (const page of [x, o]) await hasMoves(page, ply + 1);
      if (ply === 3) {
        await o.reload();
        await hasMoves(o, ply + 1);
      }
      if (ply === 6) {
        await server.kill();
        await x.getByText("Connection lost").waitFor();
        await server.start();
        for (const page of [x, o]) await page.getByText("Connection lost").waitFor({ state: "detached" });
      }
      if (ply === 8) {
        // Closed, and opened again from the link of the game.
        await x.goto("about:blank");
        await x.goto(`${server.url}#/online?g=${game}`);
        await hasMoves(x, ply + 1);
      }
    }
    await hasMoves(watcher, moves.length);
    await x.locator(".end-panel", { hasText: "You won" }).waitFor();
    await o.locator(".end-panel", { hasText: "You lost" }).waitFor();
    await watcher.locator(".end-panel", { hasText: "Ada of the rather long name" }).waitFor();
    for (const page of [x, o, watcher]) {
      await assertFits(page);
      assert.deepEqual(await faults(page), []);
    }
    await shoot(x, `online-${variant}-over-x`);
    await shoot(o, `online-${variant}-over-o`);
    // One click each, and the next game is there for both.
    await x.getByRole("button", { name: "Rematch" }).click();
    await o.getByRole("button", { name: "Accept rematch" }).click();
    await o.locator(".cell.legal").first().waitFor();
    await x.locator(".player-x.turn").waitFor();
    for (const page of [x, o, watcher]) await page.context().close();
  });
