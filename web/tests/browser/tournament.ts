import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "./game_server";

/** Tournaments in a temporary folder, played by `xttt tournament run`. */
export class Tournaments {
  private readonly folder = mkdtempSync(join(tmpdir(), "xttt-cups-"));
  private readonly running: ChildProcess[] = [];

  /** Plays a tournament to its end; gives its store. */
  play(name: string, text: string): string {
    const config = this.write(name, text);
    const done = spawnSync(program, ["tournament", "run", config, "--quiet"], { encoding: "utf8", timeout: 120_000 });
    if (done.status !== 0) throw new Error(`${done.error ?? ""} ${done.stdout} ${done.stderr}`);
    return this.store(name);
  }

  /** Starts one, which runs until stop(); returns its store. */
  begin(name: string, text: string): string {
    const config = this.write(name, text);
    this.running.push(spawn(program, ["tournament", "run", config, "--quiet"], { stdio: ["ignore", "ignore", "inherit"] }));
    return this.store(name);
  }

  async stop(): Promise<void> {
    for (const one of this.running) {
      if (one.exitCode !== null || one.signalCode !== null) continue;
      const gone = new Promise((resolve) => one.once("exit", resolve));
      one.kill("SIGKILL");
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private store(name: string): string {
    return join(this.folder, `${name}.db`);
  }
  private write(name: string, text: string): string {
    const path = join(this.folder, `${name}.toml`);
    writeFileSync(path, text);
    return path;
  }
}
