// An arena in answers of the server as docs/openapi.yaml describes them, with the few changes that pages ask for.
import type { Page, Route } from "playwright-core";
import type { Arena, ArenaGame, ArenaGameWithMoves, LadderRow, SideTest, StaffTeam, Team, Version, You } from "../../src/arena/protocol";
import type { Tournament } from "../../src/tournaments/protocol";

const now = Date.parse("2027-02-20T12:00:00Z");
const deepThought = { team: 3, name: "Deep Thought", version: 12, number: 2 };
const level = { team: null, name: "Level 8", version: 2, number: 1 };
const moves = "e5 d4 a1 b2 e4 e2 f6 h8".split(" ");

const row = (rank: number, kind: LadderRow["kind"], entrant: typeof deepThought | typeof level, elo: number): LadderRow => ({
  rank,
  kind,
  ...entrant,
  elo,
  elo_low: elo - 50,
  elo_high: elo + 50,
  wins: 40,
  draws: 2,
  losses: 8,
  forfeits: 1,
});
const rows = [row(1, "team", deepThought, 1240), row(2, "level", level, 1171), row(3, "team", { team: 4, name: "Marvin <b>", version: 9, number: 1 }, 1004)];
const game = (id: number, rest: Partial<ArenaGame> = {}): ArenaGame => ({
  id,
  x: deepThought,
  o: level,
  result: "x",
  reason: "line",
  points: [9, 0],
  plies: moves.length,
  ended_ms: now,
  counts: true,
  ...rest,
});
const games = [game(77), game(78, { result: "o", reason: "illegal-move", points: [0, 9], detail: "e5 is not legal" })];
const withMoves: ArenaGameWithMoves = {
  ...games[0]!,
  record: { variant: "ultimate", moves, notes: moves.map((_, i) => ({ time_ms: 100 + 40 * i })) },
};
/** The same for its team: with the memory of its own moves. */
const ownWithMoves: ArenaGameWithMoves = {
  ...withMoves,
  record: { ...withMoves.record, notes: moves.map((_, i) => ({ time_ms: 100 + 40 * i, ...(i % 2 === 0 && { memory_kib: 20_480 + 5_120 * i }) })) },
};
const cup: Tournament = {
  id: "cup",
  name: "spring cup",
  variant: "ultimate",
  time_control: "1 s per move",
  created: "2027.03.01",
  running: true,
  games: 3,
  entrants: [{ id: 0, name: "Deep Thought" }, { id: 1, name: "Marvin <b>" }],
  stages: [{ name: "league", format: "round-robin", games: 3, rows: [0, 1].map((entrant) => ({ entrant, rank: entrant + 1, points: 27 - 9 * entrant, against: 9, wins: 2, draws: 0, losses: 1, elo: 30, elo_low: -10, elo_high: 70 })) }],
  latest: [{ id: 2, x: 0, o: 1, result: "x", reason: "line", points: [9, 0], plies: moves.length, ended_ms: now }],
  events: [],
};
const team: Team = {
  team: 3,
  name: "Deep Thought",
  row: rows[0]!,
  history: [0, 1, 2, 3].map((day) => ({ at_ms: now + day * 86_400_000, version: day < 2 ? 11 : 12, number: day < 2 ? 1 : 2, elo: 1000 + 80 * day, elo_low: 900 + 90 * day, elo_high: 1100 + 70 * day })),
  opponents: [{ team: 4, name: "Marvin <b>", wins: 3, draws: 0, losses: 1 }, { team: null, name: "Level 8", wins: 1, draws: 0, losses: 2 }],
  endings: { wins: { line: 20, full: 12 }, losses: { line: 3, "illegal-move": 2 } },
  games: games.map((one) => ({ ...one, mean_ms: 120.4, longest_ms: 380 })),
};
const checks: Version["checks"] = [
  { name: "start", verdict: "good", text: "It starts within 0.1 s." },
  { name: "time", verdict: "note", text: "The longest move took 80% of the limit." },
];
const failed: Version["checks"] = [
  { name: "illegal-move", verdict: "bad", text: "as x, after 1 legal move: 'b1' is illegal; moves of the game: a1 c1" },
  { name: "moves", verdict: "bad", text: 'Traceback (most recent call last):\n  File "bot.py", line 3, in move\n    return self.best_of(board.find_valid_move_cells(old_move), key=self.score, depth=4)\nZeroDivisionError: division by zero' }];
const version = (number: number, rest: Partial<Version>): Version => ({
  version: 10 + number,
  number,
  file_name: "bot.py",
  size: 4711,
  uploaded_ms: now,
  notes: "",
  state: "ready",
  active: false,
  reason: "",
  checks,
  ...rest,
});

const comparison: SideTest = {
  test: 4,
  kind: "comparison",
  version: deepThought,
  opponent: { ...deepThought, version: 11, number: 1 },
  games: 400,
  state: "finished",
  created_ms: now,
  wins: 60,
  draws: 4,
  losses: 24,
  score: { value: 0.7, low: 0.6, high: 0.8 },
  elo: { value: 147, low: 70, high: 240 },
  elo0: 0,
  elo1: 30,
  llr: 2.98,
  llr_low: -2.94,
  llr_high: 2.94,
  verdict: "stronger",
};

