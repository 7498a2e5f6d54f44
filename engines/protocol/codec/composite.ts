import { DecodeError, EncodeError, Reader, toHex, Writer } from './bytes.ts';
import { pick, type Kind, type ScalarKind } from './kind.ts';

/** Exactly `count` values of one kind, without separators. */
export const arr = <V>(count: number, kind: Kind<V>): Kind<readonly V[]> => ({
  minSize: count * kind.minSize,
  maxSize: count * kind.maxSize,
  get: (reader) => Array.from({ length: count }, () => kind.get(reader)),
  put: (writer, values) => {
    if (values.length !== count) throw new EncodeError(`${values.length} values instead of ${count}`);
    for (const value of values) kind.put(writer, value);
  },
  sample: (rng) => Array.from({ length: count }, () => kind.sample(rng)),
  text: (values) => values.map((value) => kind.text(value)).join(' '),
  ...(kind.unit === undefined ? {} : { unit: kind.unit }),
});

/** A count of one byte, followed by that many values. `max` bounds what may be sent; the body bounds what is read. */
export const list = <V>(kind: Kind<V>, max = 255): Kind<readonly V[]> => ({
  minSize: 1,
  maxSize: 1 + max * kind.maxSize,
  get: (reader) => {
    const count = reader.uint(1);
    if (count * kind.minSize > reader.left) throw new DecodeError(`${count} entries announced, ${reader.left} bytes left`);
    return Array.from({ length: count }, () => kind.get(reader));
  },
  put: (writer, values) => {
    if (values.length > max) throw new EncodeError(`${values.length} entries, at most ${max}`);
    writer.uint(values.length, 1);
    for (const value of values) kind.put(writer, value);
  },
  sample: (rng) => Array.from({ length: pick(rng, 0, Math.min(max, 8)) }, () => kind.sample(rng)),
  text: (values) => values.map((value) => kind.text(value)).join('; '),
});

export interface TaggedValue {
  readonly tag: number;
  /** In the text form of the tag's kind; hex for an unknown tag. */
  readonly value: string;
}

/** Tag, length and value, with one byte each for tag and length. The tag determines the kind of the value. */
export const tlv = (kinds: Readonly<Record<number, Kind<string>>>): Kind<TaggedValue> => ({
  minSize: 2,
  maxSize: 2 + 255,
  get: (reader) => {
    const tag = reader.uint(1);
    const bytes = reader.take(reader.uint(1));
    return { tag, value: readTagged(kinds[tag], bytes) };
  },
  put: (writer, { tag, value }) => {
    const inner = new Writer(16);
    kindOf(kinds, tag).put(inner, value);
    writer.uint(tag, 1);
    writer.uint(inner.offset, 1);
    writer.put(inner.done());
  },
  sample: (rng) => {
    const tags = Object.keys(kinds).map(Number);
    const tag = tags[pick(rng, 0, tags.length - 1)] ?? 0;
    return { tag, value: kindOf(kinds, tag).sample(rng) };
  },
  text: ({ tag, value }) => `${tag} = ${value}`,
});

/** The same bytes with the text of the value instead of the value. */
export const asText = <V>(kind: ScalarKind<V>): ScalarKind<string> => ({
  minSize: kind.minSize,
  maxSize: kind.maxSize,
  get: (reader) => kind.text(kind.get(reader)),
  put: (writer, value) => kind.put(writer, kind.parse(value)),
  sample: (rng) => kind.text(kind.sample(rng)),
  text: (value) => value,
  parse: (text) => text,
  ...(kind.unit === undefined ? {} : { unit: kind.unit }),
});

const kindOf = (kinds: Readonly<Record<number, Kind<string>>>, tag: number): Kind<string> => {
  const kind = kinds[tag];
  if (!kind) throw new EncodeError(`no parameter ${tag}`);
  return kind;
};

/** Bytes that do not have exactly the form of the kind are returned as hex. */
const readTagged = (kind: Kind<string> | undefined, bytes: Uint8Array): string =>
  kind && kind.minSize <= bytes.length && bytes.length <= kind.maxSize ? kind.get(new Reader(bytes)) : toHex(bytes);
