// A WebAssembly instance, and how text is passed to it (src/wasm/boundary.h).

type Exported = (...numbers: number[]) => number;

export interface HostFunctions {
  /** Called after each completed depth of a search. */
  report?: (json: string) => void;
  /** Called whenever the module reads the clock; can stop the search. */
  clock?: () => void;
}

/** What an instance needs to be a thread of another one. */
export interface ThreadPlace {
  memory: WebAssembly.Memory;
  /** The end of its stack. */
  stack: number;
  number: number;
  /** The zero of the other instance's clock: `performance.timeOrigin` there. */
  timeOrigin: number;
}

const enosys = 52;
const pagesOfMiB = 16;
// What the modules with threads demand (src/wasm/CMakeLists.txt), in MiB.
const initialMemory = 4;
const mostMemory = 2048;
const usualMemory = 64;

/** Whether a module can have threads: it imports memory that instances share. */
export const hasThreads = (module: WebAssembly.Module): boolean =>
  WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");

export class WasmInstance {
  /** Null if the module cannot have threads. */
  readonly sharedMemory: WebAssembly.Memory | null;
  private readonly exports: Record<string, Exported>;
  private readonly memory: WebAssembly.Memory;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  // Each worker has a clock of its own.
  private readonly clockOffset: number = 0;

  /** `memory` is the most that a module with threads may use, in MiB; address space is reserved for it. */
  constructor(module: WebAssembly.Module, host: HostFunctions = {}, memory = usualMemory, thread?: ThreadPlace) {
    const maximum = Math.min(memory, mostMemory) * pagesOfMiB;
    const newMemory = (): WebAssembly.Memory => new WebAssembly.Memory({ initial: initialMemory * pagesOfMiB, maximum, shared: true });
    this.sharedMemory = hasThreads(module) ? (thread?.memory ?? newMemory()) : null;
    const instance = new WebAssembly.Instance(module, this.imports(module, host));
    this.exports = instance.exports as unknown as Record<string, Exported>;
    this.memory = this.sharedMemory ?? (instance.exports["memory"] as WebAssembly.Memory);
    if (thread) {
      this.clockOffset = performance.timeOrigin - thread.timeOrigin;
      (instance.exports["__stack_pointer"] as WebAssembly.Global).value = thread.stack;
    } else {
      this.exports["_initialize"]?.();
    }
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
    // A copy, because browsers decode no shared memory.
    return this.decoder.decode(new Uint8Array(this.memory.buffer, at, size).slice());
  }

  // The module needs a clock; all other WASI calls return an error.
  private imports(module: WebAssembly.Module, host: HostFunctions): WebAssembly.Imports {
    const known: Record<string, (...args: never[]) => unknown> = {
      clock_time_get: (_id: number, _precision: bigint, at: number) => {
        host.clock?.();
        const nanoseconds = BigInt(Math.round((performance.now() + this.clockOffset) * 1e6));
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
      (imports[from] ??= {})[name] = name === "memory" ? this.sharedMemory! : ((known[name] as WebAssembly.ImportValue) ?? (() => enosys));
    return imports;
  }
}
