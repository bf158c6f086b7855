// A position as a standalone picture, SVG or pixels, always in the light colours of the page.
import { centre, Geometry, grown, type Box } from "../board/geometry";
import type { GameState, Side, VariantInfo } from "../core/types";

const colours = {
  paper: "#f6f4ee",
  surface: "#fffefa",
  sunken: "#ebe7dc",
  line: "#d9d4c5",
  ink: "#22242a",
  x: "#c2411f",
  o: "#12688a",
  xSoft: "#f9dfd5",
  oSoft: "#d5eaf1",
  drawn: "#cfcbc1",
};

/** Drawing operations, in the units of the geometry. */
interface Painter {
  box(box: Box, radius: number, fill: string | null, stroke?: string, width?: number): void;
  cross(box: Box, scale: number, width: number, opacity: number): void;
  ring(box: Box, scale: number, width: number, opacity: number): void;
}

function paint(geometry: Geometry, state: GameState, to: Painter): void {
  to.box(geometry.whole, 0, colours.paper);
  for (let big = 0; big < geometry.variant.bigBoards; big++) to.box(geometry.bigBoard(big), 4, colours.sunken);
  const mark = (side: Side, box: Box, scale: number, width: number, opacity = 1): void =>
    side === "x" ? to.cross(box, scale, width, opacity) : to.ring(box, scale, width, opacity);
  [...state.boards].forEach((owner, board) => {
    const fill = owner === "x" ? colours.xSoft : owner === "o" ? colours.oSoft : owner === "d" ? colours.drawn : colours.surface;
    to.box(geometry.smallBoard(board), 2.5, fill);
  });
  [...state.cells].forEach((cell, id) => {
    const box = geometry.cell(id);
    const closed = state.boards[Math.floor(id / geometry.places)] !== "-";
    if (!closed) to.box(grown(box, -0.35), 1.6, null, colours.line, 0.3);
    if (cell !== ".") mark(cell as Side, box, 0.56, 1.5, closed ? 0.25 : 1);
  });
  [...state.boards].forEach((owner, board) => {
    if (owner === "x" || owner === "o") mark(owner, geometry.smallBoard(board), 0.66, 4.2);
  });
  for (const board of state.forced)
    to.box(grown(geometry.smallBoard(board), 0.9), 3.2, null, state.side === "x" ? colours.x : colours.o, 1.3);
  if (state.last >= 0) to.box(grown(geometry.cell(state.last), -0.6), 2, null, colours.ink, 0.75);
  for (const board of state.outcome?.line ?? [])
    to.box(grown(geometry.smallBoard(board), 0.6), 3, null, state.outcome!.winner === "x" ? colours.x : colours.o, 1.8);
}

export function boardSvg(variant: VariantInfo, state: GameState): string {
  const geometry = new Geometry(variant, false);
  const { width, height } = geometry.whole;
  const parts: string[] = [];
  const at = (box: Box): string => `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`;
  const stroke = (colour: string, width: number, opacity: number): string =>
    `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"`;
  paint(geometry, state, {
    box: (box, radius, fill, stroke, thick) => {
      const rim = stroke ? ` stroke="${stroke}" stroke-width="${thick}"` : "";
      parts.push(`<rect ${at(box)} rx="${radius}" fill="${fill ?? "none"}"${rim}/>`);
    },
    cross: (box, scale, thick, opacity) => {
      const { x, y } = centre(box);
      const r = (box.width * scale) / 2;
      const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
      parts.push(`<path d="${d}" ${stroke(colours.x, thick, opacity)}/>`);
    },
    ring: (box, scale, thick, opacity) => {
      const { x, y } = centre(box);
      parts.push(`<circle cx="${x}" cy="${y}" r="${(box.width * scale) / 2}" ${stroke(colours.o, thick, opacity)}/>`);
    },
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 5}" height="${height * 5}">${parts.join("")}</svg>`;
}

// Drawn on a canvas, because the content security policy does not allow generated images.
export function boardPng(variant: VariantInfo, state: GameState, pixels = 1080): Promise<Blob | null> {
  const canvas = drawnBoard(variant, state, pixels)?.canvas;
  return new Promise((resolve) => (canvas ? canvas.toBlob(resolve, "image/png") : resolve(null)));
}

/** A canvas of this height with the position; null where the browser has none. */
export function drawnBoard(variant: VariantInfo, state: GameState, pixels: number): CanvasRenderingContext2D | null {
  const geometry = new Geometry(variant, false);
  const { width, height } = geometry.whole;
  const canvas = document.createElement("canvas");
  const scale = pixels / height;
  canvas.width = Math.round(width * scale);
  canvas.height = pixels;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.scale(scale, scale);
  context.lineCap = "round";
  const stroke = (colour: string, thick: number, opacity: number, path: Path2D): void => {
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.stroke(path);
    context.globalAlpha = 1;
  };
  paint(geometry, state, {
    box: (box, radius, fill, rim, thick = 0) => {
      const path = new Path2D();
      path.roundRect(box.x, box.y, box.width, box.height, radius);
      if (fill) {
        context.fillStyle = fill;
        context.fill(path);
      }
      if (rim) stroke(rim, thick, 1, path);
    },
    cross: (box, size, thick, opacity) => {
      const { x, y } = centre(box);
      const r = (box.width * size) / 2;
      stroke(colours.x, thick, opacity, new Path2D(`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`));
    },
    ring: (box, size, thick, opacity) => {
      const { x, y } = centre(box);
      const path = new Path2D();
      path.arc(x, y, (box.width * size) / 2, 0, 2 * Math.PI);
      stroke(colours.o, thick, opacity, path);
    },
  });
  return context;
}
