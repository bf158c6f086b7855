// What tests do at a table, whatever they look for.
import type { Page } from "playwright-core";
import { until } from "./online_table";

/** Starts a game from the dialog. */
export async function newGame(page: Page, ...choices: string[]): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  for (const choice of choices) await dialog.locator(`label:has(span:text-is("${choice}"))`).click();
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Waits until something new has been said. */
export async function afterAnnouncement(page: Page, action: () => Promise<void>): Promise<void> {
  const said = (): Promise<string | null> => page.getByTestId("announcement").textContent();
  const before = await said();
  await action();
  await until(async () => (await said()) !== before);
}

/** Plays the first legal cell until the game ends; returns the number of moves made by hand. On a touch
 * screen it plays as a finger does: in the lens where there is one, each cell tapped twice. */
export async function playToTheEnd(page: Page, touch = false): Promise<number> {
  const over = page.locator(".end-panel");
  for (let moves = 0; ; moves++) {
    await page.locator(".cells .cell.legal, .end-panel").first().waitFor();
    if (await over.isVisible()) return moves;
    await afterAnnouncement(page, () => (touch ? tapFirst(page) : page.locator(".cells .cell.legal").first().click()));
  }
}

async function tapFirst(page: Page): Promise<void> {
  const inLens = page.locator(".lens .cell.legal").first();
  if (await page.locator(".lens").isVisible()) {
    if (!(await inLens.isVisible())) await page.locator(".cells .cell.legal").first().tap();
    await inLens.tap();
    await inLens.tap();
  } else {
    await page.locator(".cells .cell.legal").first().tap();
    await page.locator(".cells .cell.legal").first().tap();
  }
}

/** Presses a button that asks, and its question. */
export async function confirm(page: Page, name: string, question: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForTimeout(400);
  await page.getByRole("button", { name: question }).click();
}

export const resign = (page: Page): Promise<void> => confirm(page, "Resign", "Really resign?");
