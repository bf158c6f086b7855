// Keeps a copy of the page in the browser, once the visitor has what they came for.
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
      // Plain http and private windows have no workers: the page then needs the network.
    }
  };
  const soon = (): unknown => setTimeout(() => void start(), quietMs);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon);
}
