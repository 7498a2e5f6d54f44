import { describe, expect, it } from 'vitest';
import { fromHex, Reader, toHex } from '../codec/bytes.ts';
import { decimalText } from '../codec/number.ts';
import { flag, framing, openFrame, readFrame, sealFrame, writeFrame } from './frame.ts';
import { decodeBody, encodeBody, messageOf } from './messages.ts';
import vectors from './native.vectors.json' with { type: 'json' };
import { nodeCrypto } from './testing/node-crypto.ts';
import { renderBody } from './render.ts';
import { checkCode, loginAuth, secretBytes } from './secret.ts';

/** The test vectors use short names, the tables the names of the protocol. */
const tableName: Readonly<Record<string, string>> = {
  orderNo: 'chargingOrderNo',
  gun: 'gunNumber',
  volt: 'chargingVoltage',
  amp: 'chargingCurrent',
  soc: 'chargingSoc',
  bmsVolt: 'bmsVoltage',
  bmsAmp: 'bmsCurrent',
  kwh: 'chargingElec',
  amount: 'chargingAmount',
  remainMin: 'chargingRemainingMin',
  dcPosTemp: 'gunDcPositiveTemp',
  dcNegTemp: 'gunDcNegativeTemp',
  tip: 'elecTip',
  peak: 'elecPeak',
  flat: 'elecFlat',
  valley: 'elecValley',
};
const key = secretBytes('0123456789abcdef')!;
const nonce = fromHex('000102030405060708090A0B');

describe('the vectors of the wire format', () => {
  it.each(Object.entries(vectors.sizes))('%s has %i bytes', (type, size) => {
    expect(messageOf(type)?.body).toMatchObject({ minSize: size, maxSize: size });
  });

  it.each(vectors.vectors)('$id: decodes field by field', (vector) => {
    const bytes = fromHex(vector.hex);
    expect(framing.frameSize(bytes, 0)).toBe(bytes.length);
    expect(framing.intact(bytes, 0, bytes.length)).toBe(true);
    const frame = readFrame(bytes);
    expect(frame).toMatchObject({ type: vector.type, sequence: vector.seq, cpCode: vector.pile, version: 0x20 });
    expect(frame.flags & ~flag.encrypted).toBe(vector.flags ?? 0);

    const body = vector.encrypted ? openFrame(frame, { crypto: nodeCrypto, key }) : frame.payload;
    expect(body && toHex(body)).toBe(vector.bodyHex);
    const rows = new Map(renderBody(vector.type, body!).map((row) => [row.name, row]));
    const read: unknown = decodeBody(vector.type, body!).body;
    for (const [short, expected] of Object.entries(vector.fields)) {
      const name = tableName[short] ?? short;
      expect(read, name).toHaveProperty(name, minorUnits(expected));
      const shown = rows.get(name)?.value;
      expect(shown, name).toBe(typeof expected === 'string' && short !== 'auth' ? expected : shown);
    }
    expect(rows.size).toBe(Object.keys(vector.fields).length);
  });

  it.each(vectors.vectors)('$id: encodes to the same bytes', (vector) => {
    const head = { version: 0x20, flags: vector.flags ?? 0, type: vector.type, sequence: vector.seq, cpCode: vector.pile };
    const body = encodeBody(decodeBody(vector.type, fromHex(vector.bodyHex)));
    expect(toHex(body)).toBe(vector.bodyHex);
    const frame = vector.encrypted ? sealFrame(head, body, { crypto: nodeCrypto, key, nonce }) : writeFrame(head, body);
    expect(toHex(frame)).toBe(vector.hex);
  });

  it('proves a login and an order record by the shared secret', () => {
    const [login, , , , , order, resent] = vectors.vectors;
    expect(toHex(loginAuth(nodeCrypto, key, { cpCode: login!.pile, time: 1795190400, nonce: '0011223344556677' }))).toBe(login!.fields.auth);
    const codeOf = (bodyHex: string) => toHex(checkCode(nodeCrypto, key, { cpCode: 'CP00000001', withoutCode: fromHex(bodyHex).subarray(0, -8) }));
    expect(codeOf(order!.bodyHex)).toBe(order!.fields.checkCode);
    // The resent record has another order type but the check code of the first record, so the check code is wrong while the frame is valid.
    expect(codeOf(resent!.bodyHex)).not.toBe(resent!.fields.checkCode);
  });

  it('reads a login reply with an array of intervals', () => {
    const reader = new Reader(fromHex(vectors.vectors[1]!.bodyHex));
    expect(messageOf('0100')!.body.get(reader)).toMatchObject({ intervals: [60, 60, 15, 0, 0, 15, 0], tzMinutes: 480 });
    expect(reader.left).toBe(0);
  });
});

/** `398.6` becomes 3986: the tables store integers of the last digit of the text. Names and hex values are unchanged. */
const minorUnits = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(minorUnits);
  if (typeof value !== 'string' || !/^-?\d+\.\d+$/.test(value)) return value;
  const number = Number(value.replace('.', ''));
  expect(decimalText(number, value.length - value.indexOf('.') - 1)).toBe(value);
  return number;
};
