import { describe, expect, it } from 'vitest';
import { concat } from './bytes.ts';
import { Deframer, type Framing } from './deframer.ts';

/** A frame has the magic `ab`, a length byte, a payload, and the length again as a checksum. */
const framing: Framing = {
  magic: Uint8Array.of(0x61, 0x62),
  headerSize: 3,
  frameSize: (bytes, at) => bytes[at + 2]! + 4,
  intact: (bytes, from, to) => bytes[to - 1] === bytes[from + 2],
};
const frame = (...payload: number[]) => Uint8Array.of(0x61, 0x62, payload.length, ...payload, payload.length);
const deframer = (badBytesMax = 100) => new Deframer(framing, { bufferMax: 1_000, badBytesMax });
const pull = (from: Deframer): string[] => {
  const found: string[] = [];
  for (let next = from.next(); next; next = from.next()) found.push([...next.subarray(3, -1)].join(' '));
  return found;
};

describe('the deframer', () => {
  it('finds frames whatever the chunks', () => {
    const stream = concat(frame(1, 2), frame(), frame(0x61, 0x62, 0x61), frame(9));
    for (let size = 1; size <= stream.length; size += 1) {
      const cut = deframer();
      const found: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        cut.push(stream.subarray(at, at + size));
        found.push(...pull(cut));
      }
      expect(found).toEqual(['1 2', '', '97 98 97', '9']);
      expect(cut.waiting + cut.badBytesTotal).toBe(0);
    }
  });

  it('drops one byte of a damaged frame, so that a frame inside it is found', () => {
    const cut = deframer();
    cut.push(concat(Uint8Array.of(0x61, 0x62, 4), frame(5), Uint8Array.of(0), frame(6)));
    expect(pull(cut)).toEqual(['5', '6']);
    expect(cut.badBytesTotal).toBe(4);
    expect(cut.badBytes).toBe(0);
  });

  it('finds the frame whose beginning a damaged one has taken, when its checksum was right by chance', () => {
    const good = frame(7, 8, 9);
    // The length claims 4 bytes: one byte of its own, then `ab` and the length of the good frame. The byte after them happens to be 4.
    const thief = Uint8Array.of(0x61, 0x62, 4, 1);
    const stream = concat(thief, Uint8Array.of(0x61, 0x62, 3, 4, 8, 9, 3), good);
    const whole = deframer();
    whole.push(stream);
    expect(pull(whole)).toEqual(['1 97 98 3', '4 8 9', '7 8 9']);
    expect(whole.badBytesTotal).toBe(0);

    const trickled = deframer();
    const found = [...stream].flatMap((byte) => {
      trickled.push(Uint8Array.of(byte));
      return pull(trickled);
    });
    expect(found).toEqual(['1 97 98 3', '4 8 9', '7 8 9']);
  });

  it('does not find again what lies wholly inside a frame, and does not count it as garbage', () => {
    const cut = deframer(5);
    cut.push(concat(frame(0x61, 0x62, 1, 5, 1), Uint8Array.of(0, 0, 0), frame(6)));
    expect(pull(cut)).toEqual(['97 98 1 5 1', '6']);
    expect(cut.badBytesTotal).toBe(3);
  });

  it('gives up what stalls', () => {
    const cut = deframer();
    cut.push(concat(Uint8Array.of(0x61, 0x62, 200), frame(5)));
    expect(pull(cut)).toEqual([]);
    cut.stalled();
    expect(pull(cut)).toEqual(['5']);
  });

  it('is broken after too much garbage, and by a reader that does not read', () => {
    const noisy = deframer(10);
    noisy.push(new Uint8Array(11));
    expect(pull(noisy)).toEqual([]);
    expect(noisy.broken).toBe(true);
    noisy.push(frame(1));
    expect(pull(noisy)).toEqual([]);

    const unread = deframer();
    unread.push(new Uint8Array(2_000));
    expect(unread.broken).toBe(false);
    unread.push(frame(1));
    expect(unread.broken).toBe(true);
  });
});
