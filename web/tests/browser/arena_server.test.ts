// The arena of a real server: a team uploads a bot by its personal link, sees what is wrong, and plays.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { faults } from "./axe";
import { GameServer, program } from "./game_server";
import { useHarness } from "./harness";
import { assertFits, phone, shoot, visit } from "./visitor";

const folder = mkdtempSync(join(tmpdir(), "xttt-arena-"));
const arena = join(folder, "spring");
const harness = useHarness();
let server: GameServer;
let tokens: Map<string, string>;
before(async () => {
  const teams = join(folder, "teams.csv");
  writeFileSync(teams, "name,alias\nDeep Thought,Blue\nMarvin,Red\n");
  const made = spawnSync(program, ["arena", "new", arena, "--move-time", "2s", "--teams", teams], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  tokens = new Map(made.stdout.split("\n").slice(1).filter(Boolean).map((line) => {
    const [name, link] = line.split(",");
    return [name!, link!.slice(link!.indexOf("token=") + "token=".length)];
  }));
  server = new GameServer(["--arena", arena, "--arena-jobs", "1"]);
  await server.start();
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const source = `import random
import sys
class Team:
    def move(self, board, old_move, flag):
        sys.stderr.write("thinking\\n")
        return random.choice(board.find_valid_move_cells(old_move))
`;
const bot = (name: string, text: string) => ({ name, mimeType: "text/x-python", buffer: Buffer.from(text) });

test("a team uploads, reads the verdict, climbs the ladder and replays a game; staff watch", { timeout: 300_000 }, async () => {
  const page = await visit(harness, `${server.url}#/arena?token=${tokens.get("Deep Thought")}`);
  page.context().setDefaultTimeout(120_000); // a check and a game take a while on a busy machine
  const newest = page.locator(".versions > li").first();
  await page.getByText("Nothing uploaded yet.").waitFor();
  assert.equal(new URL(page.url()).hash, "#/arena?view=own");
  await page.locator("input[type=file]").setInputFiles(bot("team1.py", source.replace("return random", "return nobody")));
  await newest.getByText("Rejected: a check failed").waitFor();
  await newest.getByText(/NameError/).first().waitFor();
  await page.locator("input[type=file]").setInputFiles(bot("team1.py", source));
  await newest.getByText("Plays on the ladder").waitFor();
  assert.deepEqual(await faults(page), []);
  await shoot(page, "arena-real-own");

  // The ladder plays against the engine's levels.
  await page.locator(".latest-game").first().click();
  await page.locator(".cells .mark").nth(4).waitFor();
  await page.getByRole("img", { name: /^Thinking time per move/ }).waitFor();
  await page.locator(".output", { hasText: "thinking" }).waitFor();
  await shoot(page, "arena-real-game");
  const game = new URL(page.url()).hash;

  // Visitors find the arena, see the same, and no output of the bot.
  const visitor = await visit(harness, `${server.url}#/tournaments`, phone);
  await visitor.getByRole("link", { name: "Arena: spring" }).tap();
  await visitor.locator(".standings", { hasText: "Deep Thought" }).waitFor();
  await assertFits(visitor);
  await visitor.goto(server.url + game);
  await visitor.locator(".cells .mark").nth(4).waitFor();
  assert.equal(await visitor.locator(".output").count(), 0);

  const staff = await visit(harness, `${server.url}#/arena?token=${tokens.get("staff")}`);
  await staff.getByLabel("Announcement", { exact: true }).fill("Well done");
  await staff.getByRole("button", { name: "Save" }).click();
  await staff.locator(".announcement", { hasText: "Well done" }).waitFor();
  await staff.getByLabel("New team").fill("Eddie");
  await staff.getByRole("button", { name: "Add" }).click();
  const link = (await staff.locator(".new-links code").textContent())!;
  await staff.getByLabel("Team: Eddie").waitFor();
  await staff.locator(".audit li", { hasText: "Eddie" }).first().waitFor();
  await shoot(staff, "arena-real-staff");
  // The new link works; so does logging out.
  await visitor.goto(link);
  await visitor.getByText("Nothing uploaded yet.").waitFor();
  await visitor.getByRole("button", { name: "Log out" }).tap();
  await visitor.getByRole("table", { name: "Ladder" }).waitFor();
  await visitor.goto(`${server.url}#/arena?token=wrong`);
  await visitor.getByRole("alert").filter({ hasText: "This link does not work" }).waitFor();
});
