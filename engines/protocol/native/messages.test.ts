import { describe, expect, it } from 'vitest';
import { DecodeError, toHex } from '../codec/bytes.ts';
import { knownCodes } from '../codec/number.ts';
import { seededRng } from '../codec/random.ts';
import { replyType } from './frame.ts';
import { PAYLOAD_MAX_BYTES, SEAL_BYTES } from './limits.ts';
import { decodeBody, encodeBody, messageOf, messages } from './messages.ts';
import { parameters } from './parameters.ts';

const types = Object.keys(messages);
const SAMPLES = 200;

describe.each(types.map((type) => [type, messageOf(type)!.name] as const))('%s %s', (type) => {
  const { body } = messageOf(type)!;
  it(`gives back ${SAMPLES} generated bodies`, () => {
    const rng = seededRng(Number(type) + 1);
    for (let i = 0; i < SAMPLES; i += 1) {
      const row = body.sample(rng);
      const bytes = body.encode(row);
      expect(body.decode(bytes)).toEqual(row);
      expect(bytes.length).toBeGreaterThanOrEqual(body.minSize);
      expect(bytes.length).toBeLessThanOrEqual(body.maxSize);
      expect(toHex(encodeBody(decodeBody(type, bytes)))).toBe(toHex(bytes));
    }
  });

  it('refuses every shorter body and allows a longer one', () => {
    const bytes = body.encode(body.sample(seededRng(5)));
    for (let length = 0; length < body.minSize; length += 1) expect(() => decodeBody(type, bytes.subarray(0, length))).toThrow(DecodeError);
    // The remark in the answer to a command extends to the end of the body, so no field can follow it.
    const longer = type.startsWith('11') ? bytes : Uint8Array.of(...bytes, 1, 2, 3);
    expect(body.decode(longer)).toEqual(body.decode(bytes));
  });

  it('fits a frame, and every request has its reply', () => {
    expect(body.maxSize + SEAL_BYTES).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES);
    const answered = /^.1/.test(type) ? type : replyType(type);
    const asked = String(Number(answered) - 100).padStart(4, '0');
    expect(new Set([messageOf(asked)?.from, messageOf(answered)?.from])).toEqual(new Set(['pile', 'platform']));
  });

  it('carries every known code and every unknown one', () => {
    for (const [name, kind] of Object.entries(body.fields)) {
      if (!kind.codes) continue;
      const row = body.sample(seededRng(9));
      for (const value of [...knownCodes(kind.codes), 250, 7]) {
        const read = body.decode(body.encode({ ...row, [name]: value }));
        expect(read).toMatchObject({ [name]: value });
        expect(kind.text(value)).toContain(`(${value})`);
      }
    }
  });
});

describe('device parameters', () => {
  it('are numbered 0 to 22', () => expect(parameters).toHaveLength(23));
  it.each(parameters.map(({ name }, paramNo) => [paramNo, name] as const))('%i %s goes there and back', (paramNo) => {
    const rng = seededRng(paramNo);
    for (let i = 0; i < 50; i += 1) {
      const value = parameters[paramNo]!.kind.sample(rng);
      const message = { type: '0006', body: { values: [{ tag: paramNo, value }] } } as const;
      expect(decodeBody('0006', encodeBody(message))).toEqual(message);
    }
  });
  it('take powers and amounts in natural units', () => {
    const bodyOf = (tag: number, value: string) => toHex(encodeBody({ type: '0006', body: { values: [{ tag, value }] } }));
    expect(bodyOf(11, '120')).toBe(bodyOf(11, '120.0'));
    expect(bodyOf(11, '120')).toBe('010B02B004');
    expect(() => bodyOf(11, '120.05')).toThrow('decimals');
    expect(() => bodyOf(15, '256')).toThrow('does not fit');
  });
});
