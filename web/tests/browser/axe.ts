import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

// Evaluated, not loaded: the page's own policy would not let it in.
const source = readFileSync(join(process.env["XTTT_TEST_PAGES"] ?? "", "axe.min.js"), "utf8");

/** What axe finds, in words. */
export async function faults(page: Page, exceptRules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(source);
  const rules = Object.fromEntries(exceptRules.map((rule) => [rule, { enabled: false }]));
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await axe.run({ rules })).violations;
  }, rules);
  return violations
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
}
