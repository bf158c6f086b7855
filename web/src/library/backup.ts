// My games, the progress of puzzles and the settings as one file. It has no seats of online games: a seat is the
// right to play, and files are easily passed on.
import { readTree } from "../analysis/tree_text";
import { loadRules } from "../core/load";
import type { Rules } from "../core/rules";
import { variantNames, type GameState, type Side, type VariantName } from "../core/types";
import { GameTree } from "../game/tree";
import { forgetSeats, savedName, saveName } from "../online/seats";
import { progress, savedProgress } from "../puzzles/progress";
import { savedSettings, settings } from "../ui/settings";
import { library, type SavedAnalysis, type SavedEnding, type SavedGame } from "./store";

const format = "xttt-games";

export interface Backup {
  games: SavedGame[];
  /** Games of the file that cannot be read. */
  damaged: number;
  puzzles: ReturnType<typeof savedProgress>;
  settings: ReturnType<typeof savedSettings>;
  name: string;
}

export function backupText(games: readonly SavedGame[]): string {
  const content = { format, version: 1, games, puzzles: progress.all, settings: settings.all, name: savedName() };
  return JSON.stringify(content, null, 1);
}

/** Reads such a file, or one of an older page: an array of games. Null if it is neither. */
export async function readBackup(text: string, rulesOf: (variant: VariantName) => Promise<Rules> = loadRules): Promise<Backup | null> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const file = Array.isArray(content) ? { format, games: content as unknown[] } : content;
  if (!isObject(file) || file["format"] !== format || !Array.isArray(file["games"])) return null;
  const games: SavedGame[] = [];
  for (const value of file["games"] as unknown[]) {
    const read = readGame(value);
    const game = read && playable(await rulesOf(read.variant), read);
    if (game) games.push(game);
  }
  return {
    games,
    damaged: file["games"].length - games.length,
    puzzles: savedProgress(JSON.stringify(file["puzzles"] ?? {})),
    settings: savedSettings(JSON.stringify(file["settings"] ?? {})),
    name: isText(file["name"], 40) ? file["name"] : "",
  };
}

/** Adds what this browser does not have; nothing is overwritten. Returns how many games are new. */
export async function restore(backup: Backup): Promise<number> {
  const added: SavedGame[] = [];
  for (const game of backup.games) {
    const known = (await library.get(game.id)) ?? added.find(({ id }) => id === game.id) ?? null;
    if (!known) added.push(game);
    else if (game.kind !== "online" && whatWasDone(known) !== whatWasDone(game)) {
      // Both copies of the game were continued: both are kept.
      const id = `${game.id}-${shortHash(whatWasDone(game))}`;
      if (!(await library.get(id)) && !added.some((other) => other.id === id)) added.push({ ...game, id });
    }
  }
  await library.saveAll(added);
  progress.merge(backup.puzzles);
  settings.adopt(backup.settings);
  if (!savedName() && backup.name) saveName(backup.name);
  return added.length;
}

/** Deletes everything that the page has stored in this browser. */
export async function deleteEverything(): Promise<void> {
  await library.remove((await library.list()).map(({ id }) => id));
  progress.reset();
  settings.reset();
  forgetSeats();
  saveName("");
}

const whatWasDone = ({ moves, ending, analysis }: SavedGame): string => JSON.stringify([moves, ending, analysis?.moves, analysis?.comments]);

