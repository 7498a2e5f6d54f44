import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';

/** A filled rectangle of a picture, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

const RGB_CHANNELS = 3;

/** A picture as PNG. It is made of boxes, because the server reads no drawings once it has taken a picture. */
export const drawBoxes = (
  { width, height, background }: { readonly width: number; readonly height: number; readonly background: string },
  boxes: readonly Box[],
): Promise<Uint8Array> => {
  const layers: OverlayOptions[] = boxes.map((box) => ({
    input: { create: { width: box.width, height: box.height, channels: RGB_CHANNELS, background: box.background } },
    left: box.left,
    top: box.top,
  }));
  return sharp({ create: { width, height, channels: RGB_CHANNELS, background } })
    .composite(layers)
    .png()
    .toBuffer();
};
