import { WasmInstance } from "./instance";
import { questionText } from "./rules";
import type { BestMove, GamePath, MoveReview, SearchLimits, SearchReport } from "./types";

type Texts<T> = Omit<T, "pvs"> & { pvs: { moves: string }[] };

function withMoveLists<T extends SearchReport>(json: string): T {
  const report = JSON.parse(json) as Texts<T>;
  const pvs = report.pvs.map((pv) => ({ ...pv, moves: words(pv.moves) }));
  return { ...report, pvs } as unknown as T;
}
const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

// A search without a time limit would never read the clock, and could not be stopped.
const practicallyForever = 2 ** 30;

/** The search of one variant, in the calling thread. `stopped` is called about every thousand nodes;
 * true ends the search. */
export class Search {
  private readonly core: WasmInstance;
  private onReport: (report: SearchReport) => void = () => {};
  private searching = false;

  constructor(module: WebAssembly.Module, hashMb: number, stopped: () => boolean = () => false) {
    this.core = new WasmInstance(module, {
      report: (json) => this.onReport(withMoveLists(json)),
      clock: () => {
        if (this.searching && stopped()) this.core.call("xttt_stop");
      },
    });
    this.core.call("xttt_configure", hashMb);
  }

  /** Uses a network from now on; throws if it is invalid. */
  useNetwork(file: ArrayBuffer): void {
    this.core.ask("xttt_set_network", new Uint8Array(file));
  }

  /** The static evaluation for the side to move, in hundredths of a point. */
  evaluate(path: GamePath): number {
    return Number(this.core.ask("xttt_evaluate", questionText(path)));
  }

  newGame(): void {
    this.core.call("xttt_new_game");
  }

  go(path: GamePath, limits: SearchLimits, onReport?: (report: SearchReport) => void): BestMove {
    this.onReport = onReport ?? (() => {});
    this.searching = true;
    try {
      return withMoveLists(
        this.core.ask(
          "xttt_go",
          questionText(path, limits.rootMoves),
          limits.movetimeMs ?? practicallyForever,
          limits.clock?.remainingMs ?? 0,
          limits.clock?.incrementMs ?? 0,
          limits.depth ?? 0,
          limits.nodes ?? 0,
          limits.multipv ?? 1,
          limits.skill ?? 20,
          limits.seed ?? 0,
        ),
      );
    } finally {
      this.searching = false;
    }
  }

  review(path: GamePath, move: string, movetimeMs: number): MoveReview {
    const json = this.core.ask("xttt_review", questionText(path, [move]), movetimeMs);
    const review = JSON.parse(json) as Omit<MoveReview, "pv"> & { pv: string };
    return { ...review, pv: words(review.pv) };
  }
}
