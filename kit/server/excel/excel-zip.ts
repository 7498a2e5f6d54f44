import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '../refusals.ts';

const ENTRIES_MAX = 1_000;
const UNPACKED_MAX = 100 * 1024 * 1024;
const RATIO_MAX = 100;
/** A file below this size cannot unpack to a dangerous size. */
const RATIO_FROM = 1024 * 1024;

const END = 'PK\x05\x06';
const END_BYTES = 22;
const ENTRY = 0x02_01_4b_50;
const ENTRY_BYTES = 46;
/** Marks a size that is stored in a ZIP64 record. No workbook of 10 MB needs one. */
const IN_ZIP64_RECORD = 0xff_ff_ff_ff;

/**
 * Checks the sizes in the zip's directory before anything is unpacked; the reader unpacks no entry beyond its declared size. An entry without a
 * size is refused, because a zip bomb would hide its size in this way.
 */
export const checkZip = (zip: Buffer): void => {
  const end = zip.lastIndexOf(END, zip.length - END_BYTES, 'latin1');
  const entries = end < 0 ? 0 : zip.readUInt16LE(end + 10);
  if (entries === 0) throwRefusal(kitRefusals, 'badFile', { reason: 'zip' });
  if (entries > ENTRIES_MAX) throwRefusal(kitRefusals, 'bomb', { what: `${entries} > ${ENTRIES_MAX}` });
  const unpacked = unpackedBytes(zip, zip.readUInt32LE(end + 16), entries);
  if (unpacked > UNPACKED_MAX || (unpacked > RATIO_FROM && unpacked > zip.length * RATIO_MAX))
    throwRefusal(kitRefusals, 'bomb', { what: `${Math.ceil(unpacked / 1024 / 1024)} MB` });
};

const unpackedBytes = (zip: Buffer, directory: number, entries: number): number => {
  let at = directory;
  let unpacked = 0;
  for (let n = 0; n < entries; n++) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY) return throwRefusal(kitRefusals, 'badFile', { reason: 'zip' });
    const [packedBytes, bytes] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const nameEnd = at + ENTRY_BYTES + zip.readUInt16LE(at + 28);
    const isFolder = zip[nameEnd - 1] === 0x2f;
    const sizesFollow = (zip.readUInt16LE(at + 8) & 0x08) !== 0;
    const hidesSize = bytes === 0 && (packedBytes > 0 || sizesFollow) && !isFolder;
    if (hidesSize || bytes === IN_ZIP64_RECORD || packedBytes === IN_ZIP64_RECORD) return throwRefusal(kitRefusals, 'bomb', { what: 'zip' });
    unpacked += bytes;
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return unpacked;
};
