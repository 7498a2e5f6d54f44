import type { OptionsQuery, Column, Option } from '../table/column.ts';

interface AskedOptions extends Pick<OptionsQuery, 'keyword'>, Pick<Column, 'dictCode' | 'dict'> {
  /** The words of these are wanted, and nothing else. */
  readonly values?: readonly string[];
}

/** Options of a dictionary by its code, or of the rows a `table,text,code` names. */
export type LoadOptions = (query: AskedOptions) => Promise<readonly Option[]>;

let load: LoadOptions | undefined;

/** Makes the dictionaries known to the cells of tables. */
export const registerOptionLoader = (loader: LoadOptions): void => {
  load = loader;
};

/** What a column's options are asked from, if they are asked for at all. */
export const loaderOf = ({ load: columnLoader, dictCode, dict }: Column): Column['load'] => {
  if (columnLoader || (dictCode === undefined && dict === undefined)) return columnLoader;
  return async ({ keyword }) => (await load?.({ keyword, ...(dictCode !== undefined && { dictCode }), ...(dict !== undefined && { dict }) })) ?? [];
};

/** Who knows the words of values that were chosen from a source. */
export const optionNameLoader = (dict: string | undefined): ((values: readonly string[]) => Promise<readonly Option[]>) | undefined =>
  dict === undefined ? undefined : async (values) => (await load?.({ keyword: '', dict, values })) ?? [];
