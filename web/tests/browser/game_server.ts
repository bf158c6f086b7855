import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./harness";

export const program = process.env["XTTT_PROGRAM"] ?? join(root, "build/release/bin/xttt");

/** `xttt serve` with a data folder of its own; it can be killed and started again. */
export class GameServer {
  private process: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), "xttt-web-"));
  url = "";

  constructor(private readonly options: readonly string[] = []) {}

  async start(): Promise<void> {
    if (!existsSync(program)) throw new Error(`there is no ${program}; \`make build\` builds it`);
    const port = this.url ? new URL(this.url).port : "0";
    const started = spawn(program, ["serve", "--port", port, "--data", this.data, "--log-level", "warn", ...this.options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.process = started;
    this.url = await new Promise<string>((resolve, reject) => {
      let text = "";
      started.stdout!.on("data", (piece: Buffer) => {
        text += piece.toString();
        if (text.includes("\n")) resolve(text.trim());
      });
      started.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
  }

  /** As a power cut would: no goodbye. */
  async kill(): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await gone;
  }

  /** While it is stopped: as if the turns of correspondence games had begun earlier. */
  setBackTurns(seconds: number): void {
    const change = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("UPDATE games SET turn_began = turn_began - ?", [int(sys.argv[2])])`;
    const done = spawnSync("python3", ["-c", change, join(this.data, "online.db"), String(seconds)], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A network between a browser and a server, which can be cut. */
export class Network {
  private readonly open = new Set<Socket>();
  private isCut = false;
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<Network> {
    const { hostname, port } = new URL(target);
    const server = createServer((near) => network.carry(near, connect(Number(port), hostname)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const network: Network = new Network(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return network;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.open) socket.destroy();
  }
  restore(): void {
    this.isCut = false;
  }
  close(): void {
    this.cut();
    this.server.close();
  }

  private carry(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    if (this.isCut) near.destroy();
  }
}
