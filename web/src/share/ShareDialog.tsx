import { useState } from "preact/hooks";
import type { Rules } from "../core/rules";
import type { GameNode, GameTree } from "../game/tree";
import { t } from "../i18n/text";
import { CopyButton } from "../ui/copy";
import { Dialog } from "../ui/Dialog";
import { saveFile } from "../ui/files";
import { link } from "../ui/router";
import { Tool } from "../ui/Tool";
import { boardPng, boardSvg } from "./board_image";

interface ShareDialogProps {
  rules: Rules;
  tree: GameTree;
  /** The position to share; the link contains the whole game. */
  node: GameNode;
  onClose: () => void;
}

/** Shares a game: a link, and a picture of the position. */
export function ShareDialog({ rules, tree, node, onClose }: ShareDialogProps) {
  const { variant } = rules;
  const [problem, setProblem] = useState("");
  let end = node;
  while (end.children[0]) end = end.children[0];
  const { fen, moves } = tree.pathTo(end);
  const parameters = { v: variant.name, ...(fen ? { f: fen } : {}), m: moves.join("-") };
  const shown = tree.pathTo(node).moves.length;
  const address = new URL(link("analysis", shown === moves.length ? parameters : { ...parameters, p: String(shown) }), location.href).href;

  const save = (name: string, content: Blob | null): void => {
    if (!content) return setProblem(t("share.cannotDraw"));
    saveFile(name, content.type, content);
  };
  const name = `xttt-${variant.name}-${shown}`;
  return (
    <Dialog title={t("common.share")} onClose={onClose}>
      <div class="out">
        <label class="field">
          {t("share.link")}
          <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <CopyButton text={address} />
      </div>
      <div class="controls">
        {"share" in navigator && (
          <Tool icon="share" text={t("share.send")} onClick={() => void navigator.share({ url: address }).catch(() => {})} />
        )}
        <Tool icon="file" text={t("share.png")} onClick={() => void boardPng(variant, node.state).then((image) => save(`${name}.png`, image))} />
        <Tool icon="file" text={t("share.svg")} onClick={() => save(`${name}.svg`, new Blob([boardSvg(variant, node.state)], { type: "image/svg+xml" }))} />
      </div>
      {problem && <p role="alert">{problem}</p>}
    </Dialog>
  );
}
