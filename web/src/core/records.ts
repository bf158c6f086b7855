import { WasmInstance } from "./instance";
import type { Side, VariantName } from "./types";

/** A game in .jsonl format; docs/reference/file-formats.md describes the fields. */
export interface GameRecord {
  variant: VariantName;
  tags?: Record<string, string>;
  fen?: string;
  moves: string[];
  notes?: (MoveNote | null)[];
  result?: string;
  reason?: string;
}
export interface MoveNote {
  text?: string;
  time_ms?: number;
  clock_ms?: number;
  depth?: number;
  seldepth?: number;
  nodes?: number;
  hashfull?: number;
  memory_kib?: number;
  score_points?: number;
  score_win?: number;
  pv?: string;
}

export interface RecordToWrite extends GameRecord {
  forfeit?: { loser: Side; reason: string };
}

/** Reads and writes .xgn with the WebAssembly core. */
export class Records {
  private readonly core: WasmInstance;
  constructor(module: WebAssembly.Module) {
    this.core = new WasmInstance(module);
  }

  /** All games of a text; an error for each invalid one. */
  read(text: string): (GameRecord | { error: string })[] {
    const textLines = this.core.ask("xttt_read_games", text).split("\n");
    return textLines.filter(Boolean).map((textLine) => JSON.parse(textLine) as GameRecord | { error: string });
  }

  write(record: RecordToWrite): string {
    this.core.ask("xttt_record_begin", record.variant);
    if (record.fen) this.core.tell("xttt_record_fen", record.fen);
    for (const [name, value] of Object.entries(record.tags ?? {}))
      this.core.tell("xttt_record_tag", `${name}\n${value}`);
    record.moves.forEach((move, i) => {
      this.core.ask("xttt_record_move", `${move}\n${record.notes?.[i]?.text ?? ""}`);
    });
    if (record.forfeit)
      this.core.ask("xttt_record_forfeit", `${record.forfeit.loser} ${record.forfeit.reason}`);
    return this.core.ask("xttt_record_text", "");
  }
}
