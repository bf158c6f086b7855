// Notifications of the browser when it is this player's turn and the page is in the background.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/text";
import type { OnlineSession } from "./session";

export type Permission = NotificationPermission | "unsupported";

const permission = (): Permission => ("Notification" in window ? Notification.permission : "unsupported");

/** Whether the browser shows notifications, and a function that asks for it: browsers require a click for that. */
export function usePermission(): [Permission, () => void] {
  const [state, setState] = useState(permission);
  const ask = (): void => void Notification.requestPermission().then(setState, () => {});
  return [state, ask];
}

export function useTurnNotification(session: OnlineSession): void {
  const { myTurn, cast, seat, game } = session;
  useEffect(() => {
    if (!myTurn || !document.hidden || permission() !== "granted") return;
    return notify(t("turn.yours"), t("online.hasMoved", { name: cast.names[seat === "x" ? "o" : "x"] }), game);
  }, [myTurn]);
}

/** Shows a notification, and returns what removes it. */
function notify(title: string, body: string, game: string): () => void {
  const options = { body, tag: game, icon: "./icon.svg" };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => window.focus();
    return () => shown.close();
  } catch {
    // Phones show them only through a service worker.
    const registration = navigator.serviceWorker?.getRegistration() ?? Promise.resolve(undefined);
    void registration.then((worker) => worker?.showNotification(title, options)).catch(() => {});
    const remove = async (): Promise<void> => {
      const all = (await (await registration)?.getNotifications({ tag: game })) ?? [];
      for (const one of all) one.close();
    };
    return () => void remove().catch(() => {});
  }
}
