// Takes the pictures of the guide to a course arena: a server with real bots, from the first upload to the end of the cup.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { GameServer, program } from "../browser/game_server";
import { Harness } from "../browser/harness";
import { phone } from "../browser/visitor";

const root = process.env["XTTT_ROOT"] ?? process.cwd();
const example = (name: string): string => readFileSync(join(root, "examples/bots", name), "utf8");
const good = example("wins_boards.py");
const teams: Record<string, string> = {
  "Deep Thought": good,
  Marvin: example("first_legal.py"),
  "Heart of Gold": good.replace("moves[0]", "moves[-1]"),
  Magrathea: good.replace("random.shuffle(moves)", "moves.sort()"),
  "Vogon Poetry": good.replace("random.shuffle(moves)", "moves.sort(reverse=True)"),
  "Zaphod & Co.": good.replace("random.shuffle(moves)", "moves.sort(key=lambda move: sum(move))"),
};
const shoot = async (page: Page, name: string): Promise<void> =>
  void (await page.screenshot({ path: `${root}/docs/pictures/arena-${name}.png` }));

test("pictures of an arena", { timeout: 1_200_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "xttt-arena-"));
  const list = join(folder, "teams.csv");
  writeFileSync(list, `name\n${Object.keys(teams).join("\n")}\n`);
  const arena = join(folder, "spring");
  const deadline = ["--deadline", "2037-03-01T18:00"];
  const made = spawnSync(program, ["arena", "new", arena, "--move-time", "2s", "--teams", list, ...deadline], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const links = new Map(made.stdout.split("\n").slice(1, -1).map((line) => line.split(",") as [string, string]));
  const server = new GameServer(["--arena", arena, "--arena-jobs", "1"]);
  const harness = new Harness();
  const open = async (who: string, options: BrowserContextOptions = { viewport: { width: 1240, height: 760 } }): Promise<Page> => {
    const context = await harness.browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(600_000);
    const page = await context.newPage();
    await page.goto(server.url + (links.has(who) ? new URL(links.get(who)!).hash : "#/arena"));
    return page;
  };
  const headers = (who: string): Record<string, string> => ({ Authorization: `Bearer ${links.get(who)!.split("token=")[1]!}` });
  const ready = async (): Promise<number> => {
    const answer = await fetch(`${server.url}api/arena/staff/teams`, { headers: headers("staff") });
    return ((await answer.json()) as { teams: { state: string }[] }).teams.filter(({ state }) => state === "ready").length;
  };
  try {
    await server.start();
    await harness.start();
    const names = Object.keys(teams);
    for (const [i, name] of names.entries()) {
      const answer = await fetch(`${server.url}api/arena/teams/${i + 1}/versions`, {
        method: "POST",
        headers: { ...headers(name), "Content-Type": "application/octet-stream", "X-File-Name": "bot.py" },
        body: teams[name]!,
      });
      assert.equal(answer.status, 201, await answer.text());
    }
    while ((await ready()) < names.length) await new Promise((resolve) => setTimeout(resolve, 1000));
    const own = await open("Deep Thought", { ...phone, deviceScaleFactor: 1.5 });
    await own.locator(".versions > li").first().getByText("Plays on the ladder").waitFor();
    const mistake = { name: "illegal_move.py", mimeType: "text/x-python", buffer: Buffer.from(example("illegal_move.py")) };
    await own.locator("input[type=file]").setInputFiles(mistake);
    await own.locator(".versions > li").first().getByText("Rejected: a check failed").waitFor();
    await own.locator("#versions-title").evaluate((title) => title.scrollIntoView());
    await shoot(own, "team");

    const visitor = await open("");
    await visitor.locator(".latest-game").nth(20).waitFor();
    await visitor.reload(); // the table then has the same games as the list
    await visitor.locator(".latest-game").nth(20).waitFor();
    await shoot(visitor, "ladder");

    const staff = await open("staff");
    await staff.getByLabel("Announcement", { exact: true }).fill("The cup is played on Monday in room 3.");
    await staff.getByRole("button", { name: "Save" }).click();
    await staff.locator(".announcement").waitFor();
    await staff.locator(".audit li").first().waitFor();
    await shoot(staff, "staff");

    await staff.getByLabel("Deadline", { exact: true }).fill("2020-01-01T18:00");
    await staff.getByRole("button", { name: "Save" }).click();
    await staff.getByRole("button", { name: "Play the cup" }).click();
    await staff.getByRole("button", { name: "Freeze all versions?" }).click({ delay: 400 });
    await staff.getByRole("link", { name: "Grades (CSV)" }).waitFor();
    await visitor.goto(`${server.url}#/tournaments?t=cup`);
    await visitor.locator(".latest-game").first().waitFor();
    await shoot(visitor, "cup");
  } finally {
    await harness.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
