import type { OptionsQuery, Column, Option } from '../table/column.ts';

interface AskedOptions extends Pick<OptionsQuery, 'keyword'>, Pick<Column, 'dictCode' | 'dict'> {
  /** Loads only the options of these values. */
  readonly values?: readonly string[];
}

/** Loads options of a dictionary by its code, or of the rows that `table,text,code` names. */
export type LoadOptions = (query: AskedOptions) => Promise<readonly Option[]>;

let load: LoadOptions | undefined;

/** Registers the loader of dictionary options for the cells of tables. */
export const registerOptionLoader = (loader: LoadOptions): void => {
  load = loader;
};

/** The loader of a column's options; undefined when the column has none. */
export const loaderOf = ({ load: columnLoader, dictCode, dict }: Column): Column['load'] => {
  if (columnLoader || (dictCode === undefined && dict === undefined)) return columnLoader;
  return async ({ keyword }) => (await load?.({ keyword, ...(dictCode !== undefined && { dictCode }), ...(dict !== undefined && { dict }) })) ?? [];
};

/** The loader of names for values of a `table,text,code` source. */
export const optionNameLoader = (dict: string | undefined): ((values: readonly string[]) => Promise<readonly Option[]>) | undefined =>
  dict === undefined ? undefined : async (values) => (await load?.({ keyword: '', dict, values })) ?? [];
