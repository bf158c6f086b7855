import { moveText, turnSpeech } from "../board/describe";
import type { Rules } from "../core/rules";
import { GameTree, pathTo, type GameNode } from "../game/tree";
import { Store } from "../ui/store";
import type { GameWithMoves, LiveGame, PlayedGame } from "./protocol";

/** A tournament game, live and after its end. */
export class LiveSession extends Store {
  tree: GameTree;
  tip: GameNode;
  shown: GameNode;
  /** How it ended; null during the game, and until the result arrives. */
  ended: PlayedGame | null = null;
  announcement = "";

  constructor(
    readonly rules: Rules,
    readonly game: LiveGame,
  ) {
    super();
    this.tree = new GameTree(rules, game.fen ?? "");
    this.tip = this.shown = this.tree.root;
    this.follow(game);
  }

  show(node: GameNode): void {
    this.shown = node;
    this.changed();
  }

  /** Adds new moves. A user who is looking at an earlier position stays there. */
  follow(game: LiveGame): void {
    this.playTo(game.moves.split(" ").filter(Boolean));
  }

  /** The whole game, if it is the one that was watched. */
  finish(game: GameWithMoves): boolean {
    const seen = pathTo(this.tip).map((node) => node.move!.move);
    if (seen.some((move, i) => game.record.moves[i] !== move)) return false;
    this.ended = game;
    this.playTo(game.record.moves);
    return true;
  }

  private playTo(moves: readonly string[]): void {
    const atTip = this.shown === this.tip;
    const before = this.tip;
    this.tip = this.tree.playAll(this.tree.root, moves);
    if (atTip) this.shown = this.tip;
    if (this.tip !== before && this.tip.parent) {
      const { state } = this.tip;
      this.announcement = `${moveText(this.tip.parent.state, this.tip.move!)}. ${turnSpeech(this.rules.variant, state)}`;
    }
    this.changed();
  }
}
