// Every task with nothing but a keyboard: only keys are pressed, and the focus is found where Tab takes it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { GameServer } from "./game_server";
import { useHarness } from "./harness";
import { announces, hasMoves, playMove, shortGame } from "./online_table";
import { Tournaments } from "./tournament";
import { visit } from "./visitor";

const cup = `
[tournament]
name = "Cup"
variant = "ultimate"
seed = 7
[limits]
move_time = "1s"
[games]
per_pairing = 2
${["Ada", "Bob"].map((name) => `[[entrant]]\nname = "${name}"\nplayer = "random"`).join("\n")}
`;

const harness = useHarness();
const tournaments = new Tournaments();
let server: GameServer;
before(async () => {
  server = new GameServer(["--tournament", tournaments.play("cup", cup)]);
  await server.start();
});
after(async () => {
  await server?.stop();
  await tournaments.stop();
});

const limit = { timeout: 240_000 };

/** What has the focus: its role and what screen readers call it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "";
    return `${element.tagName.toLowerCase()} ${label.replaceAll(/\s+/g, " ").trim()}`;
  });

/** Presses Tab until something with this name has the focus, and that something can be seen. */
async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (name.test(now)) {
      const outlined = await page.evaluate(() => {
        const element = document.activeElement!;
        const around = element.closest("label") ?? element;
        const ground = element.querySelector(".cell-ground");
        return [element, around].some((one) => getComputedStyle(one).outlineStyle !== "none") || ground !== null;
      });
      assert.ok(outlined, `the focus on "${now}" is not visible`);
      return;
    }
    passed.push(now);
  }
  throw new Error(`no Tab leads to ${name}: ${passed.join(" | ")}`);
}
const press = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
};

test("a game is started, played, resigned and played again", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.locator(".cell.legal").first().waitFor();
  await press(page, /^button New game/);
  await page.getByRole("dialog").waitFor();
  // The dialog keeps the focus; arrows choose within a group.
  await tabTo(page, /^input extreme/);
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  assert.match(await focused(page), /^input ultimate/);
  await tabTo(page, /^input (Momo|Pip)/);
  for (let i = 0; i < 12 && !/^input Pip/.test(await focused(page)); i++) await page.keyboard.press("ArrowUp");
  await press(page, /^button Start/);
  await page.locator('[aria-label="Board of ultimate"]').waitFor();
  await tabTo(page, /^g a1, playable/);
  for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await announces(page, "Pip plays");
  await press(page, /^button Hint/);
  await page.locator(".hint-text").waitFor();
  await press(page, /^button Resign/);
  assert.match(await focused(page), /^button Really resign\?/);
  await page.waitForTimeout(400); // a second key press at once does not count
  await page.keyboard.press("Enter");
  await announces(page, "You resigned");
  await page.locator(".end-panel .controls:not([inert])").waitFor();
  await press(page, /^button One move back/);
  await press(page, /^button Back to the end/);
  await press(page, /^button Rematch/);
  await page.locator(".end-panel").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
  await close();
});

test("a game is imported and exported", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/analysis?v=ultimate" });
  await page.locator(".cell.legal").first().waitFor();
  await press(page, /^button Import \/ export/);
  await page.getByRole("dialog", { name: "Import / export" }).waitFor();
  await tabTo(page, /^textarea A game/);
  await page.keyboard.type("this is no game");
  await press(page, /^button Import$/);
  // Said at once, and the text is still there.
  await page.getByRole("alert").waitFor();
  await tabTo(page, /^textarea A game/, "Shift+Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("e5 d4 a1");
  await tabTo(page, /^input Open a file/);
  await press(page, /^button Import$/);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(".tree .move", { hasText: "a1" }).waitFor();
  await press(page, /^button Import \/ export/);
  await page.getByRole("dialog").waitFor();
  await tabTo(page, /^input Link to this game/);
  assert.match(await page.evaluate(() => (document.activeElement as HTMLInputElement).value), /m=e5-d4-a1/);
  await tabTo(page, /^textarea The main variation/);
  await tabTo(page, /^a Save as/);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await focused(page), /^button Import \/ export/, "the focus is back");
  // Closed by its button, too.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await press(page, /^button Close/);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await focused(page), /^button Import \/ export/, "the focus is back");
  assert.deepEqual(errors, []);
  await close();
});

