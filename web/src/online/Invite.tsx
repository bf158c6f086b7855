import { t } from "../i18n/text";
import { library } from "../library/store";
import { CopyButton } from "../ui/copy";
import { go, link } from "../ui/router";
import { ConfirmTool } from "../ui/Tool";
import { serverUrl } from "./api";
import { forgetSeat, seatOf } from "./seats";
import type { OnlineSession } from "./session";

/** The link to send, while the other seat is free. The part after the # is never sent to a server. */
export function Invite({ session }: { session: OnlineSession }) {
  const invitation = seatOf(session.game)?.invitation;
  if (session.joined || !invitation) return null;
  const url = serverUrl("./").href + link("online", { g: session.game, i: invitation });
  const cancel = (): void => {
    session.ask("cancel");
    session.dispose();
    forgetSeat(session.game);
    void library.remove([`online-${session.game}`]);
    go("online");
  };
  return (
    <div class="invite">
      {session.isPublic && <p>{t(session.clock?.days ? "lobby.listedDays" : "lobby.listed")}</p>}
      <LinkField id="invite-link" text={t("online.sendLink")} url={url} />
      <ConfirmTool
        icon="trash"
        text={t("online.cancel")}
        question={t("online.reallyCancel")}
        disabled={!session.connected}
        onClick={cancel}
      />
    </div>
  );
}

/** The link for spectators, without a seat. */
export function SpectatorLink({ session }: { session: OnlineSession }) {
  if (!session.joined) return null;
  return (
    <details class="spectator-link">
      <summary>{t("online.spectatorLink")}</summary>
      <LinkField id="spectator-link" text={t("online.sendSpectators")} url={serverUrl(`g/${session.game}`).href} />
    </details>
  );
}

function LinkField({ id, text, url }: { id: string; text: string; url: string }) {
  return (
    <>
      <label for={id}>{text}</label>
      <div class="row">
        <input id={id} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={url} />
      </div>
    </>
  );
}
