/** A position in the grid: the index of the row and that of the visible column. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** The number of rows that Page Up and Page Down move. */
  readonly pageRows: number;
}

export interface GridKey {
  readonly key: string;
  readonly ctrl: boolean;
}

/** The position to which a key moves; undefined when it moves nowhere. */
export const positionAfter = ({ key, ctrl }: GridKey, from: CellPosition, grid: GridSize): CellPosition | undefined => {
  const last = { row: grid.rows - 1, column: grid.columns - 1 };
  const to: Partial<Record<string, CellPosition>> = {
    ArrowUp: { ...from, row: ctrl ? 0 : from.row - 1 },
    ArrowDown: { ...from, row: ctrl ? last.row : from.row + 1 },
    ArrowLeft: { ...from, column: ctrl ? 0 : from.column - 1 },
    ArrowRight: { ...from, column: ctrl ? last.column : from.column + 1 },
    Home: { row: ctrl ? 0 : from.row, column: 0 },
    End: { row: ctrl ? last.row : from.row, column: last.column },
    PageUp: { ...from, row: from.row - grid.pageRows },
    PageDown: { ...from, row: from.row + grid.pageRows },
  };
  const position = Object.hasOwn(to, key) ? to[key] : undefined;
  return position && { row: clamp(position.row, last.row), column: clamp(position.column, last.column) };
};

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value));

/** The next editable position for Tab; undefined at the end of the table, where Tab leaves it. */
export const nextEditable = (
  from: CellPosition,
  back: boolean,
  grid: GridSize & { readonly editable: (position: CellPosition) => boolean },
): CellPosition | undefined => {
  const step = back ? -1 : 1;
  const cells = grid.rows * grid.columns;
  for (let index = from.row * grid.columns + from.column + step; index >= 0 && index < cells; index += step) {
    const position = { row: Math.floor(index / grid.columns), column: index % grid.columns };
    if (grid.editable(position)) return position;
  }
  return undefined;
};
