import { memo } from 'react';
import { useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import type { Column } from './column.ts';
import { useGrid } from './grid-context.ts';
import type { TableRow } from './rows.ts';
import { useOptions, wordsOfOption } from './use-options.ts';

interface DisplayProps {
  readonly row: TableRow;
  readonly column: Column;
}

/** A value while nobody edits it. */
export const Display = ({ row, column }: DisplayProps) => {
  const value = row.values[column.key];
  if (asksFor(column)) return <Loaded row={row} column={column} />;
  return <Chosen column={column} value={value} />;
};

/** What is chosen from a list that has to be asked for. */
const asksFor = ({ load, type }: Column): boolean => load !== undefined && type !== 'sel_search_async';

const Loaded = ({ row, column }: DisplayProps) => {
  const say = useSay();
  const { options } = useOptions(column, row, '');
  return (
    <Text
      column={column}
      text={told(partsOf(row.values[column.key]), (part) => {
        const option = options.find((one) => String(one.value) === part);
        return option && wordsOfOption(say, option);
      })}
    />
  );
};

const Chosen = memo(({ column, value }: { readonly column: Column; readonly value: unknown }) => {
  const say = useSay();
  const { table } = useGrid();
  if (column.type === 'input' || column.type === 'inputNumber' || column.type === 'input_pop' || column.type === 'date' || column.type === 'datetime')
    return <Text column={column} text={textOf(value)} />;
  const words = (part: string) => {
    const option = column.options?.find((one) => String(one.value) === part);
    const code = Object.values(column.codes?.items ?? {}).find((item) => String(item.value) === part);
    return option ? wordsOfOption(say, option) : code ? say(code.words) : table.found.get(`${column.key} ${part}`);
  };
  return <Text column={column} text={told(partsOf(value), words)} />;
});

const partsOf = (value: unknown): readonly string[] => textOf(value).split(',').filter(Boolean);
/** A value that nobody has words for is shown as it is. */
const told = (parts: readonly string[], words: (part: string) => string | undefined): string => parts.map((part) => words(part) ?? part).join(', ');

const Text = ({ column, text }: { readonly column: Column; readonly text: string }) => {
  const say = useSay();
  if (text === '') return <span className="et-text et-none">{column.placeholder ? say(column.placeholder) : ''}</span>;
  return (
    <span className="et-text" title={text.length > TITLE_FROM ? text : undefined}>
      {text}
    </span>
  );
};
const TITLE_FROM = 12;
