import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './picture.rules.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const colourType = { 3: 2, 4: 6 } as const;

/** Pixels as the data address of a PNG. */
export const pngAddress = ({ width, height, channels, bytes }: Pixels): string => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([BITS, colourType[channels], 0, 0, 0], 8);
  const row = width * channels;
  // Each row begins with the number of its filter: 1, the difference to the pixel on the left.
  const lines = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y++) {
    lines[y * (row + 1)] = 1;
    for (let i = 0; i < row; i++)
      lines[y * (row + 1) + 1 + i] = (bytes[y * row + i] ?? 0) - (i >= channels ? (bytes[y * row + i - channels] ?? 0) : 0);
  }
  const png = Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]);
  return `data:image/png;base64,${png.toString('base64')}`;
};

const chunk = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
};
