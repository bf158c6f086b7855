import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Relative addresses, so that the built folder works below any path of any static host.
export default defineConfig({
  base: "./",
  resolve: {
    alias: { "@wasm": fileURLToPath(new URL("../build/wasm/bin", import.meta.url)) },
  },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    },
  },
});
