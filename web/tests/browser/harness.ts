import { after, before } from "node:test";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { isolationHeaders, securityHeaders, serve, type Served } from "./serve";

export const root = process.env["XTTT_ROOT"] ?? process.cwd();
export const dist = `${root}/web/dist`;
const testPages = process.env["XTTT_TEST_PAGES"] ?? "";
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface OpenOptions extends BrowserContextOptions {
  hash?: string;
  /** Without the headers that give the page shared memory, as on a plain static host. */
  plainHost?: boolean;
  /** With the worker that keeps the page for offline use. */
  offlineCopy?: boolean;
  /** Another host of the page. */
  url?: string;
}

/** A browser, the built page on a free port, and what went wrong in it. */
export class Harness {
  browser!: Browser;
  private isolated!: Served;
  private plain!: Served;

  async start(): Promise<void> {
    const executablePath = process.env["XTTT_CHROMIUM"] ?? "/usr/bin/chromium";
    this.browser = await chromium.launch({ executablePath, args: flags, timeout: 60_000 });
    this.isolated = await serve(dist, testPages, { ...securityHeaders, ...isolationHeaders });
    this.plain = await serve(dist, testPages, securityHeaders);
  }

  /** Opens the page in a fresh profile. Errors of the page make `errors` grow. */
  async open(options: OpenOptions = {}): Promise<{ page: Page; errors: string[]; close: () => Promise<void> }> {
    const { hash = "#/play", plainHost, offlineCopy, url, ...rest } = options;
    const serviceWorkers = offlineCopy ? "allow" : "block";
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers, ...rest });
    // A busy machine may be slow; what is awaited is there long before on any other.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      // Share and Openings ask whether the page has a server; the browser reports the 404 of a host of files.
      const asked = message.location().url.endsWith("/healthz");
      if (message.type() === "error" && !asked) errors.push(message.text());
    });
    await page.goto((url ?? (plainHost ? this.plain : this.isolated).url) + hash);
    return { page, errors, close: () => context.close() };
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    for (const served of [this.isolated, this.plain]) {
      served?.server.closeAllConnections();
      served?.server.close();
    }
  }
}

/** The browser for the tests of a file, and the servers they need: each runs from the first test to the last. */
export function useHarness(...servers: { start(): Promise<void>; stop(): Promise<void> }[]): Harness {
  const harness = new Harness();
  before(async () => {
    for (const each of [harness, ...servers]) await each.start();
  });
  after(async () => {
    for (const each of [harness, ...servers]) await each.stop();
  });
  return harness;
}
