import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DecodeError } from '../../codec/bytes.ts';
import { DEPTH_MAX, parseJson, VALUES_MAX, type JsonNode } from './json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The value that the library would give. */
const valueOf = (node: JsonNode): unknown => {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries([...node.members].map(([name, member]) => [name, valueOf(member)]));
    case 'array':
      return node.items.map(valueOf);
    case 'number':
      return Number(node.text);
    case 'text':
      return node.text;
    case 'literal':
      return node.value;
  }
};

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', maxDepth: DEPTH_MAX - 1 },
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\p{Surrogate}/gu, '')),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('any'),
      { maxKeys: 4 },
    ),
  ),
})).any;

it('reads what the library writes, with any blanks, and knows the bytes of each value', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t', '\r\n '), (sent, blanks) => {
      const text = JSON.stringify(sent, null, blanks);
      const node = parseJson(bytesOf(text));
      expect(valueOf(node)).toEqual(JSON.parse(text));
      expect([node.from, node.to]).toEqual([0, bytesOf(text).length]);
    }),
  );
});

it('refuses what the library refuses, and never fails in another way', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      expect(isParsed(bytes) && !isJson(text)).toBe(false);
    }),
  );
  fc.assert(
    fc.property(value, fc.nat(), fc.constantFrom('', '"', '{', '[', ',', ':', '}', ']', '\\', '0', '-', '.', 'e'), (sent, place, what) => {
      const text = JSON.stringify(sent);
      const at = place % (text.length + 1);
      const hurt = text.slice(0, at) + what + text.slice(at + 1);
      expect(isParsed(bytesOf(hurt)) && !isJson(hurt)).toBe(false);
    }),
  );
});

/** Any error but the expected one fails the test. */
const isParsed = (bytes: Uint8Array): boolean => {
  try {
    parseJson(bytes);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it.each([
  ['two members of one name', '{"a":1,"a":2}'],
  ['two names that are the same when decoded', '{"a":1,"\\u0061":2}'],
  ['a depth that no record has', '['.repeat(16_000)],
  ['a deep value with an end', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  ['more values than any record has', `[${'1,'.repeat(VALUES_MAX)}1]`],
  ['a number of a thousand digits', '1'.repeat(1_000)],
  ['text after the value', '{} {}'],
  ['nothing', ''],
  ['a mark of the byte order', '\uFEFF{}'],
  ['a character that is none', '"\u0000"'],
])('refuses %s', (_name, text) => {
  expect(() => parseJson(bytesOf(text))).toThrow(DecodeError);
});

it('refuses bytes that are not UTF-8, and replaces half a character', () => {
  expect(() => parseJson(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toThrow(DecodeError);
  expect(parseJson(bytesOf('"\\ud800x"'))).toMatchObject({ text: '\uFFFDx' });
});
