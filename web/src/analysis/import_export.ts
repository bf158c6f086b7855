import { loadRecords, loadRules } from "../core/load";
import type { GameRecord } from "../core/records";
import { variantNames, type VariantName } from "../core/types";
import { endOfVariation, mainVariation } from "../game/tree";
import { t } from "../i18n/text";
import type { AnalysisSession } from "./session";
import { writeComments, writeTree } from "./tree_text";

/** The parameters of a link that holds the game with variations and comments, and the position shown. */
export function linkTo(session: AnalysisSession): Record<string, string> {
  const { root } = session.tree;
  const { moves, order } = writeTree(root);
  const comments = writeComments(order);
  return {
    v: session.rules.variant.name,
    ...(session.tree.startFen ? { f: session.tree.startFen } : {}),
    ...(moves ? { m: moves } : {}),
    ...(session.at === endOfVariation(root) ? {} : { p: String(order.indexOf(session.at) + 1) }),
    ...(comments ? { c: comments } : {}),
  };
}

/** The main variation as .xgn, with its comments. */
export async function gameText(session: AnalysisSession): Promise<string> {
  const records = await loadRecords();
  const nodes = mainVariation(session.tree.root);
  return records.write({
    variant: session.rules.variant.name,
    fen: session.tree.startFen,
    moves: nodes.map((node) => node.move!.move),
    notes: nodes.map((node) => (node.comment ? { text: node.comment } : null)),
  });
}

/** A game found in a text: its link parameters and its title. */
export interface FoundGame {
  title: string;
  parameters: Record<string, string>;
}

/** Parses pasted text: .xgn games, a FEN of any variant, or moves. */
export async function readGames(text: string, usual: VariantName): Promise<FoundGame[]> {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) return fromRecords((await loadRecords()).read(`${trimmed}\n`));
  if (trimmed.includes("/")) return [{ title: t("importExport.position"), parameters: await fromFen(trimmed, usual) }];
  const moves = trimmed.toLowerCase().split(/[\s,+]+|\d+\.+\s/).filter((word) => /[a-z]/.test(word));
  (await loadRules(usual)).state({ fen: "", moves });
  return [{ title: t("play.moves"), parameters: { v: usual, m: moves.join("-") } }];
}

/** The valid games; throws the error of the first if there is none. */
function fromRecords(read: readonly (GameRecord | { error: string })[]): FoundGame[] {
  const games = read.flatMap((game) => ("error" in game ? [] : [game]));
  const [first] = read;
  if (games.length === 0) throw new Error(first && "error" in first ? first.error : t("importExport.none"));
  return games.map((game) => ({ title: titleOf(game), parameters: fromRecord(game) }));
}

function titleOf({ tags, variant, moves, result }: GameRecord): string {
  const name = (tag: string, side: string): string => tags?.[tag] || side;
  return [`${name("X", "X")} – ${name("O", "O")}`, variant, t("common.moves", { count: moves.length }), ...(result ? [result] : [])].join(t("common.comma"));
}

function fromRecord(game: GameRecord): Record<string, string> {
  const comments = writeComments(game.moves.map((_, i) => ({ comment: game.notes?.[i]?.text ?? "" })));
  return {
    v: game.variant,
    ...(game.fen ? { f: game.fen } : {}),
    m: game.moves.join("-"),
    ...(comments ? { c: comments } : {}),
  };
}

// A FEN does not contain its variant: the current one is tried first.
async function fromFen(fen: string, usual: VariantName): Promise<Record<string, string>> {
  let reason: Error | null = null;
  for (const v of [usual, ...variantNames.filter((name) => name !== usual)]) {
    try {
      (await loadRules(v)).state({ fen, moves: [] });
      return { v, f: fen };
    } catch (error) {
      reason ??= error as Error;
    }
  }
  throw reason!;
}
