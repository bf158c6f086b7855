import { useEffect, useState } from "preact/hooks";
import type { Rules } from "../core/rules";
import { endOfVariation, pathTo, type GameNode, type GameTree } from "../game/tree";
import { percentage, t } from "../i18n/text";
import { hasServer, serverUrl } from "../online/api";
import { CopyButton } from "../ui/copy";
import { Dialog } from "../ui/Dialog";
import { saveFile } from "../ui/files";
import { link } from "../ui/router";
import { Tool } from "../ui/Tool";
import { boardPng, boardSvg } from "./board_image";
import { embedCode } from "./embed_code";

interface ShareDialogProps {
  rules: Rules;
  tree: GameTree;
  /** The position to share; the link contains the whole game. */
  node: GameNode;
  onClose: () => void;
}

/** Whether the page comes from `xttt serve`, and the server can be reached. */
function useServer(): boolean {
  const [found, setFound] = useState(false);
  useEffect(() => {
    let wanted = true;
    void hasServer().then((answer) => wanted && setFound(answer));
    return () => {
      wanted = false;
    };
  }, []);
  return found;
}

/** A game to show to others: a link, pictures, an animation and a board for other pages. */
export function ShareDialog({ rules, tree, node, onClose }: ShareDialogProps) {
  const { variant } = rules;
  const [problem, setProblem] = useState("");
  const [progress, setProgress] = useState<number | null>(null);
  const end = endOfVariation(node);
  const { fen, moves } = tree.pathTo(end);
  const parameters = { v: variant.name, ...(fen ? { f: fen } : {}), m: moves.join("-") };
  const { moves: played } = tree.pathTo(node);
  const shown = played.length;
  const place = shown === moves.length ? parameters : { ...parameters, p: String(shown) };
  const server = useServer();
  // A server sends previews for its own addresses; they support no other start position.
  const addressOf = (parameters: Record<string, string>, line: readonly string[]): string =>
    server && !fen
      ? serverUrl(`p/${variant.name}/${line.join("-") || "-"}`).href
      : new URL(link("analysis", parameters), location.href).href;
  const links = [
    ...(shown === moves.length ? [] : [{ name: t("share.position"), address: addressOf(place, played) }]),
    { name: t("share.link"), address: addressOf(parameters, moves) },
  ];
  const { address } = links[0]!;

  const code = embedCode(variant, place);

  const save = (name: string, content: Blob | null): void => {
    if (!content) return setProblem(t("share.cannotDraw"));
    saveFile(name, content.type, content);
  };
  // The encoder is loaded with the first animation.
  const animate = async (): Promise<void> => {
    setProgress(0);
    try {
      const { replayGif } = await import("./animation");
      const states = [tree.root, ...pathTo(end)].map(({ state }) => state);
      save(`xttt-${variant.name}.gif`, await replayGif(variant, states, setProgress));
    } catch {
      setProblem(t("share.cannotDraw"));
    }
    setProgress(null);
  };
  const name = `xttt-${variant.name}-${shown}`;
  return (
    <Dialog title={t("common.share")} onClose={onClose}>
      {links.map(({ name, address }) => (
        <div key={name} class="out">
          <label class="field">
            {name}
            <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <CopyButton text={address} />
        </div>
      ))}
      <div class="controls">
        {"share" in navigator && (
          <Tool icon="share" text={t("share.send")} onClick={() => void navigator.share({ url: address }).catch(() => {})} />
        )}
        <Tool icon="file" text={t("share.png")} onClick={() => void boardPng(variant, node.state).then((image) => save(`${name}.png`, image))} />
        <Tool icon="file" text={t("share.svg")} onClick={() => save(`${name}.svg`, new Blob([boardSvg(variant, node.state)], { type: "image/svg+xml" }))} />
        <Tool
          icon="start"
          text={progress === null ? t("share.gif") : t("share.making", { done: percentage(progress) })}
          disabled={progress !== null || moves.length === 0}
          onClick={() => void animate()}
        />
      </div>
      <div class="out">
        <label class="field">
          {t("share.embed")}
          <input readOnly value={code} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <CopyButton text={code} />
      </div>
      {problem && <p role="alert">{problem}</p>}
    </Dialog>
  );
}
