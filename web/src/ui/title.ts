import { useEffect } from "preact/hooks";

const site = "Extreme Tic-Tac-Toe";

/** Sets the title of the browser tab while the component is mounted. */
export function useTitle(text: string | null): void {
  useEffect(() => {
    document.title = text ? `${text} – ${site}` : site;
    return () => {
      document.title = site;
    };
  }, [text]);
}
