import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { variantNames } from "./src/core/variants";

const wasm = fileURLToPath(new URL("../build/wasm/bin", import.meta.url));

const common: UserConfig = {
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  resolve: { alias: { "@wasm": wasm } },
};

// Relative addresses, so that the built folder works below any path of any static host.
const page: UserConfig = {
  ...common,
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["index.html", "embed.html"],
      output: {
        // Both the engine and the rules alone are called like their variant.
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => name.includes("/rules/")) ? "assets/rules-[name]-[hash][extname]" : "assets/[name]-[hash][extname]",
      },
    },
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    },
  },
};

/** The rules of each variant beside the script: the program puts those into a report that it needs. */
const rules: Plugin = {
  name: "rules",
  generateBundle() {
    for (const name of variantNames)
      this.emitFile({ type: "asset", fileName: `${name}.wasm`, source: readFileSync(`${wasm}/rules/${name}.wasm`) });
  },
};

/** Leaves out of a report's catalogue the texts of pages that a report does not have. */
const reportTexts: Plugin = {
  name: "report-texts",
  transform: (code, id) => (id.endsWith("/i18n/en.ts") ? code.replace(/^ {2}"(arena|lobby|lesson|puzzle|theme|phrase|coach|stats|opponent|hint|fault|kind|practice)\..*\n/gm, "") : null),
};

// What `xttt tournament report` puts into its one file: a script and a style.
const report: UserConfig = {
  ...common,
  publicDir: false,
  plugins: [rules, { ...reportTexts, enforce: "pre" }],
  build: {
    target: "es2022",
    outDir: "dist/report",
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/report/main.tsx",
      output: { format: "iife", entryFileNames: "report.js", assetFileNames: "report[extname]" },
    },
  },
};

/** `vite build` builds the page, `vite build --mode report` what reports are made of. */
export default defineConfig(({ mode }) => (mode === "report" ? report : page));
