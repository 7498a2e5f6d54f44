import { join, lettersAt, startsWith, viewOf } from './bytes.rules.ts';
import type { Picture } from './image.rules.ts';

const SCAN = 0xda;
const EXIF = 0xe1;
/** Application data that colours need: JFIF, colour profile, Adobe's transform. */
const drawingApps: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee]);
const COMMENT = 0xfe;
const isApp = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
/** Start-of-frame markers; the three gaps are tables of other kinds. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A JPEG without camera data and comments, but with the way up it is to be shown; undefined when it is no whole JPEG. */
export const cleanJpeg = (bytes: Uint8Array): Picture | undefined => {
  if (!startsWith(bytes, [0xff, 0xd8, 0xff])) return undefined;
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { readonly width: number; readonly height: number } | undefined;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return undefined;
    if (marker === SCAN) {
      const last = lastEnd(bytes, end);
      return size && last !== undefined ? { ...size, bytes: join([...kept, bytes.subarray(at, last)]) } : undefined;
    }
    if (isFrame(marker) && end - at >= 9) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === EXIF) kept.push(...wayUp(bytes.subarray(at + 4, end)));
    else if (marker !== COMMENT && (!isApp(marker) || drawingApps.has(marker))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
};

/** Where the picture ends: behind its last end marker, whatever follows. */
const lastEnd = (bytes: Uint8Array, from: number): number | undefined => {
  for (let at = bytes.length - 2; at >= from; at -= 1) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2;
  return undefined;
};

const ORIENTATION = 0x0112;
const TIFF_AT = 6;

/** An Exif segment that says the orientation and nothing else; none when the picture stands upright. */
const wayUp = (exif: Uint8Array): readonly Uint8Array[] => {
  const orientation = orientationOf(exif);
  if (orientation === undefined || orientation === 1) return [];
  const letters = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return [Uint8Array.from([0xff, EXIF, 0, 2 + letters.length + tiff.length, ...letters, ...tiff])];
};

const orientationOf = (exif: Uint8Array): number | undefined => {
  if (exif.length < TIFF_AT + 14 || lettersAt(exif, 0, 4) !== 'Exif') return undefined;
  const view = viewOf(exif.subarray(TIFF_AT));
  const little = lettersAt(exif, TIFF_AT, 2) === 'II';
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return undefined;
  const entries = Math.min(view.getUint16(directory, little), Math.floor((view.byteLength - directory - 2) / 12));
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, little) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
};
