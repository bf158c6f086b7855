import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface PageProps {
  title: ComponentChildren;
  /** The target of the back link. */
  back: string;
  children: ComponentChildren;
}

/** A page that replaces the overview, scrolled to its top. */
export function Page({ title, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article>
      <p class="crumb">
        <a href={back}>Overview</a>
      </p>
      <h2 tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </article>
  );
}
