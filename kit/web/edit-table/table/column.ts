import type { ComponentType, ReactNode } from 'react';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { readSorter } from '../../sorter.ts';
import type { CellValues, TableRow } from './rows.ts';
import type { Rule } from './validate.ts';

/** The type of a cell: what it holds and how it is edited. */
export type ColumnType =
  | 'input'
  | 'inputNumber'
  | 'checkbox'
  | 'select'
  | 'list_multi'
  | 'sel_search'
  | 'sel_search_async'
  | 'radio'
  | 'date'
  | 'datetime'
  | 'input_pop'
  | 'sel_user'
  | 'sel_depart'
  | 'popup'
  | 'upload'
  | 'file'
  | 'image'
  | 'slot'
  | 'hidden';

export interface Option {
  readonly value: string | number;
  readonly label: Words | string;
  readonly disabled?: boolean;
}

/** The query of an option list: the typed characters, or the value of the linked column. */
export interface OptionsQuery {
  readonly keyword: string;
  readonly parent: unknown;
}

/** The result of a picker: the cell's value, values for other cells, and the labels of the values. */
export interface PickedValue {
  readonly value: unknown;
  readonly beside?: CellValues;
  readonly words?: readonly { readonly value: string; readonly text: string }[];
}

/** The props of a registered picker. It is open while the cell is edited. */
export interface PickerProps {
  readonly column: Column;
  readonly row: TableRow;
  readonly value: unknown;
  readonly onPick: (selection: PickedValue) => void;
  readonly onClose: () => void;
}

export interface Column {
  readonly key: string;
  readonly title: Words;
  readonly type: ColumnType;
  readonly widthPx?: number;
  readonly placeholder?: Words;
  /** The unit of the numbers; the header shows it. */
  readonly unit?: string;
  readonly defaultValue?: unknown;
  readonly defaultChecked?: boolean;
  /** The values of a checked and an unchecked box; `true` and `false` by default. */
  readonly customValue?: readonly [checked: unknown, unchecked: unknown];
  /** The options; each row may have its own. */
  readonly options?: readonly Option[] | ((row: TableRow) => readonly Option[]);
  readonly codes?: CodeTable;
  /** The code of a dictionary whose items are the options. */
  readonly dictCode?: string;
  /** `table,text,code`: rows that are searched by their text. */
  readonly dict?: string;
  /** Loads options by the typed characters or by the value of the linked column. */
  readonly load?: (query: OptionsQuery) => Promise<readonly Option[]>;
  /** Loads the labels of earlier choices, where `load` finds only what is typed. */
  readonly names?: (values: readonly string[]) => Promise<readonly Option[]>;
  /** The column whose value decides which options this column has. */
  readonly linkedTo?: string;
  /** Rules in the order of their checks. */
  readonly validateRules?: readonly Rule[];
  /** Props for the input, select or calendar of the editor. The props that the cell sets itself take precedence. */
  readonly props?: Readonly<Record<string, unknown>>;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  /** Select: also accepts typed text that is no option. */
  readonly allowInput?: boolean;
  readonly allowSearch?: boolean;
  /** File: whether a stored file can be downloaded or deleted; both by default. */
  readonly allowDownload?: boolean;
  readonly allowRemove?: boolean;
  /** File and image: the maximum of files in a cell. The product family also sets it as `uploadnum` in `fieldExtendJson`. */
  readonly number?: number;
  readonly fieldExtendJson?: string;
  /** File and image: the upload URL, and the field of the answer that holds the path. */
  readonly action?: string;
  readonly responseName?: string;
  readonly btnText?: Words;
  /** Shows the sum of the column in the footer. */
  readonly statistics?: boolean;
  /** Holds the position of the row, counted from 1. */
  readonly isOrder?: boolean;
  readonly picker?: ComponentType<PickerProps>;
  /** Popup: the report, and which of its columns fill which columns of the row. */
  readonly popupCode?: string;
  readonly orgFields?: string;
  readonly destFields?: string;
  /** Popup: several rows can be picked; their values are joined with commas. */
  readonly multi?: boolean;
  /** Popup: the initial order, `column=asc` or `column=desc`. */
  readonly sorter?: string;
  /** Popup: conditions that the page adds to the report's query. */
  readonly param?: Readonly<Record<string, string>>;
  /** Slot: the content that the page draws. */
  readonly render?: (row: TableRow) => ReactNode;
}

const DEFAULT_WIDTH_PX = 120;
const widthsPx: Partial<Record<ColumnType, number>> = { datetime: 200, sel_user: 220, sel_depart: 160, date: 135 };
/** A value does not fit into a narrower column of these types. */
const leastPx: Partial<Record<ColumnType, number>> = { datetime: 190, sel_user: 190, sel_depart: 190, date: 135 };

export const widthOf = ({ type, widthPx }: Column): number => Math.max(widthPx ?? widthsPx[type] ?? DEFAULT_WIDTH_PX, leastPx[type] ?? 0);

/** The initial values of a new row. */
export const initialOf = (columns: readonly Column[]): CellValues => Object.fromEntries(columns.map((column) => [column.key, initialValue(column)]));

const initialValue = (column: Column): unknown => {
  if (column.type === 'checkbox') return boxValue(column, column.defaultChecked ?? false);
  return column.defaultValue ?? null;
};

export const boxValue = ({ customValue = [true, false] }: Column, checked: boolean): unknown => customValue[checked ? 0 : 1];
export const isChecked = ({ customValue = [true, false] }: Column, value: unknown): boolean => value === customValue[0];

/** The options of a column that need no loading. */
export const fixedOptions = ({ options, codes }: Column, row: TableRow): readonly Option[] =>
  (typeof options === 'function' ? options(row) : options) ?? Object.values(codes?.items ?? {}).map(({ value, words }) => ({ value, label: words }));

/** The columns whose options depend on this one, directly or through others. */
export const dependentKeys = (columns: readonly Column[], key: string): readonly string[] =>
  columns.filter(({ linkedTo }) => linkedTo === key).flatMap((column) => [column.key, ...dependentKeys(columns, column.key)]);

/** The changes of a choice: the value itself, and null in all columns whose options depend on it. */
export const withClearedDependents = (columns: readonly Column[], key: string, value: unknown): CellValues => ({
  ...Object.fromEntries(dependentKeys(columns, key).map((dependentKey) => [dependentKey, null])),
  [key]: value,
});

export type PopupFault = 'unset' | 'uneven' | 'sorter';

type Popup = Pick<Column, 'popupCode' | 'orgFields' | 'destFields' | 'sorter'>;

/** Why a report picker is not configured correctly; its cell then does not open. */
export const popupFault = ({ popupCode = '', orgFields = '', destFields = '', sorter = '' }: Popup): PopupFault | undefined => {
  if (popupCode === '' || orgFields === '' || destFields === '') return 'unset';
  if (orgFields.split(',').length !== destFields.split(',').length) return 'uneven';
  return sorter === '' || readSorter(sorter) ? undefined : 'sorter';
};

/** The maximum of files in a cell. */
export const fileNumber = ({ number, fieldExtendJson }: Column): number => {
  if (number !== undefined) return number;
  const uploadLimit = Number(/"uploadnum"\s*:\s*"?(\d{1,2})"?/.exec(fieldExtendJson ?? '')?.[1]);
  return uploadLimit > 0 ? uploadLimit : 1;
};
