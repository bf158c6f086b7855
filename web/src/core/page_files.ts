// Where the bundler puts the modules and networks of the page.
import { setCoreFiles } from "./load";

/** The URLs of files by their names without folder and extension. */
function byName(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files).map(([path, url]) => [path.replace(/^.*\/|\.\w+$/g, ""), url]));
}

const moduleUrls = byName(
  import.meta.glob<string>("@wasm/*.wasm", { query: "?url", import: "default", eager: true }),
);
const networkUrls = byName(
  import.meta.glob<string>("@wasm/*.xnet", { query: "?url", import: "default", eager: true }),
);

setCoreFiles({ moduleUrl: (name) => moduleUrls.get(name), networkUrl: (name) => networkUrls.get(name) });
