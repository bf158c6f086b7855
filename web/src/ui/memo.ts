import { Component, h, type FunctionComponent } from "preact";

/** A component that renders again only if one of its properties has changed. */
export function memo<P extends object>(render: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const old = this.props as P;
      const keys = new Set([...Object.keys(old), ...Object.keys(next)]) as Set<keyof P & string>;
      return [...keys].some((key) => old[key] !== next[key]);
    }
    override render() {
      return h(render, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
