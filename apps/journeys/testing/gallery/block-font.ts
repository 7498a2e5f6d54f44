/** Units of an em, of which a letter takes half and a character of East Asia all. */
const EM = 1_000;
const ASCENT = 800;
const DESCENT = 200;
const FIRST_WIDE = 0x2e80;
const LAST = 0x10ffff;

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, at * 2));
  return bytes;
};
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4));
  return bytes;
};

/** Glyph 1 for whatever is narrow, glyph 2 for the rest: a table of the format that maps many characters to one. */
const characters = Buffer.concat([u16(0, 1, 3, 10), u32(12), u16(13, 0), u32(16 + 2 * 12, 0, 2), u32(0, FIRST_WIDE - 1, 1, FIRST_WIDE, LAST, 2)]);
const limits = Buffer.concat([u32(0x00010000), u16(3, ...Array.from({ length: 13 }, () => 0))]);
const head = Buffer.concat([u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5), u16(0, EM), u32(0, 0, 0, 0), u16(0, -DESCENT, EM, ASCENT, 0, 8, 2, 0, 0)]);
const lines = Buffer.concat([u32(0x00010000), u16(ASCENT, -DESCENT, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, 3)]);
const metrics = Buffer.concat([
  u16(4, EM / 2, 400, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  Buffer.alloc(10),
  u32(0, 0, 0, 0),
  Buffer.from('none'),
  u16(0x40, 0, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT),
  u32(1, 0),
  u16(500, 700, 0, 32, 0),
]);

const tables: Readonly<Record<string, Buffer>> = {
  'OS/2': metrics,
  cmap: characters,
  // Nothing is drawn: what is asked of this font is how wide a text is.
  glyf: Buffer.alloc(4),
  head,
  hhea: lines,
  hmtx: u16(EM / 2, 0, EM / 2, 0, EM, 0),
  loca: u16(0, 0, 0, 0),
  maxp: limits,
  name: u16(0, 0, 6),
  post: Buffer.concat([u32(0x00030000, 0), u16(0, 0), u32(0, 0, 0, 0, 0)]),
};

/** A font in which a text is as wide on every machine as on any other. */
export const blockFont = (): Buffer => {
  const names = Object.keys(tables);
  const begin = 12 + names.length * 16;
  const entries: Buffer[] = [];
  const bodies: Buffer[] = [];
  let at = begin;
  for (const name of names) {
    const body = tables[name] ?? Buffer.alloc(0);
    entries.push(Buffer.from(name.padEnd(4)), u32(sumOf(body), at, body.length));
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([u32(0x00010000), u16(names.length, 128, 3, names.length * 16 - 128), ...entries, ...bodies]);
};

const sumOf = (body: Buffer): number => {
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
};
