import { DecodeError } from '../../codec/bytes.ts';

/** A JSON value with the bytes that it takes, so that a log can hide them. A number keeps its text, because a float would lose digits. */
export type JsonNode = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text' | 'number'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: boolean | null }
);

/** Deeper values than any record has are refused, so that no body can exhaust the stack. */
export const DEPTH_MAX = 6;
/** The longest record has about 700 values. The bound limits what one frame can cost. */
export const VALUES_MAX = 2_000;

/**
 * Parses a JSON text in UTF-8. Throws `DecodeError` for anything else, and for two members of one name: readers differ in which of the two they
 * believe, so such a body has no meaning that both sides share.
 */
export const parseJson = (bytes: Uint8Array): JsonNode => {
  const parser = new Parser(bytes);
  const node = parser.value(0);
  parser.end();
  return node;
};

class Parser {
  private readonly bytes: Uint8Array;
  private at = 0;
  private count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  value(depth: number): JsonNode {
    this.count += 1;
    if (this.count > VALUES_MAX) this.fail('too many values');
    this.skipBlanks();
    const from = this.at;
    switch (this.bytes[from]) {
      case CHARACTER.objectStart:
        return this.object(from, depth);
      case CHARACTER.arrayStart:
        return this.array(from, depth);
      case CHARACTER.quote: {
        const text = this.text();
        return { kind: 'text', text, from, to: this.at };
      }
      default:
        return this.word(from);
    }
  }

  end(): void {
    this.skipBlanks();
    if (this.at !== this.bytes.length) this.fail('text after the value');
  }

  private object(from: number, depth: number): JsonNode {
    const members = new Map<string, JsonNode>();
    this.items(CHARACTER.objectEnd, depth, () => {
      this.skipBlanks();
      const name = this.text();
      if (members.has(name)) this.fail('a member twice');
      this.skipBlanks();
      if (this.bytes[this.at] !== CHARACTER.colon) this.fail('no colon');
      this.at += 1;
      members.set(name, this.value(depth + 1));
    });
    return { kind: 'object', members, from, to: this.at };
  }

  private array(from: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.items(CHARACTER.arrayEnd, depth, () => items.push(this.value(depth + 1)));
    return { kind: 'array', items, from, to: this.at };
  }

  /** The parts of an object or an array, up to and with its last character. */
  private items(last: number, depth: number, read: () => void): void {
    if (depth >= DEPTH_MAX) this.fail('too deep');
    this.at += 1;
    this.skipBlanks();
    if (this.bytes[this.at] === last) {
      this.at += 1;
      return;
    }
    for (;;) {
      read();
      this.skipBlanks();
      const next = this.bytes[this.at];
      if (next !== CHARACTER.comma && next !== last) this.fail('no comma');
      this.at += 1;
      if (next === last) return;
    }
  }

  /** A text. The library decodes escapes and other characters than ASCII, so that they mean what they mean everywhere. */
  private text(): string {
    const from = this.at;
    if (this.bytes[from] !== CHARACTER.quote) this.fail('no text');
    let isPlain = true;
    let end = from + 1;
    for (; end < this.bytes.length && this.bytes[end] !== CHARACTER.quote; end += 1) {
      const byte = this.bytes[end]!;
      if (byte >= FIRST_PRINTABLE && byte <= LAST_PRINTABLE && byte !== CHARACTER.backslash) continue;
      isPlain = false;
      if (byte === CHARACTER.backslash) end += 1;
    }
    if (end >= this.bytes.length) this.fail('a text without an end');
    this.at = end + 1;
    return isPlain && end - from <= PLAIN_MAX ? String.fromCharCode(...this.bytes.subarray(from + 1, end)) : this.decoded(from);
  }

  /** A number, true, false or null. */
  private word(from: number): JsonNode {
    while (this.at < this.bytes.length && this.at - from <= WORD_MAX && isOfWord(this.bytes[this.at]!)) this.at += 1;
    const text = String.fromCharCode(...this.bytes.subarray(from, this.at));
    if (text.length <= WORD_MAX && NUMBER.test(text)) return { kind: 'number', text, from, to: this.at };
    const literal = LITERALS.get(text);
    return literal === undefined ? this.fail('no value') : { kind: 'literal', value: literal, from, to: this.at };
  }

  private decoded(from: number): string {
    try {
      const text: unknown = JSON.parse(UTF8.decode(this.bytes.subarray(from, this.at)));
      if (typeof text === 'string') return text.replaceAll(LONE_SURROGATES, '\uFFFD');
    } catch {
      // An escape that does not exist, a control character, or bytes that are not UTF-8.
    }
    return this.fail('not a text');
  }

  private skipBlanks(): void {
    while (BLANKS.has(this.bytes[this.at] ?? -1)) this.at += 1;
  }

  private fail(what: string): never {
    throw new DecodeError(`${what} at ${this.at}`);
  }
}

const CHARACTER = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  arrayStart: 0x5b,
  backslash: 0x5c,
  arrayEnd: 0x5d,
  objectStart: 0x7b,
  objectEnd: 0x7d,
} as const;
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
/** Longer texts are left to the library. */
const PLAIN_MAX = 128;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** The longest number; no field has more than 16 digits. */
const WORD_MAX = 32;
/** Half of a character, which no database stores. */
const LONE_SURROGATES = /\p{Surrogate}/gu;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Letters, digits, sign and point. */
const isOfWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e;
