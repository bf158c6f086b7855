import { Records } from "./records";
import { Rules } from "./rules";
import type { VariantName } from "./types";

/** The URLs of files by their names without folder and extension. */
function byName(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files).map(([path, url]) => [path.replace(/^.*\/|\.\w+$/g, ""), url]));
}

// A module for each variant and one for records; the networks that src/eval/networks.cmake names.
const moduleUrls = byName(
  import.meta.glob<string>("@wasm/*.wasm", { query: "?url", import: "default", eager: true }),
);
const networkUrls = byName(
  import.meta.glob<string>("@wasm/*.xnet", { query: "?url", import: "default", eager: true }),
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
    const url = moduleUrls.get(name);
    if (!url) throw new Error(`there is no module for ${name}`);
    module = compile(url);
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
