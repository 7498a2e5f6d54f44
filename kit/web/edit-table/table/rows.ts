/** The values of a row by column key. */
export type CellValues = Readonly<Record<string, unknown>>;

export interface TableRow {
  readonly id: string;
  /** The row was created here and the server does not know it, so its id is never sent. */
  readonly isNew: boolean;
  readonly values: CellValues;
}

/** The rows of a table. Each function returns new rows and keeps the identity of unchanged ones. */
export interface Rows {
  readonly list: readonly TableRow[];
  readonly selected: ReadonlySet<string>;
  /** The ids of deleted rows that the server knows. */
  readonly removed: readonly string[];
  /** The number of ids created here. */
  readonly createdCount: number;
  /** The column that holds the position of a row, counted from 1; without it rows have no positions. */
  readonly orderKey: string | undefined;
}

const ID = 'id';
const FRESH = 'fresh-';

export const rowsOf = (records: readonly CellValues[], orderKey?: string): Rows =>
  counted(appended({ list: [], selected: new Set(), removed: [], createdCount: 0, orderKey }, { index: 0, records }));

/** Inserts rows before an index. A record with an id is a row that the server knows. */
export const insert = (rows: Rows, index: number, records: readonly CellValues[]): Rows =>
  counted(appended(rows, { index: clamp(index, rows.list.length), records }));

const clamp = (index: number, last: number): number => Math.min(last, Math.max(0, Math.trunc(index)));

const appended = (rows: Rows, { index, records }: { readonly index: number; readonly records: readonly CellValues[] }): Rows => {
  const existing = new Set(rows.list.map(({ id }) => id));
  let { createdCount } = rows;
  const addedRows = records.map((record): TableRow => {
    const { [ID]: givenId, ...values } = record;
    const exists = (typeof givenId === 'string' || typeof givenId === 'number') && givenId !== '' && !existing.has(String(givenId));
    createdCount += exists ? 0 : 1;
    const id = exists ? String(givenId) : `${FRESH}${createdCount}`;
    existing.add(id);
    return { id, isNew: !exists, values };
  });
  return { ...rows, createdCount, list: rows.list.toSpliced(index, 0, ...addedRows) };
};

export const remove = (rows: Rows, ids: readonly string[]): Rows => {
  const removedIds = new Set(ids);
  const removedRows = rows.list.filter(({ id }) => removedIds.has(id));
  if (removedRows.length === 0) return rows;
  return counted({
    ...rows,
    list: rows.list.filter(({ id }) => !removedIds.has(id)),
    selected: new Set([...rows.selected].filter((id) => !removedIds.has(id))),
    removed: [...rows.removed, ...removedRows.filter(({ isNew }) => !isNew).map(({ id }) => id)],
  });
};

/** Moves a row to an index among the others. */
export const move = (rows: Rows, id: string, to: number): Rows => {
  const from = placeOf(rows, id);
  const row = rows.list[from];
  const index = clamp(to, rows.list.length - 1);
  if (!row || index === from) return rows;
  return counted({ ...rows, list: rows.list.toSpliced(from, 1).toSpliced(index, 0, row) });
};

export interface Change {
  readonly id: string;
  readonly values: CellValues;
}

/** Writes cells. A row whose values do not change keeps its identity. */
export const write = (rows: Rows, changes: readonly Change[]): Rows => {
  const byId = new Map<string, CellValues>();
  for (const { id, values } of changes) byId.set(id, { ...byId.get(id), ...values });
  const list = rows.list.map((row) => {
    const values = byId.get(row.id);
    if (!values || Object.entries(values).every(([key, value]) => Object.is(row.values[key], value))) return row;
    return { ...row, values: { ...row.values, ...values } };
  });
  return list.every((row, index) => row === rows.list[index]) ? rows : { ...rows, list };
};

/** Writes the position of each row, from 1. */
const counted = (rows: Rows): Rows => {
  const { orderKey } = rows;
  return orderKey === undefined
    ? rows
    : write(
        rows,
        rows.list.map(({ id }, index) => ({ id, values: { [orderKey]: index + 1 } })),
      );
};

/** Replaces the records of the table. Rows with equal values keep their identity, and rows that are gone are no longer selected. */
export const withRecords = (rows: Rows, records: readonly CellValues[]): Rows => {
  const rowsById = new Map(rows.list.map((row) => [row.id, row]));
  const next = rowsOf(records, rows.orderKey);
  const list = next.list.map((row) => {
    const existing = rowsById.get(row.id);
    return existing && sameValues(existing.values, row.values) ? existing : row;
  });
  const isUnchanged = list.length === rows.list.length && list.every((row, index) => row === rows.list[index]);
  if (isUnchanged) return rows;
  return { ...rows, list, selected: new Set(list.filter(({ id }) => rows.selected.has(id)).map(({ id }) => id)) };
};

const sameValues = (one: CellValues, other: CellValues): boolean => Object.keys({ ...one, ...other }).every((key) => Object.is(one[key], other[key]));

export const placeOf = (rows: Rows, id: string): number => rows.list.findIndex((row) => row.id === id);

/** Values by column. A row matches when it has any of them. */
export type Match = Readonly<Record<string, unknown>>;

export const matches = (values: CellValues, match: Match): boolean =>
  Object.entries(match).some(([key, expected]) => (Array.isArray(expected) ? expected.includes(values[key]) : expected === values[key]));

export const select = (rows: Rows, ids: readonly string[], on: boolean): Rows => {
  const existingIds = new Set(rows.list.map(({ id }) => id));
  const selected = new Set(rows.selected);
  for (const id of ids) {
    if (on && existingIds.has(id)) selected.add(id);
    else selected.delete(id);
  }
  return selected.size === rows.selected.size && [...selected].every((id) => rows.selected.has(id)) ? rows : { ...rows, selected };
};

/** Selects exactly the rows that match. */
export const selectWhere = (rows: Rows, match: Match): Rows =>
  select(
    { ...rows, selected: new Set() },
    rows.list.filter(({ values }) => matches(values, match)).map(({ id }) => id),
    true,
  );

/** All rows as they are sent; a row created here has no id. */
export const recordsOf = (rows: Rows): readonly CellValues[] => rows.list.map(recordOf);
export const newRecordsOf = (rows: Rows): readonly CellValues[] => rows.list.filter(({ isNew }) => isNew).map(recordOf);
export const selectedRecordsOf = (rows: Rows): readonly CellValues[] => rows.list.filter(({ id }) => rows.selected.has(id)).map(recordOf);

const recordOf = ({ id, isNew, values }: TableRow): CellValues => (isNew ? values : { [ID]: id, ...values });
