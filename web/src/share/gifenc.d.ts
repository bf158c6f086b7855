// The part of gifenc that is used; it has no types of its own.
declare module "gifenc" {
  type Colour = [red: number, green: number, blue: number];
  interface FrameOptions {
    palette?: Colour[];
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** Milliseconds. */
    delay?: number;
  }
  export function GIFEncoder(): {
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  export function quantize(rgba: Uint8ClampedArray, mostColours: number): Colour[];
  export function applyPalette(rgba: Uint8ClampedArray, palette: Colour[]): Uint8Array;
}