/** FNV-1a, in letters and digits. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;
const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isSide = (value: unknown): value is Side => value === "x" || value === "o";
const isSideOrNull = (value: unknown): value is Side | null => value === null || isSide(value);
const isMoves = (value: unknown): value is string[] => Array.isArray(value) && value.every((move) => isText(move, 10) && !/\s/.test(move));
const isClock = (value: unknown): value is Record<Side, number> => isObject(value) && isAmount(value["x"]) && isAmount(value["o"]);
const kinds = ["play", "online", "analysis"] as const;
const reasons = ["line", "full", "resignation", "time-limit"] as const;

/** A game with the fields that a game may have; null if one of them is invalid. */
function readGame(value: unknown): SavedGame | null {
  if (!isObject(value)) return null;
  const { id, fen, moves, created, updated, names, you, turn, ending, setup, clock, clocks, analysis } = value;
  const kind = kinds.find((one) => one === value["kind"]);
  const variant = variantNames.find((one) => one === value["variant"]);
  if (!kind || !variant || !isText(id, 100) || !/^[\w-]+$/.test(id) || (kind === "online") !== id.startsWith("online-")) return null;
  if (!isText(fen, 2000) || /\n/.test(fen) || !isMoves(moves) || !isAmount(created) || !isAmount(updated)) return null;
  if (!isObject(names) || !isText(names["x"], 200) || !isText(names["o"], 200)) return null;
  if (!isSideOrNull(you) || !isSideOrNull(turn) || !(ending === null || isEnding(ending))) return null;
  const game: SavedGame = { id, kind, variant, fen, moves, created, updated, names: { x: names["x"], o: names["o"] }, you, turn, ending };
  if (value["gone"] === true) game.gone = true;
  if (setup !== undefined) {
    if (!isSetup(setup)) return null;
    game.setup = setup;
  }
  if (clock !== undefined && clock !== null) {
    if (!isClock(clock)) return null;
    game.clock = clock;
  }
  if (Array.isArray(clocks) && clocks.every(isClock)) game.clocks = clocks;
  if (analysis !== undefined) {
    if (!isAnalysis(analysis)) return null;
    game.analysis = { ...analysis, reviews: analysis.reviews.filter(isReview) };
  }
  return game;
}

function isEnding(value: unknown): value is SavedEnding {
  if (!isObject(value) || !isSideOrNull(value["winner"]) || !reasons.some((one) => one === value["reason"])) return false;
  const { points } = value;
  return Array.isArray(points) && points.length === 2 && points.every(isAmount);
}

function isSetup(value: unknown): value is NonNullable<SavedGame["setup"]> {
  if (!isObject(value) || !isObject(value["players"]) || !isAmount(value["botMs"])) return false;
  const { time } = value;
  const isPlayer = (player: unknown): boolean =>
    isObject(player) && (player["kind"] === "person" || (player["kind"] === "bot" && isWhole(player["level"]) && player["level"] <= 20));
  const isTime = time === null || (isObject(time) && isAmount(time["startMs"]) && isAmount(time["incrementMs"]));
  return isTime && isPlayer(value["players"]["x"]) && isPlayer(value["players"]["o"]);
}

function isAnalysis(value: unknown): value is SavedAnalysis {
  if (!isObject(value) || !isText(value["moves"], 1e6) || !isText(value["comments"], 1e6) || !isWhole(value["shown"])) return false;
  return Array.isArray(value["reviews"]);
}

function isReview(entry: unknown): boolean {
  if (!Array.isArray(entry)) return false;
  const [number, review, side, kind] = entry as unknown[];
  if (!isWhole(number) || !isSide(side) || !(kind === null || isText(kind, 100)) || !isObject(review)) return false;
  const { best, pv, reply, cost, lost, judgement, before, after } = review;
  const isValue = (one: unknown): boolean => isObject(one) && ["points", "winIn", "chance"].every((name) => Number.isFinite(one[name]));
  if (!isText(best, 10) || !isMoves(pv) || !(reply === undefined || isText(reply, 10))) return false;
  if (!["good", "inaccuracy", "mistake", "blunder"].some((one) => one === judgement)) return false;
  return Number.isFinite(cost) && Number.isFinite(lost) && isValue(before) && isValue(after);
}

/** The game, if the rules allow its moves, with the reviews that fit; null otherwise. */
function playable(rules: Rules, game: SavedGame): SavedGame | null {
  const { fen, moves, analysis } = game;
  try {
    rules.state({ fen, moves });
    if (!analysis) return game;
    const order = readTree(new GameTree(rules, fen), analysis.moves);
    const fits = ([number, { best, reply }]: SavedAnalysis["reviews"][number]): boolean => {
      const node = order[number - 1];
      const has = (state: GameState | undefined, move: string): boolean => state?.legal.some((legal) => legal.move === move) ?? false;
      return node !== undefined && has(node.parent?.state, best) && (!reply || has(node.state, reply));
    };
    return { ...game, analysis: { ...analysis, reviews: analysis.reviews.filter(fits) } };
  } catch {
    return null;
  }
}
