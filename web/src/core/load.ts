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

// The network of each variant that has one, as src/eval/networks.cmake names them.
const networkFiles = import.meta.glob<string>("@wasm/*.xnet", { query: "?url", import: "default", eager: true });
const networkUrls = new Map(
  Object.entries(networkFiles).map(([path, url]) => [path.replace(/^.*\/|\.xnet$/g, ""), url]),
);

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

const networks = new Map<VariantName, Promise<ArrayBuffer>>();

/** The network of a variant, fetched once; null if it has none. */
export async function loadNetwork(name: VariantName): Promise<ArrayBuffer | null> {
  const url = networkUrls.get(name);
  if (!url) return null;
  let network = networks.get(name);
  if (!network) {
    network = fetchBytes(url);
    networks.set(name, network);
    network.catch(() => networks.delete(name));
  }
  return network;
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (${response.status})`);
  return response.arrayBuffer();
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
