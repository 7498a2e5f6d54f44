import type { Words } from './words.ts';

/** How a code looks in a table: the meaning of a colour, not the colour. */
export type Tone = 'plain' | 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

export interface CodeItem {
  readonly value: number | string;
  readonly words: Words;
  readonly tone?: Tone;
}

/** A closed list of codes with their words: the source of choices, dictionaries, `*_dictText` and Excel cells. */
export interface CodeTable<Items extends Readonly<Record<string, CodeItem>> = Readonly<Record<string, CodeItem>>> {
  /** The dictionary's code on the wire. */
  readonly dictCode: string;
  readonly title: Words;
  readonly items: Items;
}

export type CodeValue<T extends CodeTable> = T['items'][keyof T['items']]['value'];

/** Declares a code table; the literal values stay in the type, so `values(stationState).enabled` is `1`, not `number`. */
export const codeTable = <const Items extends Readonly<Record<string, CodeItem>>>(table: CodeTable<Items>): CodeTable<Items> => table;

type ValuesOf<Items extends Readonly<Record<string, CodeItem>>> = { readonly [K in keyof Items]: Items[K]['value'] };

/** Name to value: `const { enabled } = valuesOf(stationState)`. */
export const valuesOf = <Items extends Readonly<Record<string, CodeItem>>>(table: CodeTable<Items>): ValuesOf<Items> =>
  // Object.fromEntries forgets the keys it was given.
  Object.fromEntries(Object.entries(table.items).map(([name, item]) => [name, item.value])) as ValuesOf<Items>;

/** The item of a value, or undefined when the table does not know it. */
export const itemOf = (table: CodeTable, value: unknown): CodeItem | undefined =>
  Object.values(table.items).find((item) => String(item.value) === String(value));
