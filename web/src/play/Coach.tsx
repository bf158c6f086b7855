import { otherSide, placeOf, type Cast } from "../board/describe";
import { fact, type Side, type VariantInfo } from "../core/types";
import { pathTo, type GameNode } from "../game/tree";
import { t } from "../i18n/text";
import { settings } from "../ui/settings";

// Where a move sends the opponent is explained this often for each player.
const sentTips = 4;

/** Explains each turn of a newcomer's first game: what the last move of both players has done. */
export function Coach({ variant, tip, cast, you }: { variant: VariantInfo; tip: GameNode; cast: Cast; you: Side }) {
  const text = coachText(variant, tip, cast, you);
  return (
    <section class="coach" aria-label={t("coach.title")}>
      <p aria-live="polite">{text}</p>
      <button class="quiet" onClick={() => settings.set({ guided: true })}>
        {t("coach.hide")}
      </button>
    </section>
  );
}

/** What the latest turns have done, as far as the newcomer has not read it several times. */
export function coachText(variant: VariantInfo, tip: GameNode, cast: Cast, you: Side): string {
  const nodes = pathTo(tip);
  const mine = nodes.findLastIndex((node) => node.parent!.state.side === you);
  // From the newcomer's last move on; before it, everything.
  const texts = nodes.flatMap((_, i) => (i >= mine ? effectsOf(variant, nodes, i, cast, you) : []));
  return texts.join(" ") || t("coach.goal", { count: variant.size });
}

function effectsOf(variant: VariantInfo, nodes: readonly GameNode[], at: number, cast: Cast, you: Side): string[] {
  const { parent, move, state } = nodes[at]!;
  const { side } = parent!.state;
  const mine = side === you;
  const { names } = cast;
  const texts: string[] = [];
  const won = (move!.facts & fact.winsBoard) !== 0;
  if (won) texts.push(t(mine ? "coach.youWon" : "coach.otherWon", { name: names[side] }));
  if (state.outcome) return texts;
  if (state.side === side) return [...texts, t(mine ? "coach.youBonus" : "coach.otherBonus", { name: names[side] })];
  const values = { name: names[otherSide(you)], place: placeOf(variant, move!.id) };
  if (state.forced.length === 0) return [...texts, t(mine ? "coach.youFree" : "coach.otherFree", values)];
  const before = nodes.slice(0, at).filter((node) => node.parent!.state.side === side).length;
  return won || before < sentTips ? [...texts, t(mine ? "coach.youSent" : "coach.otherSent", values)] : texts;
}
