import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import { call } from '../calls/client.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { textOf } from '../text-of.ts';

/** One condition of the search above the rows. */
export interface BusinessQuery {
  readonly key: string;
  readonly label: Words;
  readonly placeholder?: Words;
  /** Its values are those of a dictionary. */
  readonly dictCode?: string;
  /** What antd's input takes beside. */
  readonly props?: Readonly<Record<string, unknown>>;
  /** Draws the input in another way. */
  readonly customRender?: (input: { readonly value: string; readonly onChange: (value: string) => void }) => ReactNode;
}

export interface BusinessColumn {
  readonly dataIndex: string;
  readonly title: Words;
  readonly width?: number;
}

/** A list of business rows to pick from, and what is made of those that are picked. */
export interface BusinessSource {
  readonly title: Words;
  /** Answers pages of rows inside the reader's scope. */
  readonly listUrl: string;
  /** Answers the rows of values that are held already; `listUrl` when left out. */
  readonly valueUrl?: string;
  /** What the field holds of a row, with commas between. */
  readonly valueKey: string;
  /** What people know a row by; `valueKey` when left out. */
  readonly displayKey?: string;
  readonly rowKey?: string;
  /** What is handed back of the rows beside the value: two of their columns, with commas between. */
  readonly returnKeys?: readonly [string, string];
  /** One more column that is handed back, with semicolons between. */
  readonly moreValueKey?: string;
  readonly columns: readonly BusinessColumn[];
  readonly queryConfig?: readonly BusinessQuery[];
}

/** What a picker hands back. */
export interface BusinessSelection {
  readonly value: string | null;
  /** By the names of `returnKeys`. */
  readonly returned: Readonly<Record<string, string>>;
  readonly more: string | undefined;
  readonly rows: readonly PlainRow[];
}

/** Longer names are cut where the picked rows are shown in a field. */
const NAME_LETTERS_MAX = 12;

export const rowKeyOf = ({ rowKey = 'id' }: BusinessSource, row: PlainRow): string => textOf(row[rowKey]);
export const valueOf = ({ valueKey }: BusinessSource, row: PlainRow): string => textOf(row[valueKey]);
export const nameOf = ({ displayKey, valueKey }: BusinessSource, row: PlainRow): string =>
  textOf(row[`${displayKey ?? valueKey}_dictText`] ?? row[displayKey ?? valueKey]) || textOf(row[valueKey]);

export const truncatedName = (name: string): string => {
  const letters = [...name];
  return letters.length > NAME_LETTERS_MAX ? `${letters.slice(0, NAME_LETTERS_MAX).join('')}...` : name;
};

export const selectionOf = (source: BusinessSource, rows: readonly PlainRow[]): BusinessSelection => {
  const { returnKeys = ['id', 'id'], moreValueKey } = source;
  return {
    value: rows.length === 0 ? null : rows.map((row) => valueOf(source, row)).join(','),
    returned: Object.fromEntries(returnKeys.map((name) => [name, rows.map((row) => textOf(row[name])).join(',')])),
    more: moreValueKey === undefined ? undefined : rows.map((row) => textOf(row[moreValueKey])).join(';'),
    rows,
  };
};

type Call = Endpoint<{}, Page<PlainRow>, Page<PlainRow>>;
export const callOf = (url: string): Call => ({ method: 'GET', path: url, allow: 'signedIn', input: {}, output: { form: 'page' } });

/** The rows of values that are held already, as many values at a time as a page holds rows. */
export const rowsOfValues = async (source: BusinessSource, values: readonly string[], signal: AbortSignal): Promise<readonly PlainRow[]> => {
  const parts = Array.from({ length: Math.ceil(values.length / PAGE_SIZE_MAX) }, (_unused, index) =>
    values.slice(index * PAGE_SIZE_MAX, (index + 1) * PAGE_SIZE_MAX),
  );
  const pages = await Promise.all(parts.map((part) => call(callOf(source.valueUrl ?? source.listUrl), valueQuery(source, part), { signal })));
  return pages.flatMap(({ records }) => records);
};

/** The comma at the end makes a list of a single value. */
const valueQuery = ({ valueKey }: BusinessSource, values: readonly string[]): Readonly<Record<string, string>> => ({
  [valueKey]: `${values.join(',')},`,
  pageNo: '1',
  pageSize: String(values.length),
});
