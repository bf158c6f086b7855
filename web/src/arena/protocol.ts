// The arena messages of the server; docs/openapi.yaml describes them.
import type { Side, VariantName } from "../core/types";

export type You = { role: "visitor" } | { role: "staff" } | { role: "team"; team: number; name: string };

export interface Arena {
  name: string;
  variant: VariantName;
  move_time_ms: number;
  deadline_ms: number | null;
  /** Whether uploads are accepted after the deadline. */
  late: "refuse" | "accept";
  /** Whether uploads are accepted now. */
  phase: "open" | "closed";
  ladder: "on" | "paused";
  cup: Cup;
  /** Visitors see aliases instead of names. */
  aliases: boolean;
  announcement: string;
  max_upload_bytes: number;
  games: number;
  teams: number;
  /** For staff: why the ladder does not play. */
  problem?: string;
  /** For staff: where games are played. */
  machines?: Machines;
  you: You;
}

/** The server itself, or the workers of a cluster. */
export interface Machines {
  place: "server" | "cluster";
  workers: number;
  /** The maximum at the same time. */
  games: number;
}

/** A tournament between the versions that were active when it began. */
export interface Cup {
  state: "none" | "playing" | "finished";
  /** It begins automatically after the deadline. */
  at_deadline: boolean;
  /** Its name among the tournaments of the server. */
  tournament: string | null;
}

export interface LadderRow {
  rank: number;
  /** Levels of the engine are fixed points of the scale. */
  kind: "team" | "level";
  team: number | null;
  name: string;
  version: number;
  /** The number of the version, counted for each team. */
  number: number;
  /** Null before the first game. */
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  wins: number;
  draws: number;
  losses: number;
  forfeits: number;
}

export interface Entrant {
  team: number | null;
  name: string;
  version: number;
  number: number;
}

export interface ArenaGame {
  id: number;
  x: Entrant;
  o: Entrant;
  result: "x" | "o" | "draw";
  reason: string;
  points: [number, number];
  plies: number;
  ended_ms: number;
  /** Whether it counts for the ratings. */
  counts: boolean;
  /** The evidence of a forfeit, for the team concerned and staff. */
  detail?: string;
  /** Thinking time of the team whose games are listed. */
  mean_ms?: number;
  longest_ms?: number;
}

export interface LiveArenaGame {
  id: number;
  x: Entrant;
  o: Entrant;
  fen?: string;
  moves: string;
}

export interface ArenaGameWithMoves extends ArenaGame {
  record: { variant: VariantName; moves: string[]; fen?: string; notes?: ({ time_ms?: number; memory_kib?: number } | null)[] };
  /** Standard error of the bots that the reader may see. */
  log?: Partial<Record<Side, string>>;
}

export interface Rating {
  at_ms: number;
  version: number;
  number: number;
  elo: number;
  elo_low: number;
  elo_high: number;
}

export interface Opponent {
  team: number | null;
  name: string;
  wins: number;
  draws: number;
  losses: number;
}

export interface Team {
  team: number;
  name: string;
  row: LadderRow | null;
  history: Rating[];
  opponents: Opponent[];
  /** Numbers of games by reason. */
  endings: { wins: Record<string, number>; losses: Record<string, number> };
  games: ArenaGame[];
}

export interface Check {
  name: string;
  verdict: "good" | "note" | "bad";
  text: string;
}

export interface Version {
  version: number;
  number: number;
  file_name: string;
  size: number;
  uploaded_ms: number;
  notes: string;
  state: "checking" | "ready" | "rejected" | "held";
  active: boolean;
  /** Why it is held. */
  reason: string;
  checks: Check[];
}

export interface Interval {
  value: number;
  /** Null if infinite. */
  low: number | null;
  high: number | null;
}

/** Games of a team that never count. */
export interface SideTest {
  test: number;
  kind: "games" | "comparison";
  version: Entrant;
  opponent: Entrant;
  games: number;
  state: "waiting" | "running" | "finished" | "cancelled";
  created_ms: number;
  wins: number;
  draws: number;
  losses: number;
  score: Interval | null;
  /** Of a comparison. */
  elo?: Interval | null;
  elo0?: number;
  elo1?: number;
  llr?: number;
  llr_low?: number;
  llr_high?: number;
  verdict?: "undecided" | "not-stronger" | "stronger";
}

export interface StaffTeam {
  team: number;
  name: string;
  alias: string;
  disabled: boolean;
  active_version: number | null;
  versions: number;
  last_upload_ms: number | null;
  /** Of the last upload. */
  state: Version["state"] | null;
}

export interface NewTeam {
  team: number;
  name?: string;
  token: string;
}

/** Two versions with common code. */
export interface SimilarPair {
  a: Entrant;
  b: Entrant;
  /** The part of the shorter program that both have, 0 to 1. */
  share: number;
  /** The number of common fragments. */
  common: number;
  /** The lines where the fragments start, in both sources. */
  lines: [a: number, b: number][];
}

export interface AuditEntry {
  at_ms: number;
  who: string;
  action: string;
  text: string;
}

export type Settings = Partial<Pick<Arena, "deadline_ms" | "late" | "announcement" | "aliases" | "ladder" | "max_upload_bytes"> & { cup_at_deadline: boolean }>;
