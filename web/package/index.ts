// The npm package: the page's own core, with its modules and networks beside this file.
import { setCoreFiles } from "../src/core/load";
import { variantNames } from "../src/core/types";

export * from "../src/core/index";

/** The variants with a network in this package; the others use the handcrafted evaluation. */
declare const XTTT_NETWORKS: readonly string[];

const beside = (name: string): string => new URL(`./wasm/${name}`, import.meta.url).href;

// Node.js does not fetch files.
async function readFile(url: string): Promise<Response> {
  const { readFile } = await import("node:fs/promises");
  return new Response(await readFile(new URL(url)), { headers: { "Content-Type": "application/wasm" } });
}

setCoreFiles({
  moduleUrl: (name) =>
    name === "records" || variantNames.some((variant) => name === variant || name === `study-${variant}`) ? beside(`${name}.wasm`) : undefined,
  networkUrl: (name) => (XTTT_NETWORKS.includes(name) ? beside(`${name}.xnet`) : undefined),
  fetch: (url) => (url.startsWith("file:") ? readFile(url) : fetch(url)),
});
