import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// What a careful server says beside the files (docs/reference/web.md); the tests see to it that the page
// lives with it.
export const securityHeaders = {
  "Content-Security-Policy":
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};
/** The board for other pages (/embed) is the one page that may be framed. */
const embedHeaders = {
  ...securityHeaders,
  "Content-Security-Policy": securityHeaders["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *"),
};
export const isolationHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export interface Served {
  server: Server;
  url: string;
}

/** Serves a folder, and what only tests need below /tests/, on a free port of this machine. */
export function serve(folder: string, testPages: string, headers: Record<string, string>): Promise<Served> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
    const file = path.startsWith("/tests/")
      ? join(testPages, path.slice("/tests/".length))
      : join(folder, path.endsWith("/") ? `${path}index.html` : path === "/embed" ? "embed.html" : path);
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    if (!found) {
      response.writeHead(404).end("not found");
      return;
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    const compressed = /\bbr\b/.test(String(request.headers["accept-encoding"])) && existsSync(`${file}.br`);
    response.writeHead(200, { "Content-Type": type, ...(compressed ? { "Content-Encoding": "br" } : {}), ...(path === "/embed" ? embedHeaders : headers) });
    createReadStream(compressed ? `${file}.br` : file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, url: `http://127.0.0.1:${port}/` });
    });
  });
}
