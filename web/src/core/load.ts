import diagonalUrl from "@wasm/diagonal.wasm?url";
import doubleUrl from "@wasm/double.wasm?url";
import extremeUrl from "@wasm/extreme.wasm?url";
import recordsUrl from "@wasm/records.wasm?url";
import ultimateUrl from "@wasm/ultimate.wasm?url";
import { Records } from "./records";
import { Rules } from "./rules";
import type { VariantName } from "./types";

const urls: Record<VariantName | "records", string> = {
  extreme: extremeUrl,
  double: doubleUrl,
  diagonal: diagonalUrl,
  ultimate: ultimateUrl,
  records: recordsUrl,
};

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the core could not be loaded (${response.status})`);
  // Some static hosts do not know the media type that streaming compilation asks for.
  return response.headers.get("Content-Type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const rules = new Map<VariantName, Promise<Rules>>();

/** Each module is fetched and compiled once; a failed attempt may be repeated. */
export function loadModule(name: VariantName | "records"): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    module = compile(urls[name]);
    modules.set(name, module);
    module.catch(() => modules.delete(name));
  }
  return module;
}

export function loadRules(name: VariantName): Promise<Rules> {
  let loaded = rules.get(name);
  if (!loaded) {
    loaded = loadModule(name).then((module) => new Rules(module));
    rules.set(name, loaded);
    loaded.catch(() => rules.delete(name));
  }
  return loaded;
}

let records: Promise<Records> | null = null;
export function loadRecords(): Promise<Records> {
  records ??= loadModule("records").then((module) => new Records(module));
  records.catch(() => (records = null));
  return records;
}
