// The npm package: the page's own core, with its modules and networks beside this file.
import { setCoreFiles } from "../src/core/load";
import { setThreadStart, type ThreadStart } from "../src/core/threads";
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
    name === "records" || variantNames.some((variant) => [variant, `threads-${variant}`, `study-${variant}`].includes(name)) ? beside(`${name}.wasm`) : undefined,
  networkUrl: (name) => (XTTT_NETWORKS.includes(name) ? beside(`${name}.xnet`) : undefined),
  fetch: (url) => (url.startsWith("file:") ? readFile(url) : fetch(url)),
});

// Node.js has workers of its own kind. They do not keep the program alive.
if (typeof Worker === "undefined") {
  const { Worker: NodeWorker } = await import("node:worker_threads");
  setThreadStart((start: ThreadStart) => {
    const worker = new NodeWorker(new URL("./node_thread.js", import.meta.url), { workerData: start });
    const ready = new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("error", reject);
    });
    worker.unref();
    return { ready, terminate: () => void worker.terminate() };
  });
}
