import { readFileSync } from "node:fs";
import { Rules } from "../../src/core/rules";
import type { VariantName } from "../../src/core/types";

export const root = process.env["XTTT_ROOT"] ?? process.cwd();
export const file = (path: string): string => readFileSync(`${root}/${path}`, "utf8");
export const wasm = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(`${root}/build/wasm/bin/${name}.wasm`));
/** The networks of the native engine. */
export const networkFolder = `${root}/data/networks`;
/** Where the page's network of a variant lies, if it has one. */
export const networkPath = (name: VariantName): string => `${root}/build/wasm/bin/${name}.xnet`;
export const rulesOf = (name: VariantName): Rules => new Rules(wasm(name));
