import { join, lettersAt, startsWith, viewOf } from './bytes.rules.ts';
import type { Picture } from './image.rules.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const HEADER_BYTES = 25;
const CHUNK_FRAME_BYTES = 12;
const drawing: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);

/** A PNG reduced to the chunks that draw it; undefined when it is no whole PNG. */
export const cleanPng = (bytes: Uint8Array): Picture | undefined => {
  if (!startsWith(bytes, signature) || bytes.length < signature.length + HEADER_BYTES || lettersAt(bytes, 12, 4) !== 'IHDR') return undefined;
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, signature.length)];
  let at: number = signature.length;
  while (at + CHUNK_FRAME_BYTES <= bytes.length) {
    const end = at + CHUNK_FRAME_BYTES + view.getUint32(at);
    const name = lettersAt(bytes, at + 4, 4);
    if (end > bytes.length) return undefined;
    if (drawing.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return { width: view.getUint32(16), height: view.getUint32(20), bytes: join(kept) };
    at = end;
  }
  return undefined;
};
