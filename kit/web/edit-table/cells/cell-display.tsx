import { textOf } from '../../text-of.ts';
import type { Column } from '../table/column.ts';
import { useGrid } from '../table/grid-context.ts';
import { loaderOf } from './option-sources.ts';
import type { GridFacts } from '../table/grid-context.ts';
import type { TableRow } from '../table/rows.ts';
import { useLoadedNames } from './value-labels.ts';
import { useOptions, wordsOfOption } from './use-options.ts';

interface DisplayProps {
  readonly row: TableRow;
  readonly column: Column;
}

/** Whether the names of a column's values come from options that are loaded. */
export const loadsOptions = (column: Column): boolean => column.type !== 'sel_search_async' && loaderOf(column) !== undefined;

export const LoadedOptionDisplay = ({ row, column }: DisplayProps) => {
  const grid = useGrid();
  const { options } = useOptions(column, row, '');
  const words = (part: string) => {
    const option = options.find((item) => String(item.value) === part);
    return option && wordsOfOption(grid.say, option);
  };
  return spanOf(grid, column, joinedNames(row.values[column.key], words));
};

/** Shows keys by names that a separate loader finds, such as the names of users. */
export const LoadedNameDisplay = ({ row, column }: DisplayProps) => {
  const grid = useGrid();
  const value = row.values[column.key];
  const wordsOf = useLoadedNames(grid.table, column, value);
  return spanOf(
    grid,
    column,
    joinedNames(value, (part) => wordsOf(part) ?? '…'),
  );
};

/** A value that is not being edited. A function, not a component, because a scroll draws thousands of them. */
export const spanOf = ({ say }: GridFacts, { placeholder }: Column, text: string) => {
  if (text === '') return <span className="et-text et-none">{placeholder ? say(placeholder) : ''}</span>;
  return (
    <span className="et-text" title={text.length > TITLE_FROM ? text : undefined}>
      {text}
    </span>
  );
};
/** Every column has room for this many characters; a longer text gets a tooltip. */
const TITLE_FROM = 12;

const plainTypes: readonly string[] = ['input', 'inputNumber', 'input_pop', 'date', 'datetime'];

/** The text of a value that needs no loading. */
export const textIn = ({ table, say }: GridFacts, column: Column, row: TableRow): string => {
  const value = row.values[column.key];
  if (plainTypes.includes(column.type)) return textOf(value);
  const options = typeof column.options === 'function' ? column.options(row) : column.options;
  return joinedNames(value, (part) => {
    const option = options?.find((item) => String(item.value) === part);
    if (option) return wordsOfOption(say, option);
    const code = Object.values(column.codes?.items ?? {}).find((item) => String(item.value) === part);
    return code ? say(code.words) : table.found.get(`${column.key} ${part}`);
  });
};

/** A value without a name is shown as it is. */
const joinedNames = (value: unknown, words: (part: string) => string | undefined): string =>
  textOf(value)
    .split(',')
    .filter(Boolean)
    .map((part) => words(part) ?? part)
    .join(', ');
