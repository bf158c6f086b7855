import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Harness } from "./harness";

const screenshots = process.env["XTTT_SCREENSHOTS"];

/** Keeps a picture, if XTTT_SCREENSHOTS names a folder for them. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png` });
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A person with a browser of their own, who reaches a server through `url`. */
export async function visit(harness: Harness, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await harness.browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: "block", ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Page): Promise<void> {
  // A phone that must show more than fits takes its window for wider: the screen does not change.
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.screen.width]);
  assert.ok(content! <= width!, `the page is ${content} wide, the screen ${width}`);
}