test("a review is read and its mistakes are played again", limit, async () => {
  const { moves } = shortGame("ultimate");
  const { page, errors, close } = await harness.open({ hash: `#/analysis?v=ultimate&m=${moves.join("-")}` });
  await page.locator(".tree .move").first().waitFor();
  await press(page, /^button Review the game/);
  await page.getByRole("button", { name: "Review again" }).waitFor();
  await press(page, /^button Learn from .*mistakes/);
  await page.getByText(/Mistake 1 of/).waitFor();
  await press(page, /^button Show the solution/);
  await page.getByText(/The best move is/).waitFor();
  await press(page, /^button (Next mistake|Finish)/);
  assert.deepEqual(errors, []);
  await close();
});

test("a game is found in a tournament and opened", limit, async () => {
  const page = await visit(harness, `${server.url}#/play`);
  await page.locator(".cell.legal").first().waitFor();
  await press(page, /^a Tournaments/);
  await page.locator(".tournament-list li").waitFor();
  await press(page, /^a Cup/);
  await page.locator(".standings tbody tr").nth(1).waitFor();
  // Read out: the standings are a table with named columns, games are buttons with players, result and length.
  const tree = await page.locator("main").ariaSnapshot();
  for (const part of [/- heading "Cup finished" \[level=1\]/, /- columnheader "Player"/, /- rowheader|- cell "Ada"/, /- heading "Latest games" \[level=2\]/, /- '?button "(Ada|Bob) ?\d.*(Ada|Bob).*\d+ moves"/])
    assert.match(tree, part);
  await press(page, /^button (Ada|Bob)/);
  await page.locator(".tree .move[aria-current]").waitFor();
  const all = await page.locator(".tree .move").count();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".tree .move").nth(all - 2).and(page.locator("[aria-current]")).waitFor();
  await page.goBack();
  await press(page, /^a Tournaments/);
  await page.locator(".tournament-list li").waitFor();
  await page.context().close();
});

test("two people play online, one of them with the keyboard", limit, async () => {
  const x = await visit(harness, `${server.url}#/online`);
  await x.locator(".online-form").waitFor();
  await tabTo(x, /^input extreme/);
  for (let i = 0; i < 3; i++) await x.keyboard.press("ArrowDown");
  await tabTo(x, /^input Random/);
  await x.keyboard.press("ArrowDown");
  await tabTo(x, /^input Your name/);
  await x.keyboard.type("Ada");
  await press(x, /^button Create game/);
  await x.getByLabel("Send this link").waitFor();
  await tabTo(x, /^input Send this link/);
  const invitation = await x.getByLabel("Send this link").inputValue();
  const o = await visit(harness, invitation);
  await o.getByRole("button", { name: "Join game" }).waitFor();
  await press(o, /^button Join game/);
  await o.locator(".player-x.turn").waitFor();
  await announces(x, "The game has started");
  await tabTo(x, /^g a1, playable/);
  await x.keyboard.press("Enter");
  await hasMoves(o, 1);
  await announces(o, "Ada plays a1");
  await playMove(o, (await o.locator(".cell.legal").first().getAttribute("data-cell"))!);
  await hasMoves(x, 2);
  // The focus waits on a cell that can be played; a phrase, a takeback and the end are in reach too.
  assert.match(await focused(x), /^g \w+, playable/);
  await press(x, /^button Take back/);
  await o.getByText("Your opponent asks to take back").waitFor();
  await press(o, /^button Decline/);
  await announces(x, "Takeback declined");
  await press(x, /^summary Say something|^button Say something/);
  await press(x, /^button Good luck!/);
  await announces(o, "Good luck!");
  await press(x, /^button Resign/);
  await x.waitForTimeout(400); // a second key press at once does not count
  await x.keyboard.press("Enter");
  await announces(o, "resigned");
  for (const page of [x, o]) {
    await page.locator(".end-panel .controls:not([inert])").waitFor();
    await press(page, /^button (Rematch|Accept rematch)/);
  }
  await hasMoves(x, 0);
  await x.locator(".end-panel").waitFor({ state: "detached" });
  for (const page of [x, o]) await page.context().close();
});
