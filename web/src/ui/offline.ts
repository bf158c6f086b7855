// Stores a copy of the page in the browser for offline use, after the page has loaded.
const quietMs = 2000;

export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = async (): Promise<void> => {
    try {
      await navigator.serviceWorker.register(new URL("./sw.js", document.baseURI));
      const { active } = await navigator.serviceWorker.ready;
      const { connection } = navigator as { connection?: { saveData?: boolean } };
      if (!connection?.saveData) active?.postMessage("keep-everything");
    } catch {
      // Service workers are not available over plain http and in private windows; the page then needs the network.
    }
  };
  const soon = (): unknown => setTimeout(() => void start(), quietMs);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon);
}
