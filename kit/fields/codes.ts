import type { Words } from './words.ts';

/** The meaning of a code for its display; the theme chooses the colour. */
export type Tone = 'plain' | 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

export interface CodeItem {
  readonly value: number | string;
  readonly words: Words;
  readonly tone?: Tone;
}

/** A closed list of codes with their texts. Selects, dictionaries, `*_dictText` and Excel cells use it. */
export interface CodeTable<Items extends Readonly<Record<string, CodeItem>> = Readonly<Record<string, CodeItem>>> {
  /** The code of the dictionary on the wire. */
  readonly dictCode: string;
  readonly title: Words;
  readonly items: Items;
}

export type CodeValue<T extends CodeTable> = T['items'][keyof T['items']]['value'];

/** Declares a code table. The type keeps the literal values, so `values(stationState).enabled` has the type `1`, not `number`. */
export const codeTable = <const Items extends Readonly<Record<string, CodeItem>>>(table: CodeTable<Items>): CodeTable<Items> => table;

type ValuesOf<Items extends Readonly<Record<string, CodeItem>>> = { readonly [K in keyof Items]: Items[K]['value'] };

/** The values by name: `const { enabled } = valuesOf(stationState)`. */
export const valuesOf = <Items extends Readonly<Record<string, CodeItem>>>(table: CodeTable<Items>): ValuesOf<Items> =>
  // Object.fromEntries loses the types of the keys.
  Object.fromEntries(Object.entries(table.items).map(([name, item]) => [name, item.value])) as ValuesOf<Items>;

/** The item of a value; undefined when the table does not contain it. */
export const itemOf = (table: CodeTable, value: unknown): CodeItem | undefined =>
  Object.values(table.items).find((item) => String(item.value) === String(value));
