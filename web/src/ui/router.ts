import { useLayoutEffect, useState } from "preact/hooks";

/** The address after the #: a page and its parameters. It works on any static host. */
export interface Route {
  page: string;
  parameters: URLSearchParams;
}

export function currentRoute(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { page: path || "play", parameters: new URLSearchParams(query) };
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useLayoutEffect(() => {
    const update = (): void => setRoute(currentRoute());
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return route;
}

export function link(page: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

export function go(page: string, parameters: Record<string, string> = {}): void {
  location.hash = link(page, parameters);
}
