import type { VariantInfo } from "../core/types";

// The geometry of a board in SVG units: a cell is 10 wide.
export const cell = 10;
const pad = 1.5;
const gap = 2.5;
const rim = 6; // holds the letters and numbers
const between = 6; // big boards

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The coordinates of everything; big boards are side by side. */
export class Geometry {
  readonly places: number;
  readonly smallSide: number;
  readonly bigSide: number;
  readonly whole: Box;

  constructor(
    readonly variant: VariantInfo,
    readonly labels = true,
  ) {
    const n = variant.size;
    this.places = n * n;
    this.smallSide = n * cell + 2 * pad;
    this.bigSide = n * this.smallSide + (n - 1) * gap + 2 * gap;
    const extra = (variant.bigBoards - 1) * (this.bigSide + between + this.rim);
    this.whole = {
      x: 0,
      y: 0,
      width: this.rim + this.bigSide + 1 + extra,
      height: this.rim + this.bigSide + 1,
    };
  }

  private get rim(): number {
    return this.labels ? rim : 1;
  }

  bigBoard(big: number): Box {
    const shift = big * (this.bigSide + between + this.rim);
    return {
      x: this.rim + shift,
      y: this.rim,
      width: this.bigSide,
      height: this.bigSide,
    };
  }

  smallBoard(board: number): Box {
    const n = this.variant.size;
    const place = board % this.places;
    const big = this.bigBoard(Math.floor(board / this.places));
    const step = this.smallSide + gap;
    return {
      x: big.x + gap + (place % n) * step,
      y: big.y + gap + Math.floor(place / n) * step,
      width: this.smallSide,
      height: this.smallSide,
    };
  }

  cell(id: number): Box {
    const n = this.variant.size;
    const board = this.smallBoard(Math.floor(id / this.places));
    const place = id % this.places;
    return {
      x: board.x + pad + (place % n) * cell,
      y: board.y + pad + Math.floor(place / n) * cell,
      width: cell,
      height: cell,
    };
  }

  /** The cells of a big board in reading order. */
  rows(big: number): number[][] {
    const n = this.variant.size;
    const along = Array.from({ length: this.places }, (_, i) => i);
    return along.map((row) =>
      along.map((column) => {
        const place = Math.floor(row / n) * n + Math.floor(column / n);
        const inside = (row % n) * n + (column % n);
        return (big * this.places + place) * this.places + inside;
      }),
    );
  }

  /** The cell reached from one by an arrow key; itself at the edge. Big boards are side by side. */
  neighbour(id: number, dx: number, dy: number): number {
    const all = Array.from({ length: this.variant.bigBoards }, (_, big) => this.rows(big));
    const grid = all[0]!.map((_, row) => all.flatMap((rows) => rows[row]!));
    const row = grid.findIndex((cells) => cells.includes(id));
    const column = grid[row]!.indexOf(id);
    return grid[row + dy]?.[column + dx] ?? id;
  }
}

export const viewBox = (box: Box): string => `${box.x} ${box.y} ${box.width} ${box.height}`;
export const grown = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});
export const centre = (box: Box): { x: number; y: number } => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});
