import { cleanJpeg } from './jpeg.rules.ts';
import { cleanPng } from './png.rules.ts';
import { cleanWebp } from './webp.rules.ts';

/** A picture as it is kept: only the parts that draw it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export interface KnownPicture extends Picture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly extension: 'png' | 'jpg' | 'webp';
}

/**
 * Tells a picture by its content and takes out what does not draw: places and times of the camera, comments, and anything that
 * follows the picture. Undefined when it is none of the three kinds or broken.
 */
export const cleanImage = (bytes: Uint8Array): KnownPicture | undefined => {
  const png = cleanPng(bytes);
  if (png) return { ...png, contentType: 'image/png', extension: 'png' };
  const jpeg = cleanJpeg(bytes);
  if (jpeg) return { ...jpeg, contentType: 'image/jpeg', extension: 'jpg' };
  const webp = cleanWebp(bytes);
  return webp && { ...webp, contentType: 'image/webp', extension: 'webp' };
};
