import type { GameNode } from "../game/tree";
import { mainVariation } from "../game/tree";
import { turnsOf } from "../game/turns";
import { t } from "../i18n/text";
import { Icon } from "../ui/icons";
import type { AnalysisSession } from "./session";

const signs = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

/** The main variation turn by turn in two columns, variations below the turn they belong to, and the comment of
 * the current move. */
export function MoveTree({ session }: { session: AnalysisSession }) {
  const { root } = session.tree;
  const turns = turnsOf(mainVariation(root));
  return (
    <div class="tree-panel">
      <div class="tree" role="group" aria-label={t("analysis.tree")}>
        {turns.length === 0 && <p>{t("analysis.treeEmpty")}</p>}
        {turns.map((turn) => {
          const others = turn.nodes.flatMap((node) => node.parent!.children.slice(1));
          const [first] = turn.nodes;
          return (
            <div key={first!.id} class={`tree-turn turn-${turn.side} ${others.length > 0 ? "with-variations" : ""}`}>
              <span class="moves-number">{`${turn.number}${turn.side === "x" ? "." : "…"}`}</span>
              {turn.nodes.map((node) => (
                <MoveButton key={node.id} session={session} node={node} />
              ))}
              {others.map((other) => (
                <span key={other.id} class="variation">
                  <MoveButton session={session} node={other} />
                  <Variation session={session} from={other} />
                </span>
              ))}
            </div>
          );
        })}
      </div>
      {session.at.parent && (
        <div class="tree-tools">
          <textarea
            aria-label={t("analysis.comment")}
            placeholder={t("analysis.commentOn", { move: session.at.move!.move })}
            rows={2}
            value={session.at.comment}
            onInput={(event) => session.comment(event.currentTarget.value)}
          />
          <button title={t("analysis.promoteTitle")} onClick={() => session.promoteHere()}>
            {t("analysis.promote")}
          </button>
          <button aria-label={t("analysis.deleteHere")} title={t("analysis.deleteHere")} onClick={() => session.removeHere()}>
            <Icon name="trash" />
          </button>
        </div>
      )}
    </div>
  );
}

/** A variation from a position on, with its alternatives in brackets. */
function Variation({ session, from }: { session: AnalysisSession; from: GameNode }) {
  const parts = [];
  for (let node = from.children[0], parent = from; node; parent = node, node = node.children[0]) {
    parts.push(<MoveButton key={node.id} session={session} node={node} />);
    for (const other of parent.children.slice(1)) {
      parts.push(
        <span key={other.id} class="variation">
          <MoveButton session={session} node={other} />
          <Variation session={session} from={other} />
        </span>,
      );
    }
  }
  return <>{parts}</>;
}

function MoveButton({ session, node }: { session: AnalysisSession; node: GameNode }) {
  const before = node.parent!.state;
  const judgement = node.review?.judgement ?? "good";
  return (
    <>
      <button
        class={`move tree-${before.side} ${judgement}`}
        aria-current={node === session.at ? "step" : undefined}
        onClick={() => session.go(node)}
      >
        {before.bonus ? "+" : ""}
        {node.move!.move}
        {signs[judgement]}
      </button>
      {node.comment && <span class="comment">{node.comment}</span>}
    </>
  );
}
