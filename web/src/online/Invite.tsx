import { t } from "../i18n/text";
import { CopyButton } from "../ui/copy";
import { link } from "../ui/router";
import { serverUrl } from "./api";
import { seatOf } from "./seats";
import type { OnlineSession } from "./session";

/** The link to send, while the other seat is free. The part after the # is never sent to a server. */
export function Invite({ session }: { session: OnlineSession }) {
  const invitation = seatOf(session.game)?.invitation;
  if (session.joined || !invitation) return null;
  const url = serverUrl("./").href + link("online", { g: session.game, i: invitation });
  return (
    <div class="invite">
      <label for="invite-link">{t("online.sendLink")}</label>
      <div class="row">
        <input id="invite-link" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={url} />
      </div>
    </div>
  );
}
