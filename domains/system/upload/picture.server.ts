import { stat } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { createLimit } from '#kit/server/background/concurrency-limit.ts';
import { loadSharp } from '#kit/server/files/sharp.ts';
import type { FileKind } from './kinds.rules.ts';
import { uploadRefusals } from './upload.labels.ts';
import { uploadBounds } from './upload.ts';

const DRAWING_SECONDS_MAX = 20;
const MEGABYTE = 1024 * 1024;
const limited = createLimit({ atOnce: 2, queueMax: 40, onBusy: () => throwRefusal(uploadRefusals, 'upload.busy', {}, { status: 503 }) });

export interface Thumbnail {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
}

/** Re-encodes a picture into a new file: upright, and without camera data, comments and other metadata. */
export const reencode = async (from: string, sizeBytes: number, kind: FileKind): Promise<Thumbnail> => {
  if (sizeBytes > uploadBounds.pictureBytes) throwRefusal(uploadRefusals, 'upload.tooLarge', { max: uploadBounds.pictureBytes / MEGABYTE });
  const path = `${from}.drawn`;
  return limited(async () => {
    const sharp = await loadSharp();
    const image = sharp(from, { failOn: 'truncated', sequentialRead: true, limitInputPixels: uploadBounds.sidePx ** 2 });
    const { width, height } = await image.metadata().catch(notAPicture);
    if (Math.max(width, height) > uploadBounds.sidePx || width * height > uploadBounds.areaPx)
      throwRefusal(uploadRefusals, 'upload.tooWide', { max: uploadBounds.sidePx });
    const output = await encoded(image.autoOrient(), kind).timeout({ seconds: DRAWING_SECONDS_MAX }).toFile(path).catch(notAPicture);
    return { path, width: output.width, height: output.height, sizeBytes: (await stat(path)).size };
  });
};

const notAPicture = (): never => throwRefusal(uploadRefusals, 'upload.notImage');

const QUALITY = 88;
const encoded = (image: Sharp, { extension }: FileKind): Sharp => {
  if (extension === 'png') return image.png({ compressionLevel: 8 });
  return extension === 'webp' ? image.webp({ quality: QUALITY }) : image.jpeg({ quality: QUALITY });
};
