// The file of My games: nothing of it is lost, nothing is overwritten, and damaged files are noticed.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { backupText, deleteEverything, readBackup, restore } from "../../src/library/backup";
import { library, type SavedGame } from "../../src/library/store";
import { keepSeat, saveName, savedName, seatOf } from "../../src/online/seats";
import { progress } from "../../src/puzzles/progress";
import { settings } from "../../src/ui/settings";
import { rulesOf } from "./support";

let stored: Map<string, string>;
beforeEach(async () => {
  stored = new Map();
  const define = (name: string, value: unknown): void => void Object.defineProperty(globalThis, name, { configurable: true, value });
  define("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
  define("document", { documentElement: { setAttribute: () => {}, removeAttribute: () => {} } });
  define("indexedDB", undefined); // games then last as long as the page
  await deleteEverything();
});

const game = (rest: Partial<SavedGame> = {}): SavedGame => ({
  id: "a",
  kind: "play",
  variant: "ultimate",
  fen: "",
  moves: ["e5", "d4", "a1"],
  created: 1,
  updated: 2,
  names: { x: "You", o: "Pip" },
  you: "x",
  turn: "o",
  ending: null,
  setup: { players: { x: { kind: "person" }, o: { kind: "bot", level: 0 } }, time: null, botMs: 1000 },
  ...rest,
});
const value = { chance: 5000, points: 0, winIn: 0 };
const review = { played: "d4", best: "e4", pv: ["e4"], reply: "a1", cost: 10, lost: 20, judgement: "mistake" as const, before: value, after: value };
const analysis = { moves: "e5-d4(e4)-a1", comments: '[[1,"hm"]]', shown: 2, reviews: [[2, review, "o", "givesBoard"]] as [number, typeof review, "o", string][] };
const read = (text: string) => readBackup(text, async (variant) => rulesOf(variant));

test("everything comes back after everything was deleted", async () => {
  const games = [game(), game({ id: "b", kind: "analysis", setup: undefined, analysis }), game({ id: "online-c", kind: "online", setup: undefined, ending: { winner: "x", reason: "line", points: [9, 0] }, turn: null })];
  await library.saveAll(games);
  progress.merge({ solved: ["p"], streak: 4, best: 5, rating: 1300 });
  settings.set({ theme: "dark", level: 4, guided: true });
  saveName("Ada");
  keepSeat("c", { seat: "secret" });
  const text = backupText(await library.list());
  assert.ok(!text.includes("secret"), "a seat stays in the browser");
  const kept = { progress: { ...progress.all }, settings: { ...settings.all } };
  await deleteEverything();
  assert.deepEqual([await library.list(), progress.all.solved, settings.theme, savedName(), seatOf("c")], [[], [], "auto", "", null]);

  const backup = (await read(text))!;
  assert.equal(backup.damaged, 0);
  assert.equal(await restore(backup), 3);
  const order = (some: readonly SavedGame[]): SavedGame[] => [...some].sort((a, b) => a.id.localeCompare(b.id));
  assert.deepEqual(JSON.parse(JSON.stringify(order(await library.list()))), JSON.parse(JSON.stringify(order(games))));
  assert.deepEqual({ progress: progress.all, settings: settings.all }, kept);
  assert.equal(savedName(), "Ada");
  assert.equal(await restore(backup), 0, "twice is once");
});

test("nothing is overwritten: a game that went on differently is kept beside the other, and so are settings", async () => {
  await library.save(game({ moves: ["e5", "d4", "a1", "b2"] }));
  await library.save(game({ id: "online-o", kind: "online" }));
  settings.set({ theme: "light" });
  saveName("Bob");
  const text = JSON.stringify({ format: "xttt-games", games: [game(), game({ id: "online-o", kind: "online", moves: [] })], settings: { theme: "dark", sound: true }, name: "Ada" });
  assert.equal(await restore((await read(text))!), 1);
  assert.equal(await restore((await read(text))!), 0);
  const all = await library.list();
  assert.deepEqual(all.map(({ moves }) => moves.length).sort(), [3, 3, 4]);
  assert.equal((await library.get("a"))!.moves.length, 4);
  assert.equal((await library.get("online-o"))!.moves.length, 3, "the server knows better");
  assert.deepEqual([settings.theme, settings.sound, savedName()], ["light", true, "Bob"]);
});

test("a file of an older page is a list of games", async () => {
  const backup = (await read(JSON.stringify([game()])))!;
  assert.deepEqual([backup.games.length, backup.damaged, backup.settings, backup.puzzles], [1, 0, {}, {}]);
});

test("what is no such file is refused", async () => {
  for (const text of ["", "{", "null", "7", '"xttt-games"', "{}", '{"format":"other","games":[]}', '{"format":"xttt-games"}', '[Variant "ultimate"]']) assert.equal(await read(text), null, text);
});

test("damaged games are counted and left out, the others are kept", async () => {
  const bad: unknown[] = [
    null,
    7,
    {},
    { ...game(), id: "<b>" },
    { ...game(), id: "online-x" },
    { ...game(), kind: "chess" },
    { ...game(), variant: "constructor" },
    { ...game(), moves: ["e5", "e5"] },
    { ...game(), moves: "e5" },
    { ...game(), fen: "nonsense" },
    { ...game(), names: { x: "You" } },
    { ...game(), updated: "yesterday" },
    { ...game(), ending: { winner: "z", reason: "line", points: [1, 2] } },
    { ...game(), setup: { players: { x: { kind: "bot", level: 99 }, o: { kind: "person" } }, time: null, botMs: 1 } },
    { ...game(), clock: { x: -1, o: 2 } },
    { ...game(), analysis: { ...analysis, moves: "e5-(" } },
  ];
  for (const one of bad) assert.equal((await read(JSON.stringify([one])))!.damaged, 1, JSON.stringify(one));
  const backup = (await read(JSON.stringify([...bad, game()])))!;
  assert.deepEqual([backup.games.length, backup.damaged], [1, bad.length]);
});

test("reviews that do not fit the game are left out", async () => {
  const reviews = [...analysis.reviews, [2, { ...review, best: "zz" }, "o", null], [99, review, "o", null], [1], null, [2, { ...review, judgement: "odd" }, "o", null]];
  const backup = (await read(JSON.stringify([game({ analysis: { ...analysis, reviews } as unknown as typeof analysis })])))!;
  assert.equal(backup.games[0]!.analysis!.reviews.length, 1);
});
