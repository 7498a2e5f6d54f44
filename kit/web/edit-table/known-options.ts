import type { Asked, Column, Option } from './column.ts';

/** Options of a dictionary by its code, or of the rows a `table,text,code` names. */
export type LoadOptions = (asked: Pick<Asked, 'keyword'> & Pick<Column, 'dictCode' | 'dict'>) => Promise<readonly Option[]>;

let load: LoadOptions | undefined;

/** Makes the dictionaries known to the cells of tables. */
export const optionsComeFrom = (known: LoadOptions): void => {
  load = known;
};

/** What a column's options are asked from, if they are asked for at all. */
export const loaderOf = ({ load: own, dictCode, dict }: Column): Column['load'] => {
  if (own || (dictCode === undefined && dict === undefined)) return own;
  return async ({ keyword }) => (await load?.({ keyword, ...(dictCode !== undefined && { dictCode }), ...(dict !== undefined && { dict }) })) ?? [];
};
