import type { GameNode } from "../game/tree";
import { Icon } from "../ui/icons";
import type { AnalysisSession } from "./session";

const signs = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

/** All moves with their variations, and the comment of the present one. */
export function MoveTree({ session }: { session: AnalysisSession }) {
  const { root } = session.tree;
  return (
    <div class="tree-panel">
      <div class="tree" role="group" aria-label="Moves and variations">
        {root.children.length === 0 ? <p>Play moves on the board, or import a game.</p> : <Line session={session} from={root} />}
      </div>
      {session.at.parent && (
        <div class="tree-tools">
          <textarea
            aria-label="Comment on this move"
            placeholder={`Comment on ${session.at.move!.move}`}
            rows={2}
            value={session.at.comment}
            onInput={(event) => session.comment(event.currentTarget.value)}
          />
          <button title="Make this the main line" onClick={() => session.promoteHere()}>
            Promote
          </button>
          <button title="Forget this move and what follows" onClick={() => session.removeHere()}>
            <Icon name="close" />
            <span class="hidden">Delete from here</span>
          </button>
        </div>
      )}
    </div>
  );
}

/** The main line below a position; where moves had alternatives, those in brackets. */
function Line({ session, from }: { session: AnalysisSession; from: GameNode }) {
  const parts = [];
  for (let node = from.children[0], parent = from; node; parent = node, node = node.children[0]) {
    parts.push(<MoveButton key={node.id} session={session} node={node} />);
    for (const other of parent.children.slice(1)) {
      parts.push(
        <span key={other.id} class="variation">
          <MoveButton session={session} node={other} />
          <Line session={session} from={other} />
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
