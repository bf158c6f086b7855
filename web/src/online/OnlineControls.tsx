import { otherSide } from "../board/describe";
import { pathTo } from "../game/tree";
import { t } from "../i18n/text";
import { Icon } from "../ui/icons";
import { reviewLink } from "../library/results";
import { link } from "../ui/router";
import { ConfirmTool, Tool } from "../ui/Tool";
import { serverUrl } from "./api";
import { usePermission } from "./notify";
import type { OnlineSession } from "./session";

/** The controls during the game. */
export function WhilePlaying({ session }: { session: OnlineSession }) {
  const moved = pathTo(session.tip!).some((node) => node.parent!.state.side === session.seat);
  return (
    <div class="controls">
      <Tool
        icon="undo"
        text={t(session.takebackAskedBy === session.seat ? "online.takebackAsked" : "online.takeBack")}
        disabled={!moved || session.takebackAskedBy !== null || !session.connected}
        onClick={() => session.ask("ask-takeback")}
      />
      <ConfirmTool
        icon="resign"
        text={t("common.resign")}
        question={t("common.reallyResign")}
        disabled={!session.connected}
        onClick={() => session.ask("resign")}
      />
    </div>
  );
}

interface AfterTheEndProps {
  session: OnlineSession;
  onShare: () => void;
}

export function AfterTheEnd({ session, onShare }: AfterTheEndProps) {
  return (
    <>
      {session.next ? (
        <a class="tool strong" href={link("online", { g: session.next })}>
          {t(session.seat ? "online.goToRematch" : "online.watchRematch")}
        </a>
      ) : (
        session.seat && <Rematch session={session} />
      )}
      {/* The engine's advice would not be fair during the game. */}
      <a class="tool" href={reviewLinkOf(session)}>
        <Icon name="analyse" />
        {t("common.review")}
      </a>
      <Tool icon="share" text={t("common.share")} onClick={onShare} />
      <a class="tool" href={serverUrl(`api/games/${session.game}/record.xgn`).href} download="game.xgn">
        <Icon name="file" />
        {t("online.save")}
      </a>
      <a class="tool" href={link("online")}>
        <Icon name="start" />
        {t("common.newGame")}
      </a>
    </>
  );
}

function reviewLinkOf(session: OnlineSession): string {
  if (session.seat) return reviewLink(`online-${session.game}`);
  return link("analysis", { v: session.rules!.variant.name, m: session.tree!.pathTo(session.tip!).moves.join("-"), review: "1" });
}

function Rematch({ session }: { session: OnlineSession }) {
  const asked = session.rematchAskedBy.includes(session.seat!);
  const wanted = session.rematchAskedBy.includes(otherSide(session.seat!));
  return (
    <button class="primary" disabled={asked || !session.connected} onClick={() => session.ask("ask-rematch")}>
      <Icon name="again" />
      {t(asked ? "online.waitingRematch" : wanted ? "online.acceptRematch" : "common.rematch")}
    </button>
  );
}

/** The move chosen in advance. */
export function Premove({ session }: { session: OnlineSession }) {
  if (!session.premove) return null;
  return (
    <div class="asked">
      <span>{t("premove.set", { move: session.premove.move })}</span>
      <button onClick={() => session.choosePremove(null)}>{t("premove.cancel")}</button>
    </div>
  );
}

/** Offers notifications for a player who has left the page in the background. */
export function Notifications({ session }: { session: OnlineSession }) {
  const [permission, ask] = usePermission();
  if (!session.seat || session.phase === "over" || permission !== "default") return null;
  return (
    <div class="controls">
      <Tool icon="sound" text={t("online.notify")} onClick={ask} />
    </div>
  );
}

/** A question of the opponent. */
export function TakebackQuestion({ session }: { session: OnlineSession }) {
  if (!session.seat || !session.takebackAskedBy || session.takebackAskedBy === session.seat) return null;
  return (
    <div class="asked" role="group" aria-label={t("online.takeback")}>
      <span>{t("online.takebackQuestion")}</span>
      <button onClick={() => session.ask("accept-takeback")}>{t("online.allow")}</button>
      <button onClick={() => session.ask("decline-takeback")}>{t("online.decline")}</button>
    </div>
  );
}
