import { Geometry } from "../board/geometry";
import type { VariantInfo } from "../core/types";

const boardPx = 420;
const controlsPx = 96;

/** The HTML that shows a game on another page; parameters as in a link to Analysis. */
export function embedCode(variant: VariantInfo, parameters: Record<string, string>): string {
  const address = new URL(`./embed?${new URLSearchParams(parameters).toString()}`, location.href.replace(/#.*/, ""));
  const { width, height } = new Geometry(variant).whole;
  const size = `width="${Math.round((boardPx * width) / height)}" height="${boardPx + controlsPx}"`;
  return `<iframe src="${address.href.replaceAll("&", "&amp;")}" ${size} style="border:0" loading="lazy" title="Extreme Tic-Tac-Toe"></iframe>`;
}
