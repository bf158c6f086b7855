import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Box } from "./geometry";

/** How many pixels one unit of a picture takes, kept up to date; 0 before it is laid out. The picture itself is
 * measured, not what it stands in: a close-up beside it must not change the answer. */
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
