interface Sorter {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** Parses `column=asc` or `column=desc`; undefined for anything else. */
export const readSorter = (text: string): Sorter | undefined => {
  const [, column, order] = /^([^=]+)=(asc|desc)$/i.exec(text.trim()) ?? [];
  return column === undefined || order === undefined ? undefined : { column: column.trim(), order: order.toLowerCase() === 'asc' ? 'asc' : 'desc' };
};