/** The arena of one test: tokens `team` and `staff` are valid. */
export class RecordedArena {
  you: You = { role: "visitor" };
  versions = [version(2, { active: true, notes: "faster" }), version(1, {})];
  tests: SideTest[] = [comparison];
  rows = rows;
  teams: StaffTeam[] = [{ team: 3, name: "Deep Thought", alias: "Blue", disabled: false, active_version: 12, versions: 2, last_upload_ms: now, state: "ready" }];
  facts: Omit<Arena, "you"> = {
    name: "spring",
    variant: "ultimate",
    move_time_ms: 1000,
    deadline_ms: Date.now() + 3 * 86_400_000,
    late: "refuse",
    phase: "open",
    ladder: "on",
    cup: { state: "none", at_deadline: false, tournament: null },
    aliases: false,
    announcement: "The deadline is on Monday.",
    max_upload_bytes: 100_000,
    games: 1234,
    teams: 2,
    machines: { place: "cluster", workers: 3, games: 12 },
  };
  /** What was ordered: method, path and body. */
  readonly orders: string[] = [];

  async serve(page: Page): Promise<void> {
    await page.route("**/api/tournaments", (route) => route.fulfill({ json: { tournaments: [], arena: "spring" } }));
    await page.routeWebSocket(/\/api\/tournaments\/cup\/socket$/, (socket) => {
      socket.send(JSON.stringify(cup));
      socket.send(JSON.stringify({ live: [0, 1].map((id) => ({ id, x: id, o: 1 - id, moves: moves.join(" ") })) }));
    });
    await page.route("**/api/tournaments/cup", (route) => route.fulfill({ json: cup }));
    await page.route("**/api/arena**", (route) => this.answer(route));
    await page.route("**/api/arena/**", (route) => this.answer(route));
  }

  private answer(route: Route): Promise<void> {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace("/api/arena", "");
    const refuse = (status: number, code: string): Promise<void> => route.fulfill({ status, json: { error: { code, message: code } } });
    if (request.method() === "GET") {
      if (/^\/staff\/versions\/\d+\/source$/.test(path)) return route.fulfill({ contentType: "text/plain", body: "import random\nclass Bot:\n  pass\n" });
    const found = this.find(path);
      return found ? route.fulfill({ json: found }) : refuse(404, "not-found");
    }
    this.orders.push(`${request.method()} ${path} ${request.postData() ?? ""}`);
    if (path === "/login") {
      const { token } = request.postDataJSON() as { token: string };
      if (token !== "team" && token !== "staff") return refuse(401, "bad-token");
      this.you = token === "staff" ? { role: "staff" } : { role: "team", team: 3, name: "Deep Thought" };
      return route.fulfill({ json: this.you });
    }
    if (path === "/logout") return route.fulfill({ json: (this.you = { role: "visitor" }) });
    if (path === "/teams/3/versions") {
      const uploaded = version(3, { file_name: decodeURIComponent(request.headers()["x-file-name"]!), notes: decodeURIComponent(request.headers()["x-notes"] ?? ""), state: "checking", checks: [] });
      this.versions.unshift(uploaded);
      return route.fulfill({ status: 201, json: uploaded });
    }
    if (path === "/versions/11/activate") for (const one of this.versions) one.active = one.version === 11;
    if (path === "/versions/12/test-games") {
      const { games } = request.postDataJSON() as { games: number };
      this.tests.unshift({ ...comparison, test: 5, kind: "games", opponent: level, games, state: "running", wins: 1, draws: 0, losses: 0, score: { value: 1, low: 0.2, high: 1 } });
    }
    if (path === "/teams/3/tests/5/cancel") this.tests[0]!.state = "cancelled";
    if (path === "/staff/cup") this.facts.cup = { state: "playing", at_deadline: false, tournament: "cup" };
    if (path === "/staff/settings") Object.assign(this.facts, request.postDataJSON());
    if (path.startsWith("/staff/teams")) return route.fulfill({ json: path.endsWith(".csv") ? { added: [{ team: 5, name: "Eddie", token: "t5" }], problems: ["line 3: no name"] } : { team: 3, name: "Deep Thought", token: "t3" } });
    return route.fulfill({ json: { ...this.facts, you: this.you } });
  }

  /** The check of the last upload ends. */
  finishCheck(good: boolean): void {
    Object.assign(this.versions[0]!, good ? { state: "ready", checks } : { state: "rejected", checks: failed });
  }

  private find(path: string): object | null {
    const own = this.you.role !== "visitor";
    if (path === "") return { ...this.facts, you: this.you };
    if (path === "/ladder") return { games: 1234, rows: this.rows };
    if (path === "/results") return { games };
    if (path === "/live") return { live: [{ id: 5, x: deepThought, o: level, moves: moves.join(" ") }] };
    if (path === "/games/77") return own ? { ...ownWithMoves, log: { x: "depth 4\nvalue 0.3" } } : withMoves;
    if (path === "/teams/3") return team;
    if (path === "/teams/3/versions") return own ? { team: 3, versions: this.versions } : null;
    if (path === "/teams/3/tests") return own ? { team: 3, tests: this.tests } : null;
    if (path === "/teams/3/tests/5") return own ? { ...this.tests[0]!, list: [game(9)] } : null;
    if (path === "/teams/3/test-games/9") return own ? { ...withMoves, id: 9, log: { x: "secret plan" } } : null;
    if (path === "/teams/3/cup-games") return own ? { team: 3, games: [{ ...game(2), mean_ms: 90, longest_ms: 200 }] } : null;
    if (path === "/teams/3/cup-games/2") return own ? { ...ownWithMoves, id: 2, log: { x: "plan of the cup" } } : null;
    if (this.you.role !== "staff") return null;
    if (path === "/staff/teams") return { teams: this.teams };
    if (path === "/staff/similarity") return { pairs: [{ a: deepThought, b: { ...deepThought, team: 4, name: "Marvin", version: 9 }, share: 0.93, common: 41, lines: [[2, 2]] }] };
    if (path === "/staff/audit") return { entries: [{ at_ms: now, who: "staff", action: "hold", text: "version 12 of Deep Thought: crashes" }] };
    return null;
  }
}
