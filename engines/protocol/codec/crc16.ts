const POLYNOMIAL = 0xa001;
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

/** CRC-16/MODBUS (reflected 0x8005, start 0xFFFF) of the bytes from `from`, inclusive, to `to`, exclusive. */
export const crc16 = (bytes: Uint8Array, from = 0, to = bytes.length): number => {
  let crc = 0xffff;
  for (let i = from; i < to; i += 1) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
};
