import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Box } from "./geometry";

/** Pixels per SVG unit of a picture, kept up to date; 0 before layout. Measures the picture, not its container,
 * so that a lens next to it does not change the result. */
export function useScale(picture: RefObject<SVGSVGElement>, whole: Box): number {
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const target = picture.current;
    if (!target) return;
    const measure = (): void => {
      const { width, height } = target.getBoundingClientRect();
      setScale(Math.min(width / whole.width, height / whole.height));
    };
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(target);
    return () => observer.disconnect();
  }, [whole]);
  return scale;
}
