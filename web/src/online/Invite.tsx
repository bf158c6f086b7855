import { useRef, useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import { serverUrl } from "./api";
import { seatOf } from "./seats";
import type { OnlineSession } from "./session";

/** The link to send, while the other seat is free. What is behind the # never reaches a server. */
export function Invite({ session }: { session: OnlineSession }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const invitation = seatOf(session.game)?.invitation;
  if (session.joined || !invitation) return null;
  const url = serverUrl("./").href + link("online", { g: session.game, i: invitation });
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // The link stands selected: copying by hand is one key away.
    }
  };
  return (
    <div class="invite">
      <label for="invite-link">Send this link to your opponent</label>
      <div class="row">
        <input id="invite-link" ref={field} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button onClick={() => void copy()}>
          <Icon name="link" />
          {copied ? "Copied" : "Copy"}
        </button>
      </div>
    </div>
  );
}
