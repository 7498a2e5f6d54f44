import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../codec/bytes.ts';
import { seededRng } from '../codec/random.ts';
import { writeFrame } from './frame.ts';
import { messageOf, messages } from './messages.ts';
import vectors from './native.vectors.json' with { type: 'json' };
import { redactedFrame, renderFrame, summary } from './render.ts';

const [login, , , charging, sealed] = vectors.vectors;

describe('a logged frame', () => {
  it('is explained field by field: name, hex, value, unit', () => {
    const rendered = renderFrame(charging!.hex, null);
    expect(rendered).toMatchObject({ name: 'charging info', problem: null });
    expect(rendered.header.map(({ name, value }) => [name, value])).toEqual([
      ['magic', 'EV'],
      ['version', '32'],
      ['flags', '0'],
      ['type', '0010'],
      ['sequence', '77'],
      ['cpCode', 'CP00000001'],
      ['length', '63'],
    ]);
    expect(rendered.body.find(({ name }) => name === 'chargingCurrent')).toEqual({
      name: 'chargingCurrent',
      offset: 35,
      hex: 'BF2B',
      value: '119.9',
      unit: 'A',
      codes: null,
      hidden: false,
    });
    expect(rendered.body.map(({ hex }) => hex).join('')).toBe(charging!.bodyHex);
  });

  it('that was encrypted is explained from its plain body, and only then', () => {
    expect(renderFrame(sealed!.hex, null)).toMatchObject({ name: 'charging info', body: [], problem: 'encrypted' });
    expect(renderFrame(sealed!.hex, sealed!.bodyHex).body).toEqual(renderFrame(charging!.hex, null).body);
  });

  it('hides secrets, in the log and on the screen', () => {
    const raw = redactedFrame(fromHex(login!.hex), '0000', false);
    expect(raw).toBe(login!.hex.replace(String(login!.fields.auth), 'xx'.repeat(16)));
    const auth = renderFrame(raw, null).body.find(({ name }) => name === 'auth');
    expect(auth).toMatchObject({ hex: 'xx'.repeat(16), value: '', hidden: true });
    expect(renderFrame(login!.hex, null).body.find(({ name }) => name === 'auth')).toEqual(auth);
  });

  it('cut off anywhere shows what is whole and hides what may be part of a secret', () => {
    const body = fromHex(login!.bodyHex);
    for (let length = 0; length < body.length; length += 1) {
      const bytes = writeFrame({ version: 0x20, flags: 0, type: '0000', sequence: 1, cpCode: 'CP1' }, body.subarray(0, length));
      const raw = redactedFrame(bytes, '0000', false);
      expect(raw).toHaveLength(bytes.length * 2);
      expect(raw.slice(56, -4)).not.toContain(String(login!.fields.auth).slice(0, 4));
      expect(renderFrame(raw, null).problem).toMatch(/at least 63 expected/);
    }
  });

  it('nobody knows is shown as such', () => {
    const bytes = writeFrame({ version: 0x20, flags: 0, type: '0042', sequence: 1, cpCode: 'CP1' }, Uint8Array.of(1));
    expect(renderFrame(toHex(bytes), null)).toMatchObject({ name: 'unknown (0042)', problem: 'unknown type' });
    expect(renderFrame('4556', null)).toMatchObject({ name: 'not a frame' });
  });
});

it('every message can be explained, sampled or cut', () => {
  for (const type of Object.keys(messages)) {
    const { body } = messageOf(type)!;
    const bytes = body.encode(body.sample(seededRng(Number(type))));
    const frame = writeFrame({ version: 0x20, flags: 0, type, sequence: 1, cpCode: 'CP1' }, bytes);
    const rendered = renderFrame(redactedFrame(frame, type, false), null);
    expect(rendered.body.map(({ name }) => name)).toEqual(Object.keys(body.fields));
    expect(rendered.problem).toBeNull();
  }
});

it('a summary is a few words, without secrets and empty fields', () => {
  const { body } = messageOf('0010')!;
  expect(summary('0010', body.decode(fromHex(charging!.bodyHex)))).toBe(
    'charging info, chargingOrderNo CP000000010126112100000001, gunNumber 1, chargingSoc 61 %, chargingElec 14.2031 kWh',
  );
});
