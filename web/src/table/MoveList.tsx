import { useEffect, useRef } from "preact/hooks";
import { mainVariation, type GameNode } from "../game/tree";
import { turnsOf } from "../game/turns";
import { t } from "../i18n/text";

interface MoveListProps {
  root: GameNode;
  shown: GameNode;
  onShow: (node: GameNode) => void;
}

/** The moves of the main variation, turn by turn; a bonus move follows the move that earned it. */
export function MoveList({ root, shown, onShow }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]");
    if (list.current && current instanceof HTMLElement)
      list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [shown]);
  const turns = turnsOf(mainVariation(root));
  if (turns.length === 0) return null;
  return (
    <ol class="moves" ref={list} aria-label={t("play.moves")}>
      {turns.map((turn) => (
        <li key={turn.nodes[0]!.id} class={`moves-${turn.side}`}>
          <span class="moves-number">{turn.side === "x" ? `${turn.number}.` : ""}</span>
          {turn.nodes.map((node, i) => (
            <button
              key={node.id}
              class={`move ${i > 0 ? "bonus" : ""}`}
              aria-current={node === shown ? "step" : undefined}
              onClick={() => onShow(node)}
            >
              {i > 0 ? "+" : ""}
              {node.move!.move}
            </button>
          ))}
        </li>
      ))}
    </ol>
  );
}
