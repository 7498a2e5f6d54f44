import { DecodeError, EncodeError } from '../../codec/bytes.ts';
import { pick, type Rng } from '../../codec/kind.ts';
import type { JsonNode } from './json.ts';
import { record, type JsonValue, type RecordFields, type RecordKind, type RecordOf } from './kind.ts';

type Choices = Readonly<Record<string, RecordKind<unknown>>>;
type ValueOf<K> = K extends RecordKind<infer V> ? V : never;

/** The common members, the word, and the value that the word determines. */
export type ByWord<F extends RecordFields, C extends Choices> = {
  [W in keyof C & string]: RecordOf<F> & { readonly cmd: W; readonly keyVal: ValueOf<C[W]> };
}[keyof C & string];

/** A record whose member `cmd` is a word that determines the form of its member `keyVal`. */
export interface ByWordKind<F extends RecordFields, C extends Choices> extends RecordKind<ByWord<F, C>> {
  readonly words: readonly (keyof C & string)[];
  /** All fields of the record for a word; undefined for an unknown word. */
  fieldsOf(word: string): RecordFields | undefined;
}

export const byWord = <F extends RecordFields, C extends Choices>(common: F, choices: C): ByWordKind<F, C> => {
  const kinds: ReadonlyMap<string, RecordKind<unknown>> = new Map(
    Object.entries(choices).map(([word, keyVal]) => [word, record({ cmd: exactly(word), ...common, keyVal })]),
  );
  const all = Object.keys(choices);
  return {
    words: all,
    fieldsOf: (word) => kinds.get(word)?.fields,
    ...methodsOf<ByWord<F, C>>(kinds, all),
  };
};

// The overloads state what the compiler cannot infer from a look-up by a word: the kind of a word reads and writes its body.
function methodsOf<V>(kinds: ReadonlyMap<string, RecordKind<unknown>>, all: readonly string[]): RecordKind<V>;
function methodsOf(kinds: ReadonlyMap<string, RecordKind<unknown>>, all: readonly string[]): RecordKind<{ readonly cmd: string }>;
function methodsOf(kinds: ReadonlyMap<string, RecordKind<unknown>>, all: readonly string[]): RecordKind<unknown> {
  const write = (value: unknown): JsonValue => kindOf(kinds, wordOf(value)).write(value);
  return {
    read: (node: JsonNode) => {
      const kind = kinds.get(wordIn(node));
      if (!kind) throw new DecodeError('an unknown command');
      return kind.read(node);
    },
    write,
    sample: (rng: Rng) => kindOf(kinds, all[pick(rng, 0, all.length - 1)] ?? '').sample(rng),
    text: (value: unknown) => kindOf(kinds, wordOf(value)).text(value),
  };
}

/** The word in a body, before its other members can be read; empty without one. */
export const wordIn = (node: JsonNode): string => {
  const word = node.kind === 'object' ? node.members.get('cmd') : undefined;
  return word?.kind === 'text' ? word.text : '';
};

const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cmd' in value && typeof value.cmd === 'string' ? value.cmd : '';

const kindOf = (kinds: ReadonlyMap<string, RecordKind<unknown>>, word: string): RecordKind<unknown> => {
  const kind = kinds.get(word);
  if (!kind) throw new EncodeError(`no command ${word}`);
  return kind;
};

const exactly = (word: string): RecordKind<string> => ({
  read: (node) => {
    if (node.kind !== 'text' || node.text !== word) throw new DecodeError(`${word} expected`);
    return word;
  },
  write: () => word,
  sample: () => word,
  text: () => word,
  brief: true,
});
