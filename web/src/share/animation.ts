// A game as an animated picture (GIF), made in the browser.
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { GameState, VariantInfo } from "../core/types";
import { drawnBoard } from "./board_image";

const height = 480;
const moveMs = 450;
const firstMs = 900;
const lastMs = 4000;
const mostColours = 63;

/** The GIF of a list of positions, or null where the browser cannot draw; `onProgress` gets the progress from 0 to 1. */
export async function replayGif(
  variant: VariantInfo,
  states: readonly GameState[],
  onProgress: (share: number) => void,
): Promise<Blob | null> {
  const encoder = GIFEncoder();
  const last = states.length - 1;
  const pixels = (state: GameState): ImageData | null => {
    const context = drawnBoard(variant, state, height);
    return context && context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  };
  const end = pixels(states[last]!);
  if (!end) return null;
  // The last position has every colour there is; one more number means "unchanged".
  const palette = quantize(end.data, mostColours);
  const unchanged = palette.length;
  let before: Uint8Array | null = null;
  for (const [i, state] of states.entries()) {
    const image = pixels(state)!;
    const indices = applyPalette(image.data, palette);
    const shown = indices.slice();
    if (before) for (let at = 0; at < indices.length; at++) if (indices[at] === before[at]) shown[at] = unchanged;
    encoder.writeFrame(shown, image.width, image.height, {
      ...(i === 0 ? { palette: [...palette, [0, 0, 0]], repeat: 0 } : {}),
      transparent: i > 0,
      transparentIndex: unchanged,
      delay: i === 0 ? firstMs : i === last ? lastMs : moveMs,
    });
    before = indices;
    onProgress((i + 1) / states.length);
    await new Promise((resolve) => setTimeout(resolve)); // lets the page draw
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}
