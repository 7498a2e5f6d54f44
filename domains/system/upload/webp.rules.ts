import { join, lettersAt, viewOf } from './bytes.rules.ts';
import type { Picture } from './image.rules.ts';

const drawing: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const RIFF_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** The bits of VP8X that promise Exif and XMP chunks. */
const METADATA_BITS = 0x0c;

/** A WebP reduced to the chunks that draw it; undefined when it is no whole WebP. */
export const cleanWebp = (bytes: Uint8Array): Picture | undefined => {
  if (bytes.length < RIFF_BYTES + CHUNK_HEAD_BYTES + 10 || lettersAt(bytes, 0, 4) !== 'RIFF' || lettersAt(bytes, 8, 4) !== 'WEBP') return undefined;
  const view = viewOf(bytes);
  const end = CHUNK_HEAD_BYTES + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  const kept: Uint8Array[] = [];
  let size: { readonly width: number; readonly height: number } | undefined;
  let at = RIFF_BYTES;
  while (at + CHUNK_HEAD_BYTES <= end) {
    const name = lettersAt(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const next = at + CHUNK_HEAD_BYTES + length + (length % 2);
    if (next > end) return undefined;
    size ??= sizeOf(name, bytes.subarray(at + CHUNK_HEAD_BYTES, next));
    if (drawing.has(name)) kept.push(name === 'VP8X' ? plainHeader(bytes.slice(at, next)) : bytes.subarray(at, next));
    at = next;
  }
  return size && { ...size, bytes: framed(kept) };
};

const framed = (chunks: readonly Uint8Array[]): Uint8Array => {
  const whole = join([new Uint8Array(RIFF_BYTES), ...chunks]);
  whole.set([0x52, 0x49, 0x46, 0x46]);
  viewOf(whole).setUint32(4, whole.length - CHUNK_HEAD_BYTES, true);
  whole.set([0x57, 0x45, 0x42, 0x50], 8);
  return whole;
};

const plainHeader = (chunk: Uint8Array): Uint8Array => {
  chunk.set([(chunk[CHUNK_HEAD_BYTES] ?? 0) & ~METADATA_BITS], CHUNK_HEAD_BYTES);
  return chunk;
};

const sizeOf = (name: string, data: Uint8Array): { readonly width: number; readonly height: number } | undefined => {
  if (data.length < 10) return undefined;
  const view = viewOf(data);
  if (name === 'VP8X') return { width: 1 + (view.getUint32(4, true) & 0xffffff), height: 1 + (view.getUint32(6, true) >>> 8) };
  if (name === 'VP8L' && data[0] === 0x2f) {
    const bits = view.getUint32(1, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (name === 'VP8 ' && lettersAt(data, 3, 3) === '\x9d\x01\x2a')
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  return undefined;
};
