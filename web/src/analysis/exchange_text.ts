import { loadRecords, loadRules } from "../core/load";
import type { GameRecord } from "../core/records";
import { variantNames, type VariantName } from "../core/types";
import { endOfLine, mainLine } from "../game/tree";
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
    ...(session.at === endOfLine(root) ? {} : { p: String(order.indexOf(session.at) + 1) }),
    ...(comments ? { c: comments } : {}),
  };
}

/** The main line as .xgn, with its comments. */
export async function gameText(session: AnalysisSession): Promise<string> {
  const records = await loadRecords();
  const line = mainLine(session.tree.root);
  return records.write({
    variant: session.rules.variant.name,
    fen: session.tree.startFen,
    moves: line.map((node) => node.move!.move),
    notes: line.map((node) => (node.comment ? { text: node.comment } : null)),
  });
}

/** What a person may paste: a game of .xgn, a FEN of some variant, or moves. Gives link parameters. */
export async function readGame(text: string, usual: VariantName): Promise<Record<string, string>> {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) return fromRecord((await loadRecords()).read(`${trimmed}\n`)[0]);
  if (trimmed.includes("/")) return fromFen(trimmed, usual);
  const moves = trimmed.toLowerCase().split(/[\s,+]+|\d+\.+\s/).filter((word) => /[a-z]/.test(word));
  (await loadRules(usual)).state({ fen: "", moves });
  return { v: usual, m: moves.join("-") };
}

function fromRecord(game: GameRecord | { error: string } | undefined): Record<string, string> {
  if (!game) throw new Error("there is no game in this text");
  if ("error" in game) throw new Error(game.error);
  const comments = writeComments(game.moves.map((_, i) => ({ comment: game.notes?.[i]?.text ?? "" })));
  return {
    v: game.variant,
    ...(game.fen ? { f: game.fen } : {}),
    m: game.moves.join("-"),
    ...(comments ? { c: comments } : {}),
  };
}

// A FEN does not name its variant: the present one is tried first.
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
