import { useLayoutEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** The width of an element in pixels, kept up to date; 0 before it is laid out. */
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    setWidth(target.clientWidth);
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return width;
}
