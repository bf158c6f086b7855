// How engine games went on from a position of the opening: public/openings/VARIANT.txt, which
// `xttt-page-data openings` makes (docs/reference/web.md).
import { loadModule } from "../core/load";
import { Study } from "../core/study";
import type { GamePath, GameState, VariantName } from "../core/types";

/** One move of a position, with all that are equal to it by symmetry. */
export interface OpeningMove {
  move: string;
  games: number;
  wonByX: number;
  wonByO: number;
  /** The engine's mean score after it, in hundredths of a point, in the mover's view. */
  points: number;
}

/** The counts of a file: position, number of the move there, counts. */
export interface OpeningFile {
  games: number;
  positions: Map<string, Map<number, Omit<OpeningMove, "move">>>;
}

export function readOpenings(text: string): OpeningFile {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const [format, version, , games] = head.split(" ");
  if (format !== "xttt-openings" || version !== "1") throw new Error("this is no opening file of version 1");
  const positions = lines.map((line): [string, Map<number, Omit<OpeningMove, "move">>] => {
    const [key = "", ...moves] = line.split(" ");
    return [
      key,
      new Map(
        moves.map((move) => {
          const [number = 0, count = 0, wonByX = 0, wonByO = 0, tenths = 0] = move.split(":").map(Number);
          return [number, { games: count, wonByX, wonByO, points: 10 * tenths }];
        }),
      ),
    ];
  });
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

  /** The moves that games played here, most frequent first; of equal ones by symmetry only one. */
  movesAt(line: GamePath, state: GameState): OpeningMove[] {
    if (state.outcome) return [];
    const { key, moves } = this.study.opening(line);
    const counted = this.file.positions.get(key);
    if (!counted) return [];
    return [...counted]
      .flatMap(([number, counts]) => {
        const legal = state.legal[moves.indexOf(number)];
        return legal ? [{ move: legal.move, ...counts }] : [];
      })
      .sort((a, b) => b.games - a.games);
  }
}

const loaded = new Map<VariantName, Promise<Openings>>();

export function loadOpenings(variant: VariantName): Promise<Openings> {
  let openings = loaded.get(variant);
  if (!openings) {
    openings = Promise.all([loadModule(`study-${variant}`), fetchText(`./openings/${variant}.txt`)]).then(
      ([module, text]) => new Openings(new Study(module), readOpenings(text)),
    );
    loaded.set(variant, openings);
    openings.catch(() => loaded.delete(variant));
  }
  return openings;
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (${response.status})`);
  return response.text();
}
