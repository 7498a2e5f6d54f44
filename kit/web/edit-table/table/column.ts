import type { ComponentType, ReactNode } from 'react';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { readSorter } from '../../sorter.ts';
import type { CellValues, TableRow } from './rows.ts';
import type { Rule } from './validate.ts';

/** What a cell holds and how it is edited. */
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

/** What a list of options is asked for: the letters typed, or the value chosen in the column above it. */
export interface OptionsQuery {
  readonly keyword: string;
  readonly parent: unknown;
}

/** What a picker hands back: the cell's value, what is filled in beside it, and the words of the values. */
export interface PickedValue {
  readonly value: unknown;
  readonly beside?: CellValues;
  readonly words?: readonly { readonly value: string; readonly text: string }[];
}

/** A picker that a page brings: it stands open while the cell is edited. */
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
  /** What its numbers are counted in; the head says it. */
  readonly unit?: string;
  readonly defaultValue?: unknown;
  readonly defaultChecked?: boolean;
  /** What a ticked and an empty box mean; `true` and `false` unless told. */
  readonly customValue?: readonly [checked: unknown, unchecked: unknown];
  /** What can be chosen; a row may have options of its own. */
  readonly options?: readonly Option[] | ((row: TableRow) => readonly Option[]);
  readonly codes?: CodeTable;
  /** The code of a dictionary whose items can be chosen. */
  readonly dictCode?: string;
  /** `table,text,code`: rows that are found by letters of their text. */
  readonly dict?: string;
  /** Options that are asked for: of a dictionary, by letters typed, or by the column above. */
  readonly load?: (query: OptionsQuery) => Promise<readonly Option[]>;
  /** The words of values that were chosen earlier, where `load` finds only what is typed. */
  readonly names?: (values: readonly string[]) => Promise<readonly Option[]>;
  /** The column whose choice decides what can be chosen here. */
  readonly linkedTo?: string;
  /** Rules in the order they are checked. */
  readonly validateRules?: readonly Rule[];
  /** Handed to the input, list or calendar the cell is edited with; what the cell needs of it goes before. */
  readonly props?: Readonly<Record<string, unknown>>;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  /** Select: a text that is no option is taken too. */
  readonly allowInput?: boolean;
  readonly allowSearch?: boolean;
  /** File: what may be done with one that is there. Both unless told. */
  readonly allowDownload?: boolean;
  readonly allowRemove?: boolean;
  /** File and image: how many one cell holds; the family also says it as `uploadnum` in `fieldExtendJson`. */
  readonly number?: number;
  readonly fieldExtendJson?: string;
  /** File and image: where they are sent, and the field of the answer that holds the path. */
  readonly action?: string;
  readonly responseName?: string;
  readonly btnText?: Words;
  /** Sums the column at the foot. */
  readonly statistics?: boolean;
  /** Holds the place of the row, counted from 1. */
  readonly isOrder?: boolean;
  readonly picker?: ComponentType<PickerProps>;
  /** Popup: the report, and which of its columns fill which of the row. */
  readonly popupCode?: string;
  readonly orgFields?: string;
  readonly destFields?: string;
  /** Popup: several rows at once, with commas between their values. */
  readonly multi?: boolean;
  /** Popup: the order it opens in, `column=asc` or `column=desc`. */
  readonly sorter?: string;
  /** Popup: conditions of the page's own upon the report. */
  readonly param?: Readonly<Record<string, string>>;
  /** Slot: what the page draws. */
  readonly render?: (row: TableRow) => ReactNode;
}

const DEFAULT_WIDTH_PX = 120;
const widthsPx: Partial<Record<ColumnType, number>> = { datetime: 200, sel_user: 220, sel_depart: 160, date: 135 };
/** Below these a value would not be readable. */
const leastPx: Partial<Record<ColumnType, number>> = { datetime: 190, sel_user: 190, sel_depart: 190, date: 135 };

export const widthOf = ({ type, widthPx }: Column): number => Math.max(widthPx ?? widthsPx[type] ?? DEFAULT_WIDTH_PX, leastPx[type] ?? 0);

/** What a new row begins with. */
export const initialOf = (columns: readonly Column[]): CellValues => Object.fromEntries(columns.map((column) => [column.key, initialValue(column)]));

const initialValue = (column: Column): unknown => {
  if (column.type === 'checkbox') return boxValue(column, column.defaultChecked ?? false);
  return column.defaultValue ?? null;
};

export const boxValue = ({ customValue = [true, false] }: Column, checked: boolean): unknown => customValue[checked ? 0 : 1];
export const isChecked = ({ customValue = [true, false] }: Column, value: unknown): boolean => value === customValue[0];

/** The options a column knows without asking. */
export const fixedOptions = ({ options, codes }: Column, row: TableRow): readonly Option[] =>
  (typeof options === 'function' ? options(row) : options) ?? Object.values(codes?.items ?? {}).map(({ value, words }) => ({ value, label: words }));

/** The columns whose choice rests on this one, however far down. */
export const dependentKeys = (columns: readonly Column[], key: string): readonly string[] =>
  columns.filter(({ linkedTo }) => linkedTo === key).flatMap((column) => [column.key, ...dependentKeys(columns, column.key)]);

/** What choosing a value writes: the value, and nothing in all that was chosen beneath the old one. */
export const withClearedDependents = (columns: readonly Column[], key: string, value: unknown): CellValues => ({
  ...Object.fromEntries(dependentKeys(columns, key).map((dependentKey) => [dependentKey, null])),
  [key]: value,
});

export type PopupFault = 'unset' | 'uneven' | 'sorter';

type Popup = Pick<Column, 'popupCode' | 'orgFields' | 'destFields' | 'sorter'>;

/** Why a report picker cannot be opened; its cell then stays closed. */
export const popupFault = ({ popupCode = '', orgFields = '', destFields = '', sorter = '' }: Popup): PopupFault | undefined => {
  if (popupCode === '' || orgFields === '' || destFields === '') return 'unset';
  if (orgFields.split(',').length !== destFields.split(',').length) return 'uneven';
  return sorter === '' || readSorter(sorter) ? undefined : 'sorter';
};

/** How many files a cell holds. */
export const fileNumber = ({ number, fieldExtendJson }: Column): number => {
  if (number !== undefined) return number;
  const uploadLimit = Number(/"uploadnum"\s*:\s*"?(\d{1,2})"?/.exec(fieldExtendJson ?? '')?.[1]);
  return uploadLimit > 0 ? uploadLimit : 1;
};
