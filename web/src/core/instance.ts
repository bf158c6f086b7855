// A WebAssembly instance, and how text is passed to it (src/wasm/boundary.h).

type Exported = (...numbers: number[]) => number;

export interface HostFunctions {
  /** Called after each completed depth of a search. */
  report?: (json: string) => void;
  /** Called whenever the module reads the clock; can stop the search. */
  clock?: () => void;
}

const enosys = 52;

export class WasmInstance {
  private readonly exports: Record<string, Exported>;
  private readonly memory: WebAssembly.Memory;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(module: WebAssembly.Module, host: HostFunctions = {}) {
    const instance = new WebAssembly.Instance(module, this.imports(module, host));
    this.exports = instance.exports as unknown as Record<string, Exported>;
    this.memory = instance.exports["memory"] as WebAssembly.Memory;
    this.exports["_initialize"]?.();
  }

  call(name: string, ...numbers: number[]): number {
    const exported = this.exports[name];
    if (!exported) throw new Error(`the module has no ${name}`);
    return exported(...numbers);
  }

  /** Calls a function with text or bytes and returns its text answer; throws the answer if it fails. */
  ask(name: string, what: string | Uint8Array, ...numbers: number[]): string {
    const failed = this.tell(name, what, ...numbers);
    const answer = this.read(this.call("xttt_answer"), this.call("xttt_answer_size"));
    if (failed) throw new Error(answer);
    return answer;
  }

  tell(name: string, what: string | Uint8Array, ...numbers: number[]): number {
    const bytes = typeof what === "string" ? this.encoder.encode(what) : what;
    const at = this.call("xttt_input_buffer", bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, at);
    return this.call(name, bytes.length, ...numbers);
  }

  private read(at: number, size: number): string {
    return this.decoder.decode(new Uint8Array(this.memory.buffer, at, size));
  }

  // The module needs a clock; all other WASI calls return an error.
  private imports(module: WebAssembly.Module, host: HostFunctions): WebAssembly.Imports {
    const known: Record<string, (...args: never[]) => unknown> = {
      clock_time_get: (_id: number, _precision: bigint, at: number) => {
        host.clock?.();
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(this.memory.buffer).setBigUint64(at, nanoseconds, true);
        return 0;
      },
      report: (at: number, size: number) => host.report?.(this.read(at, size)),
      proc_exit: (code: number) => {
        throw new Error(`the core ended with ${code}`);
      },
    };
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      (imports[from] ??= {})[name] = (known[name] as WebAssembly.ImportValue) ?? (() => enosys);
    return imports;
  }
}
