// Nothing a person did is lost.
import assert from "node:assert/strict";
import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { faults } from "./axe";
import { useHarness } from "./harness";
import { until } from "./online_table";
import { afterAnnouncement, newGame, playToTheEnd, resign } from "./table";

const harness = useHarness();

const limit = { timeout: 150_000 };
const moves = (page: Page): Promise<string[]> => page.locator(".moves .move").allTextContents();
const reply = (page: Page): Promise<void> => page.locator(".player-x.turn").waitFor();

test("a game is there again after leaving the page, a reload and a new game", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.locator('[data-cell="g7"]').click();
  await page.locator(".moves-o .move").waitFor();
  await reply(page);
  const played = await moves(page);
  await page.getByRole("link", { name: "Rules" }).click();
  await page.locator(".lines-picture").waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.locator(".moves-o .move").waitFor();
  assert.deepEqual(await moves(page), played);
  await page.reload();
  await page.locator(".moves-o .move").waitFor();
  assert.deepEqual(await moves(page), played);
  // And it continues.
  await page.locator(".cell.legal").first().click();
  await page.locator(".moves-o .move").nth(1).waitFor();
  const longer = await moves(page);

  await newGame(page, "ultimate");
  await page.locator(".moves").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "My games" }).click();
  const row = page.locator(".game-list li", { hasText: "extreme, 4 moves" });
  await row.getByText("Your turn").waitFor();
  await row.getByRole("link").first().click();
  await page.locator(".moves-o .move").nth(1).waitFor();
  assert.deepEqual(await moves(page), longer);
  assert.deepEqual(errors, []);
  await close();
});

test("an analysis with variations, comments and review survives a reload and another variant", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/analysis?v=ultimate" });
  for (const cell of ["e5", "d4", "a1"]) await page.locator(`[data-cell="${cell}"]`).click();
  await page.keyboard.press("ArrowLeft");
  await page.locator('[data-cell="b2"]').click();
  await page.getByLabel("Comment on this move").fill("the other way");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Review again" }).waitFor();
  await until(async () => page.url().includes("id="));
  const look = async (): Promise<void> => {
    await page.locator(".variation .comment", { hasText: "the other way" }).waitFor();
    assert.equal(await page.locator(".tree .move").count(), 4);
    await page.locator(".curve polyline").waitFor();
  };
  await page.reload();
  await look();
  await page.getByLabel("Variant").selectOption("double");
  await page.locator('[aria-label="Board of double"]').waitFor();
  await page.getByRole("link", { name: "My games" }).click();
  await page.locator(".game-list li", { hasText: "ultimate" }).getByRole("link").click();
  await look();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("link", { name: "Analysis" }).click();
  await look();
  assert.deepEqual(errors, []);
  await close();
});

