import { Records } from "./records";
import { Rules } from "./rules";
import type { VariantName } from "./types";

/** A variant's rules and engine, what its puzzles and openings need, or game records. */
export type ModuleName = VariantName | `study-${VariantName}` | "records";

/** Where the modules are, and the
 * networks that src/eval/networks.cmake names. */
export interface CoreFiles {
  moduleUrl(name: ModuleName): string | undefined;
  networkUrl(name: VariantName): string | undefined;
  /** Reads a URL; `fetch` unless the host needs something else. */
  fetch?: (url: string) => Promise<Response>;
}

let files: CoreFiles = { moduleUrl: () => undefined, networkUrl: () => undefined };

/** Call it once, before anything is loaded. */
export function setCoreFiles(found: CoreFiles): void {
  files = found;
}

const get = (url: string): Promise<Response> => (files.fetch ?? fetch)(url);

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await get(url);
  if (!response.ok) throw new Error(`the core could not be loaded (${response.status})`);
  // Some static hosts do not send the media type that streaming compilation needs.
  return response.headers.get("Content-Type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const rules = new Map<VariantName, Promise<Rules>>();

/** Each module is fetched and compiled once; a failed attempt may be repeated. */
export function loadModule(name: ModuleName): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    const url = files.moduleUrl(name);
    if (!url) return Promise.reject(new Error(`there is no module for ${name}`));
    module = compile(url);
    modules.set(name, module);
    module.catch(() => modules.delete(name));
  }
  return module;
}

const networks = new Map<VariantName, Promise<ArrayBuffer>>();

/** The network of a variant, fetched once; null if it has none. */
export async function loadNetwork(name: VariantName): Promise<ArrayBuffer | null> {
  const url = files.networkUrl(name);
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
  const response = await get(url);
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
