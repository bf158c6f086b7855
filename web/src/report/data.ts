// A tournament as `xttt tournament report` writes it into the page; docs/reference/report.md lists the fields.
import { Rules } from "../core/rules";
import type { Side, VariantName } from "../core/types";
import type { PlayedGame } from "../tournaments/protocol";
import { ratedWinner, reasonText } from "../tournaments/results";

/** Games won, drawn and lost. */
export type Results = [won: number, drawn: number, lost: number];

export interface Bot {
  name: string;
  /** How it was started; may be empty. */
  player: string;
  rank: number;
  points: [own: number, opponents: number];
  asX: Results;
  asO: Results;
  elo: [value: number, low: number, high: number];
  time: [mean: string, longest: string, sum: string];
  forfeits: number;
}

/** One game, as an array because there may be thousands. */
type GameRow = [
  number: number,
  variant: number,
  stage: number,
  group: number,
  round: number,
  x: number,
  o: number,
  pointsX: number,
  pointsO: number,
  reason: string,
  offender: -1 | 0 | 1,
  evidence: string,
  busy: 0 | 1,
  msX: number,
  msO: number,
  moves: string,
  fen: string,
];

interface Report {
  bots: Bot[];
  stages: { name: string; groups: string[] }[];
  /** With the module of their rules, compressed by gzip and in base64. */
  variants: { name: VariantName; rules: string }[];
  games: GameRow[];
}

export interface Game extends Pick<PlayedGame, "result" | "reason" | "points"> {
  number: number;
  variant: VariantName;
  stage: number;
  group: number;
  round: number;
  bots: Record<Side, number>;
  /** The side that forfeited, and the evidence. */
  offender: Side | null;
  evidence: string;
  /** The host was too busy for a fair clock. */
  busy: boolean;
  ms: Record<Side, number>;
  moves: string;
  fen: string;
}

function readGame(row: GameRow): Game {
  const [number, variant, stage, group, round, x, o, pointsX, pointsO, reason, offender, evidence, busy, msX, msO, moves, fen] = row;
  const points: [number, number] = [pointsX, pointsO];
  const forfeit: Side | null = offender < 0 ? null : offender === 0 ? "x" : "o";
  const result = forfeit ? (forfeit === "x" ? "o" : "x") : (ratedWinner({ result: "draw", points, reason }) ?? "draw");
  return {
    number,
    variant: report.variants[variant]!.name,
    stage,
    group,
    round,
    bots: { x, o },
    points,
    reason,
    result,
    offender: forfeit,
    evidence,
    busy: busy === 1,
    ms: { x: msX, o: msO },
    moves,
    fen,
  };
}

const report = JSON.parse(document.getElementById("data")!.textContent!) as Report;
export const { bots, stages } = report;
export const games: readonly Game[] = report.games.map(readGame);

/** The moves of a game in notation, and the time of each in ms; null if not measured. */
export function readMoves(game: Game, names: readonly string[]): { moves: string[]; times: (number | null)[] } {
  const bytes = bytesOf(game.moves);
  const moves: string[] = [];
  const times: (number | null)[] = [];
  for (let i = 0; i < bytes.length; i += 2) {
    const time = bytes[i + 1]!;
    moves.push(names[bytes[i]!]!);
    times.push(time === 255 ? null : 2 ** (time / 16) - 1);
  }
  return { moves, times };
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const loaded = new Map<VariantName, Promise<Rules>>();

/** The rules of a variant, embedded in this file. */
export function loadRules(name: VariantName): Promise<Rules> {
  let rules = loaded.get(name);
  if (!rules) {
    const packed = new Blob([bytesOf(report.variants.find((variant) => variant.name === name)!.rules)]);
    const module = new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    rules = module.then((bytes) => WebAssembly.compile(bytes)).then((compiled) => new Rules(compiled));
    loaded.set(name, rules);
  }
  return rules;
}

/** "Pools, Pool 1, round 2", without parts that are equal for all games. */
export function stageText({ stage, group, round }: Game): string {
  const { name, groups } = stages[stage]!;
  return [stages.length > 1 && name, groups.length > 1 && groups[group], round > 0 && `round ${round}`].filter(Boolean).join(", ");
}

/** "line", "board full", "X forfeits: out of time". */
export const endingText = ({ offender, reason }: Game): string =>
  `${offender ? `${offender.toUpperCase()} forfeits: ` : ""}${reasonText(reason)}`;

export function timeText(ms: number): string {
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
