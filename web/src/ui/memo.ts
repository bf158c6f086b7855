import { Component, h, type FunctionComponent } from "preact";

/** A component that is drawn again only when one of its properties is another one. */
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
