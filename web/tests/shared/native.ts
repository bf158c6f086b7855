// The native engine beside the one of the page: both must think the same.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const root = process.env["XTTT_ROOT"] ?? process.cwd();
export const nativeProgram = process.env["XTTT_PROGRAM"] ?? `${root}/build/release/bin/xttt`;

export interface NativeThought {
  /** Of the position itself, in hundredths of a point. */
  score: number;
  nodes: number;
  move: string;
}

/** What the native engine says of positions with a network file: their value, and a search. */
export function nativeThoughts(
  variant: string,
  network: string,
  lines: readonly (readonly string[])[],
  depth: number,
): NativeThought[] {
  if (!existsSync(nativeProgram)) throw new Error(`there is no ${nativeProgram}; \`make build\` builds it`);
  const scores = nativeScores(variant, network, lines);
  return lines.map((moves, i) => {
    const what = ["--variant", variant, "--moves", moves.join(" "), "--depth", String(depth)];
    const how = ["--evaluation", "nnue", "--eval-file", network, "--hash", "16", "--json"];
    const reports = run(["analyze", ...what, ...how])
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { nodes?: number; pv?: string[] });
    // The last line can name a move that is proven to be best, which the search did not choose.
    const last = reports.filter((report) => report.nodes !== undefined).at(-1);
    return { score: scores[i]!, nodes: last?.nodes ?? NaN, move: last?.pv?.[0] ?? "" };
  });
}

function nativeScores(variant: string, network: string, lines: readonly (readonly string[])[]): number[] {
  const input = [
    "ugi",
    `setoption name Variant value ${variant}`,
    "setoption name Evaluation value nnue",
    `setoption name EvalFile value ${network}`,
    ...lines.flatMap((moves) => [`position startpos moves ${moves.join(" ")}`, "eval"]),
    "quit",
  ];
  const answers = run(["ugi"], `${input.join("\n")}\n`).matchAll(/^info string evaluation nnue ([-+.\d]+) points/gm);
  return [...answers].map(([, points]) => Math.round(Number(points) * 100));
}

function run(words: string[], input = ""): string {
  const done = spawnSync(nativeProgram, words, { input, encoding: "utf8", timeout: 120_000 });
  if (done.status !== 0) throw new Error(`xttt ${words.join(" ")}: ${done.error ?? done.stderr}`);
  return done.stdout;
}
