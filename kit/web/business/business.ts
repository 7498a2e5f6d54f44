import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import { call } from '../calls/client.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { textOf } from '../text-of.ts';

/** A filter above the rows of a business picker. */
export interface BusinessQuery {
  readonly key: string;
  readonly label: Words;
  readonly placeholder?: Words;
  /** Offers the items of this dictionary. */
  readonly dictCode?: string;
  /** Additional props of antd's input. */
  readonly props?: Readonly<Record<string, unknown>>;
  /** Replaces the default input. */
  readonly customRender?: (input: { readonly value: string; readonly onChange: (value: string) => void }) => ReactNode;
}

export interface BusinessColumn {
  readonly dataIndex: string;
  readonly title: Words;
  readonly width?: number;
}

/** A list of business rows to pick from, and the columns that a pick returns. */
export interface BusinessSource {
  readonly title: Words;
  /** Returns pages of rows within the viewer's scope. */
  readonly listUrl: string;
  /** Returns the rows of given values; `listUrl` by default. */
  readonly valueUrl?: string;
  /** The column that the field stores, with commas between several values. */
  readonly valueKey: string;
  /** The column that the field shows; `valueKey` by default. */
  readonly displayKey?: string;
  readonly rowKey?: string;
  /** Two more columns whose values are returned, with commas between them. */
  readonly returnKeys?: readonly [string, string];
  /** One more column whose values are returned, with semicolons between them. */
  readonly moreValueKey?: string;
  readonly columns: readonly BusinessColumn[];
  readonly queryConfig?: readonly BusinessQuery[];
}

/** The result of a picker. */
export interface BusinessSelection {
  readonly value: string | null;
  /** Keyed by the names in `returnKeys`. */
  readonly returned: Readonly<Record<string, string>>;
  readonly more: string | undefined;
  readonly rows: readonly PlainRow[];
}

/** A field cuts longer names of picked rows. */
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

/** Loads the rows of given values, in groups as large as a page. */
export const rowsOfValues = async (source: BusinessSource, values: readonly string[], signal: AbortSignal): Promise<readonly PlainRow[]> => {
  const parts = Array.from({ length: Math.ceil(values.length / PAGE_SIZE_MAX) }, (_unused, index) =>
    values.slice(index * PAGE_SIZE_MAX, (index + 1) * PAGE_SIZE_MAX),
  );
  const pages = await Promise.all(parts.map((part) => call(callOf(source.valueUrl ?? source.listUrl), valueQuery(source, part), { signal })));
  return pages.flatMap(({ records }) => records);
};

/** The server takes a text with a trailing comma as a list even when it holds one value. */
const valueQuery = ({ valueKey }: BusinessSource, values: readonly string[]): Readonly<Record<string, string>> => ({
  [valueKey]: `${values.join(',')},`,
  pageNo: '1',
  pageSize: String(values.length),
});
