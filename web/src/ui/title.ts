import { useEffect } from "preact/hooks";

const site = "Extreme Tic-Tac-Toe";

/** What the tab of the browser says, as long as the component is there. */
export function useTitle(text: string | null): void {
  useEffect(() => {
    document.title = text ? `${text} – ${site}` : site;
    return () => {
      document.title = site;
    };
  }, [text]);
}
