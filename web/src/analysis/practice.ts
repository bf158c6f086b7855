import type { LegalMove, Side } from "../core/types";
import { mainVariation, type GameNode } from "../game/tree";
import { t } from "../i18n/text";
import { Store } from "../ui/store";
import { isMistake, verdict } from "./remarks";
import type { AnalysisSession } from "./session";

/** Practice with the mistakes of the user: shows the position before each mistake, to find a better move. */
export class Practice extends Store {
  readonly mistakes: GameNode[];
  index = 0;
  verdict: "none" | "thinking" | "wrong" | "solved" = "none";
  text = "";

  constructor(
    readonly session: AnalysisSession,
    readonly side: Side,
  ) {
    super();
    this.mistakes = mainVariation(session.tree.root).filter((node) => isMistake(node) && node.parent!.state.side === side);
    this.enter();
  }

  get mistake(): GameNode | null {
    return this.mistakes[this.index] ?? null;
  }
  get canMove(): boolean {
    return this.verdict !== "thinking" && this.verdict !== "solved" && this.session.at === this.mistake?.parent;
  }

  async attempt({ move }: LegalMove): Promise<void> {
    const { mistake } = this;
    if (!mistake || !this.canMove) return;
    const { best } = mistake.review!;
    if (move === best) return this.solve(move, t("practice.best"));
    if (move === mistake.move!.move) return this.tell("wrong", t("practice.played", { move }));
    this.tell("thinking", t("practice.checking"));
    const review = await this.session.judge(mistake.parent!, move).catch((error: Error) => error);
    if (this.mistake !== mistake || this.verdict !== "thinking") return;
    if (review instanceof Error) return this.tell("none", t("problem.review", { reason: review.message }));
    if (review.judgement === "good") this.solve(move, t("practice.good"));
    else this.tell("wrong", t("practice.tryAgain", { remark: verdict(review) }));
  }

  showSolution(): void {
    const best = this.mistake?.review?.best;
    if (best) this.solve(best, t("practice.solution", { move: best }));
  }

  next(): void {
    this.index++;
    this.enter();
  }

  private solve(move: string, text: string): void {
    this.session.playMoves([move]);
    this.tell("solved", text);
  }
  private enter(): void {
    this.session.go(this.mistake?.parent);
    this.tell("none", "");
  }
  private tell(verdict: Practice["verdict"], text: string): void {
    this.verdict = verdict;
    this.text = text;
    this.changed();
  }
}