test("a finished game is reviewed, learned from, counted and deleted", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "ultimate", "Computer", "Pip");
  await playToTheEnd(page);
  await page.locator(".end-panel h2", { hasText: /^(You won|You lost|Draw)$/ }).waitFor();
  await page.reload();
  await page.locator(".end-panel h2").waitFor();
  await page.getByRole("link", { name: "Review" }).click(); // one click
  await page.getByRole("button", { name: "Review again" }).waitFor();
  const accuracy = page.locator(".summary tbody tr", { hasText: "You" });
  assert.match((await accuracy.textContent())!, /You\d+%\d+\d+\d+/);
  await page.locator(".mistakes small").first().waitFor();
  assert.match((await page.locator(".mistakes small").first().textContent())!, /^(Mistake|Blunder)( \(−(\d+\.\d|\d+%)\))?\. Best was [a-i]\d\. (It|(X|Pip) answers [a-i]\d:|[a-i]\d is better:) .+\.$/);
  await page.getByRole("button", { name: "Learn from your mistakes" }).click();
  await page.getByText(/^Mistake 1 of \d+/).waitFor();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText(/^The best move is/).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "My games" }).click();
  await page.getByRole("heading", { name: "Statistics" }).waitFor();
  await page.locator(".bars tr", { hasText: "ultimate" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: /^Delete the game/ }).click();
  await page.getByText("No games yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".game-list li").waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a first move that was taken back does not return, nor does the opponent change", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "ultimate", "Computer", "Pip");
  await page.locator('[data-cell="e5"]').click();
  await page.locator(".moves-o .move").waitFor();
  await reply(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".moves").waitFor({ state: "detached" });
  await page.reload();
  await page.locator('[aria-label="Board of ultimate"] .cell.legal').first().waitFor();
  assert.equal(await page.locator(".cells .mark").count(), 0);
  await page.locator(".player-o strong", { hasText: "Pip" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("what is done just before the tab is closed is kept", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "ultimate", "Pass and play");
  await page.locator('[data-cell="e5"]').waitFor();
  const click = (cell: string): void => void document.querySelector(`[data-cell="${cell}"]`)!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await page.evaluate(click, "e5");
  await page.close();
  const next = await page.context().newPage();
  await next.goto(page.url());
  await next.locator(".moves .move", { hasText: "e5" }).waitFor();
  // Changes of an analysis wait a little to be saved, or until the page is left.
  await next.goto(new URL("#/analysis?v=ultimate&m=e5-d4", next.url()).href);
  const comment = "last words";
  await next.getByLabel("Comment on this move").fill(comment);
  await next.reload();
  await next.goto(new URL("#/analysis", next.url()).href);
  await next.locator(".tree .comment", { hasText: comment }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("looking back: keys and buttons step, the board leads back, a new move too", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "ultimate", "Pass and play");
  for (const cell of ["e5", "d4", "a1"]) await afterAnnouncement(page, () => page.locator(`[data-cell="${cell}"]`).click());
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Looking back: move 2 of 3").waitFor();
  await page.keyboard.press("Home");
  await page.getByText("Looking back: move 0 of 3").waitFor();
  assert.equal(await page.locator(".cells .mark").count(), 0);
  await page.getByRole("button", { name: "One move forward" }).click();
  await page.getByText("Looking back: move 1 of 3").waitFor();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.getByText("O to move").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator('[data-cell="i9"]').click(); // anywhere
  await page.getByText("O to move").first().waitFor();
  assert.equal(await page.locator(".cells .mark").count(), 3);
  await page.keyboard.press("Home");
  const input = page.getByRole("textbox", { name: "Move" });
  await page.keyboard.press("End");
  await input.fill("b2");
  await input.press("Enter");
  await page.locator(".moves .move[aria-current]", { hasText: "b2" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("the bot's move brings one who looks back to the present", limit, async () => {
  const { page, close } = await harness.open();
  await newGame(page, "ultimate");
  await page.locator('[data-cell="e5"]').click();
  await page.keyboard.press("Home");
  await page.locator(".moves-o .move[aria-current]").waitFor();
  await page.getByText("Your turn").first().waitFor();
  await close();
});

test("resigning asks, disarms by itself, and counts as a line", limit, async () => {
  const { page, errors, close } = await harness.open();
  await newGame(page, "ultimate");
  await page.locator('[data-cell="e5"]').click();
  await page.locator(".moves-o .move").waitFor();
  const place = async (name: string): Promise<number[]> => {
    const box = (await page.getByRole("button", { name, exact: true }).boundingBox())!;
    return [box.x, box.y, box.width, box.height].map(Math.round);
  };
  const asked = await place("Resign");
  await page.getByRole("button", { name: "Resign", exact: true }).dblclick();
  assert.deepEqual(await place("Really resign?"), asked, "the question stands where the button was");
  await page.getByRole("button", { name: "Really resign?" }).waitFor();
  assert.equal(await page.locator(".end-panel").count(), 0, "a double click is one question");
  await page.getByRole("button", { name: "Resign", exact: true }).waitFor(); // after a few seconds
  await resign(page);
  await page.locator(".end-panel", { hasText: "You resigned – Momo wins 9–\u20600" }).waitFor();
  assert.deepEqual(await page.locator(".player-points").allTextContents(), ["0 pts", "9 pts"]);
  assert.equal(await page.locator(".glow").count(), 0, "nothing more to play");
  assert.equal(await page.title(), "Game over – Extreme Tic-Tac-Toe");
  assert.deepEqual(errors, []);
  await close();
});

test("the title calls, undo is offered only where it does something, and a rematch changes sides", limit, async () => {
  const { page, errors, close } = await harness.open();
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  for (const choice of ["ultimate", "Computer", "O, second"]) await dialog.locator(`label:has(span:text-is("${choice}"))`).click();
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.locator(".moves-x .move").waitFor();
  await until(async () => (await page.title()).startsWith("Your turn"));
  assert.ok(await page.getByRole("button", { name: "Undo" }).isDisabled(), "there is no move of mine yet");
  await page.locator(".cell.legal").first().click();
  await page.locator(".moves-x .move").nth(1).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".moves-x .move").nth(1).waitFor({ state: "detached" });
  await resign(page);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator(".player-x strong", { hasText: "You" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a long name leaves the clock where it is", limit, async () => {
  const { page, close } = await harness.open();
  await page.locator(".player").first().waitFor();
  const [card, column] = await page.evaluate(() => {
    document.querySelector(".player-name strong")!.textContent = "A name that is very, very long indeed";
    const width = (selector: string): number => document.querySelector(selector)!.getBoundingClientRect().right;
    return [width(".player"), width(".side-column")];
  });
  assert.ok(card! <= column! + 1, `${card} > ${column}`);
  await close();
});

test("a file with several games lets one choose", limit, async () => {
  const { page, errors, close } = await harness.open({ hash: "#/analysis?v=ultimate" });
  const file = join(mkdtempSync(join(tmpdir(), "xttt-")), "games.xgn");
  const game = (x: string, moves: string): string => `[Variant "ultimate"]\n[X "${x}"]\n[O "Bob"]\n\n${moves} *\n\n`;
  writeFileSync(file, game("Ada", "1. e5 d4") + game("Carl", "1. a1 b2 2. e5"));
  await page.getByRole("button", { name: "Import / export" }).click();
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("dialog").getByText("2 games: choose one").waitFor();
  await page.getByRole("button", { name: /2\. Carl – Bob, ultimate, 3 moves/ }).click();
  await page.locator(".tree .move").nth(2).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a link and pictures of a position are shared, on plain http as well", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/analysis?v=double&m=1e5-1e4" });
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link to this game").inputValue();
  assert.match(link, /#\/analysis\?v=double&m=1e5-1e4$/);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  for (const [name, start] of [["Image (SVG)", "<svg"], ["Image (PNG)", "\x89PNG"]] as const) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    assert.ok(Buffer.concat(chunks).toString("latin1").startsWith(start), name);
    assert.ok(Buffer.concat(chunks).length > 3000, name);
  }
  await close();
});

test("what cannot be loaded says so and can be tried again", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/rules" });
  await page.route("**/puzzles/*.json", (route) => route.abort());
  await page.goto(new URL("#/puzzles", page.url()).href);
  await page.getByText("Could not load the puzzles. Check your internet connection.").waitFor();
  await page.unroute("**/puzzles/*.json");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator(".cell.legal").first().waitFor();
  await close();
});

test("the graph is painted with x's share below the curve", limit, async () => {
  const { page, close } = await harness.open({ hash: "#/analysis?v=ultimate&m=e5-d4-a1-b2" });
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Review again" }).waitFor();
  const colours = await page.evaluate(() => {
    const style = (selector: string, property: string): string =>
      getComputedStyle(document.querySelector(selector)!).getPropertyValue(property);
    const root = getComputedStyle(document.documentElement);
    const probe = document.createElement("i");
    document.body.append(probe);
    const colour = (name: string): string => {
      probe.style.color = root.getPropertyValue(name);
      return getComputedStyle(probe).color;
    };
    return { area: style(".curve .share-x", "fill"), x: colour("--x-soft"), ground: style(".curve", "background-color"), o: colour("--o-soft") };
  });
  assert.equal(colours.area, colours.x);
  assert.equal(colours.ground, colours.o);
  const area = (await page.locator(".curve .share-x").getAttribute("points"))!.split(" ").map((pair) => pair.split(",").map(Number));
  assert.equal(area[0]![1], 90, "the area begins at the bottom: x's share is below the curve");
  await close();
});
