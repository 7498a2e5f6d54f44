import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '#kit/resource/refusal.ts';
import { parseJson } from './parse-json.ts';

const came = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    return error instanceof Refusal ? error.facts.code : 'no JSON';
  }
};

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, blanks) => {
      const value: unknown = JSON.parse(text);
      // Texts with a member named __proto__ are skipped.
      fc.pre(!text.includes('__proto__'));
      expect(parseJson(JSON.stringify(value, null, blanks))).toEqual(value);
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', 'repeatedMember'],
  ['{"a":1,"b":{"c":1,"d":2,"c":1}}', 'repeatedMember'],
  ['[{"a":1},{"a" \n:1,"a":1}]', 'repeatedMember'],
  ['{"\\u0061":1,"a":2}', 'repeatedMember'],
  ['{"__proto__":1,"__proto__":2}', 'repeatedMember'],
  ['{"":1,"":2}', 'repeatedMember'],
  ['[{"a":1},{"a":1}]', [{ a: 1 }, { a: 1 }]],
  ['{"a":"\\"b\\": 1,","c\\\\":":"}', { a: '"b": 1,', 'c\\': ':' }],
  ['{"":{"":1}}', { '': { '': 1 } }],
  ['{"__proto__":{"x":1}}', {}],
  ['"a:b"', 'a:b'],
  ['7', 7],
  ['{"a":1', 'no JSON'],
])('%s', (text, expected) => expect(came(text)).toEqual(expected));

test('takes no longer than the text is long', () => {
  const text = JSON.stringify({ a: '\\"'.repeat(400_000), ...Object.fromEntries(Array.from({ length: 20_000 }, (_unused, n) => [`k${n}`, '"'])) });
  const begunMs = performance.now();
  parseJson(text);
  expect(performance.now() - begunMs).toBeLessThan(1_000);
});
