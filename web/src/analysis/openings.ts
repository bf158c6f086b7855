// How games continued from a position of the opening: engine games in public/openings/VARIANT.txt, which
// `xttt-page-data openings` makes, and finished online games of the server (docs/reference/web.md).
import { loadModule } from "../core/load";
import { Study } from "../core/study";
import type { GamePath, GameState, VariantName } from "../core/types";
import { hasServer, serverUrl } from "../online/api";

/** One move of a position, with all that are equal to it by symmetry. */
export interface OpeningMove {
  move: string;
  /** Games that chose the move. */
  games: number;
  /** Results of those games; of the book's games from the position after the move if none chose it. */
  results: { games: number; wonByX: number; wonByO: number };
  /** The engine's mean score after it, or the book's, in hundredths of a point, in the mover's view. */
  points: number;
  /** The depth of the book's score; 0 if the move is not in the book. */
  depth: number;
}

/** The counts of a file: position, number of the move there, counts. */
export interface OpeningFile {
  games: number;
  positions: Map<string, Map<number, Omit<OpeningMove, "move">>>;
}

export function readOpenings(text: string): OpeningFile {
  const [head = "", ...rows] = text.trimEnd().split("\n");
  const [format, version, , games] = head.split(" ");
  if (format !== "xttt-openings" || (version !== "1" && version !== "2")) throw new Error("this is not an opening file of version 1 or 2");
  // In version 1 the games of the book are among those that chose a move.
  const pattern = version === "1" ? /^\d+:\d+:\d+:\d+:-?\d+(:\d+)?$/ : /^\d+:\d+:\d+:\d+:-?\d+(:\d+:\d+:\d+:\d+)?$/;
  const positions = rows.map((row, i): [string, Map<number, Omit<OpeningMove, "move">>] => {
    const [key = "", ...moves] = row.split(" ");
    return [
      key,
      new Map(
        moves.map((move) => {
          if (!pattern.test(move)) throw new Error(`line ${i + 2} of the opening file is damaged`);
          const [number = 0, games = 0, wonByX = 0, wonByO = 0, tenths = 0, depth = 0, bookGames = 0, bookX = 0, bookO = 0] = move.split(":").map(Number);
          const results = games > 0 ? { games, wonByX, wonByO } : { games: bookGames, wonByX: bookX, wonByO: bookO };
          return [number, { games, results, points: 10 * tenths, depth }];
        }),
      ),
    ];
  });
  if (!/^\d+$/.test(games ?? "")) throw new Error("line 1 of the opening file is damaged");
  return { games: Number(games), positions: new Map(positions) };
}

/** The openings of a variant. */
export class Openings {
  constructor(
    private readonly study: Study,
    private readonly file: OpeningFile,
  ) {}

  get games(): number {
    return this.file.games;
  }

  /** The moves of games and of the book here, most frequent first; of equal ones by symmetry only one. */
  movesAt(path: GamePath, state: GameState): OpeningMove[] {
    if (state.outcome) return [];
    const { key, moves } = this.study.opening(path);
    const counted = this.file.positions.get(key);
    if (!counted) return [];
    return [...counted]
      .flatMap(([number, counts]) => {
        const legal = state.legal[moves.indexOf(number)];
        return legal ? [{ move: legal.move, ...counts }] : [];
      })
      .sort((a, b) => b.games - a.games || b.points - a.points);
  }
}

const loaded = new Map<VariantName, Promise<Openings>>();

export function loadOpenings(variant: VariantName): Promise<Openings> {
  let openings = loaded.get(variant);
  if (!openings) {
    openings = openingsFrom(variant, `./openings/${variant}.txt`);
    loaded.set(variant, openings);
    openings.catch(() => loaded.delete(variant));
  }
  return openings;
}

/** Those of online games, as of now. Fails without a server. */
export async function loadOnlineOpenings(variant: VariantName): Promise<Openings> {
  if (!(await hasServer())) throw new Error("there is no server");
  return openingsFrom(variant, serverUrl(`api/openings/${variant}`).href);
}

async function openingsFrom(variant: VariantName, url: string): Promise<Openings> {
  const [module, text] = await Promise.all([loadModule(`study-${variant}`), fetchText(url)]);
  return new Openings(new Study(module), readOpenings(text));
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (${response.status})`);
  return response.text();
}
