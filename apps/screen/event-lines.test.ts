import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeEvents } from './event-lines.ts';

const text = 'retry: 3000\n\nevent: live\nid: 1\ndata: {"a":1}\n\n: still here\n\nevent: sums\nid: 2\ndata: {"b":"x"}\n\n';
const events = [
  { event: 'live', data: '{"a":1}' },
  { event: 'sums', data: '{"b":"x"}' },
];

test('events are the same wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: text.length }), { maxLength: 5 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const read: unknown[] = [];
      let rest = '';
      for (const [index, from] of at.slice(0, -1).entries()) {
        const taken = takeEvents(rest + text.slice(from, at[index + 1]));
        read.push(...taken.events);
        ({ rest } = taken);
      }
      expect([read, rest]).toEqual([events, '']);
    }),
  );
});
