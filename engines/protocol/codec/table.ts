import { EncodeError, Reader, Writer } from './bytes.ts';
import type { Kind, Rng } from './kind.ts';

export type Fields = Readonly<Record<string, Kind<unknown>>>;
export type RowOf<F extends Fields> = { readonly [N in keyof F]: F[N] extends Kind<infer V> ? V : never };

/** The fields of a message in the order of the wire. A table is a kind itself, so tables can be nested. */
export interface Table<F extends Fields = Fields> extends Kind<RowOf<F>> {
  readonly fields: F;
  /** Bytes after the last field are allowed and ignored, because a newer device may append fields. */
  decode(bytes: Uint8Array): RowOf<F>;
  encode(row: RowOf<F>): Uint8Array;
}

/** Declares a message: the names of its fields in order, with their kinds. */
export const table = <F extends Fields>(fields: F): Table<F> => {
  const entries = Object.entries(fields);
  const minSize = entries.reduce((sum, [, kind]) => sum + kind.minSize, 0);
  const put = (writer: Writer, row: RowOf<F>) => putRow(entries, writer, row);
  return {
    fields,
    minSize,
    maxSize: entries.reduce((sum, [, kind]) => sum + kind.maxSize, 0),
    get: (reader) => getRow(fields, reader),
    put,
    sample: (rng) => sampleRow(fields, rng),
    text: (row) => textOf(entries, row),
    decode: (bytes) => getRow(fields, new Reader(bytes)),
    encode: (row) => {
      const writer = new Writer(minSize + 32);
      put(writer, row);
      return writer.done();
    },
  };
};

type Entries = readonly (readonly [string, Kind<unknown>])[];

// The overloads state what the compiler cannot infer from a loop over names: each name has a value of its kind.
function getRow<F extends Fields>(fields: F, reader: Reader): RowOf<F>;
function getRow(fields: Fields, reader: Reader): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const name in fields) row[name] = fields[name]!.get(reader);
  return row;
}

function sampleRow<F extends Fields>(fields: F, rng: Rng): RowOf<F>;
function sampleRow(fields: Fields, rng: Rng): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kind.sample(rng)]));
}

const putRow = (entries: Entries, writer: Writer, row: Readonly<Record<string, unknown>>): void => {
  for (const [name, kind] of entries) {
    try {
      kind.put(writer, row[name]);
    } catch (error) {
      throw error instanceof EncodeError ? new EncodeError(`${name}: ${error.message}`) : error;
    }
  }
};

const textOf = (entries: Entries, row: Readonly<Record<string, unknown>>): string =>
  entries
    .filter(([, kind]) => !kind.secret)
    .map(([name, kind]) => `${name} ${kind.text(row[name])}`)
    .join(', ');
