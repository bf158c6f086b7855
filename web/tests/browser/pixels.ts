// Compares screenshots with the pictures in tests/browser/screens, pixel by pixel, as playwright's own test runner does.
// XTTT_UPDATE_SCREENS=1 writes the pictures instead.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "./harness";

type Comparator = (
  actual: Buffer,
  expected: Buffer,
  options: { comparator: string; maxDiffPixelRatio: number },
) => { errorMessage: string; diff?: Buffer } | null;
const { getComparator } = createRequire(import.meta.url)("playwright-core/lib/utils") as { getComparator(type: string): Comparator };
const compare = getComparator("image/png");

const references = join(root, "web/tests/browser/screens");
const failures = process.env["XTTT_SCREENSHOTS"] ?? join(root, "build/screens");
export const update = process.env["XTTT_UPDATE_SCREENS"] === "1";
// By structure and colour as people see them; it ignores what smoothing of edges may change.
const comparator = "ssim-cie94";
// A small button is four thousandths of a desktop screen.
const maxDiffPixelRatio = 0.001;

/** What is wrong with the looks of the page; null if it looks like its picture. */
export async function looksDifferent(page: Page, name: string): Promise<string | null> {
  const actual = await page.screenshot({ animations: "disabled", caret: "hide" });
  const reference = join(references, `${name}.png`);
  if (update) {
    mkdirSync(references, { recursive: true });
    writeFileSync(reference, actual);
    return null;
  }
  const found = existsSync(reference)
    ? compare(actual, readFileSync(reference), { comparator, maxDiffPixelRatio })
    : { errorMessage: "there is no picture to compare with." };
  if (!found) return null;
  mkdirSync(failures, { recursive: true });
  const keep = (suffix: string, picture: Buffer): string => {
    const path = join(failures, `${name}-${suffix}.png`);
    writeFileSync(path, picture);
    return path;
  };
  const seen = [keep("now", actual), ...(found.diff ? [keep("diff", found.diff)] : [])].join(" and ");
  return (
    `${name}: ${found.errorMessage} See ${seen}. If the page should look like this, run ` +
    `'XTTT_UPDATE_SCREENS=1 scripts/test-web browser screens' and commit ${reference}.`
  );
}
