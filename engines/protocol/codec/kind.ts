import type { Reader, Writer } from './bytes.ts';

/** Returns a number in [0, 1) at each call; the only source of randomness of the samples. */
export type Rng = () => number;

/**
 * The wire format of one value and everything derived from it: decoder, encoder, size, a generator of valid values for tests, and the text for the
 * communication log. Methods instead of function properties, so that a table may contain kinds of different values.
 */
export interface Kind<V> {
  readonly minSize: number;
  readonly maxSize: number;
  /** Reads a value. Throws `DecodeError` only when bytes are missing. */
  get(reader: Reader): V;
  /** Writes a value. Throws `EncodeError` when the wire cannot carry it exactly. */
  put(writer: Writer, value: V): void;
  /** A valid value; `get` returns it after `put` has written it. */
  sample(rng: Rng): V;
  /** The value as text for people, without its unit. */
  text(value: V): string;
  readonly unit?: string;
  /** Never shown and never logged. */
  readonly secret?: true;
  /** Included in the one-line summary of a frame. */
  readonly brief?: true;
  readonly codes?: CodeSet;
}

/** A kind whose text can be parsed. */
export interface ScalarKind<V> extends Kind<V> {
  /** The inverse of `text`; throws `EncodeError` when the text is not such a value or would lose a digit. */
  parse(text: string): V;
}

/** The valid values of a code. Other values are accepted as well and shown as `unknown (n)`. */
export interface CodeSet {
  readonly id: string;
  readonly names: Readonly<Record<number, string>>;
  /** Valid ranges whose values have no names of their own. */
  readonly ranges?: readonly (readonly [from: number, to: number])[];
}

/** Marks a field whose bytes must not appear in a log or on a screen. */
export const secret = <K extends Kind<unknown>>(kind: K): K & { readonly secret: true } => ({ ...kind, secret: true });

/** Marks a field for the one-line summary. */
export const brief = <K extends Kind<unknown>>(kind: K): K & { readonly brief: true } => ({ ...kind, brief: true });

/** A whole number from `from` to `to`, both inclusive. */
export const pick = (rng: Rng, from: number, to: number): number => from + Math.floor(rng() * (to - from + 1));
