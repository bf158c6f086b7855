import { useState } from "preact/hooks";
import type { PlaySession } from "../game/session";
import { language, t } from "../i18n/text";

/** The parts of a game that are needed to enter a move. */
type Playable = Pick<PlaySession, "rules" | "tree" | "tip" | "canMove" | "play">;

/** Text input of moves, for screen readers and keyboards. */
export function MoveInput({ session }: { session: Playable }) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    const wanted = text.trim().toLowerCase();
    const move = session.tip.state.legal.find((legal) => legal.move === wanted);
    if (!session.canMove) {
      setError(t("input.notYourTurn"));
    } else if (!move) {
      setError(whyNot(session, wanted));
    } else {
      setError("");
      setText("");
      session.play(move);
    }
  };
  return (
    <form class="move-input" onSubmit={submit}>
      <label for="move-text">{t("input.move")}</label>
      <input
        id="move-text"
        value={text}
        placeholder={session.tip.state.legal[0]?.move ?? ""}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={6}
        aria-describedby="position-text"
        aria-invalid={error !== ""}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button disabled={!session.canMove}>{t("input.play")}</button>
      {error && <p role="alert">{error}</p>}
    </form>
  );
}

// The core explains what is wrong with a move, in English.
function whyNot(session: Playable, move: string): string {
  if (language.code !== "en") return t("input.illegal", { move });
  const path = session.tree.pathTo(session.tip);
  try {
    session.rules.state({ fen: path.fen, moves: [...path.moves, move || "?"] });
    return "";
  } catch (error) {
    return (error as Error).message.replace(/^move \d+: /, "");
  }
}
