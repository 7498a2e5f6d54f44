import { createStore } from '../../store.ts';
import type { Store } from '../../store.ts';
import { textOf } from '../../text-of.ts';
import { initialOf, withClearedDependents } from './column.ts';
import type { Column } from './column.ts';
import { collect, filesArrived, recheck } from './check-cells.ts';
import type { CollectResult, RowFaults } from './check-cells.ts';
import {
  withRecords,
  newRecordsOf,
  insert,
  matches,
  move,
  placeOf,
  recordsOf,
  remove,
  rowsOf,
  select,
  selectedRecordsOf,
  selectWhere,
  write,
} from './rows.ts';
import type { CellValues, Change, Match, Rows, TableRow } from './rows.ts';

/** The cell with the keyboard focus. */
export interface Cursor {
  readonly id: string;
  readonly key: string;
}

/** How an edit begins: with the current value, or with a typed character that replaces it. */
export type EditStart = 'keep' | 'replace';

export interface TableState {
  readonly rows: Rows;
  readonly faults: ReadonlyMap<string, RowFaults>;
  readonly cursor: Cursor | undefined;
  readonly editing: EditStart | undefined;
  /** Increases whenever the cell at the cursor has to take the browser's focus. */
  readonly focusNo: number;
  /** Increases whenever labels of values have been loaded. */
  readonly foundNo: number;
}

export interface ValueChange {
  readonly row: TableRow;
  readonly key: string;
  readonly value: unknown;
  readonly oldValue: unknown;
}

/** A page that owns the rows in place of the table. It receives the user's changes, and passes its new rows to `follow`. */
export interface RowsOwner {
  readonly write: (changes: readonly Change[]) => void;
  /** Inserts new rows before an index; the number of rows appends them. */
  readonly insert: (index: number, records: readonly CellValues[]) => void;
  readonly remove: (ids: readonly string[]) => void;
}

export interface EditTableOptions {
  /** The columns are fixed; other columns need another table. */
  readonly columns: readonly Column[];
  readonly records?: readonly CellValues[];
  /** Rows can be moved. Their position is stored in the column `isOrder`, or in `orderNum`. */
  readonly dragSort?: boolean;
  /** Rows with one of these values can be neither changed nor selected. */
  readonly disabledRows?: Match;
  /** The page that owns the rows. Rows then cannot be moved. */
  readonly owner?: RowsOwner;
}

/** The model of an editable table. Its page calls it, and its cells subscribe to it. */
export class EditTable {
  readonly columns: readonly Column[];
  readonly dragSort: boolean;
  readonly store: Store<TableState>;
  /** Labels of values that were loaded. */
  readonly found = new Map<string, string>();
  readonly #listeners = new Set<(change: ValueChange) => void>();
  readonly #disabledRows: Match;
  readonly #orderKey: string | undefined;
  readonly #owner: RowsOwner | undefined;
  /** Cells that were written here and that the owner has not yet returned. */
  readonly #wrote = new Set<string>();

  constructor({ columns, records = [], dragSort = false, disabledRows = {}, owner }: EditTableOptions) {
    this.columns = columns;
    this.dragSort = dragSort && owner === undefined;
    this.#owner = owner;
    this.#disabledRows = disabledRows;
    this.#orderKey = this.dragSort ? (columns.find(({ isOrder }) => isOrder)?.key ?? 'orderNum') : undefined;
    this.store = createStore<TableState>({ ...initialState, rows: rowsOf(records, this.#orderKey) });
    this.#learn(records);
  }

  /** Records may contain the display texts of their codes (`*_dictText`). */
  #learn(records: readonly CellValues[]): void {
    for (const record of records)
      for (const { key } of this.columns) {
        const text = record[`${key}_dictText`];
        if (typeof text === 'string' && text !== '') this.found.set(`${key} ${textOf(record[key])}`, text);
      }
  }

  get rows(): Rows {
    return this.store.get().rows;
  }
  /** All rows as they are sent, without validation; rows created here have no id. */
  readonly records = (): readonly CellValues[] => recordsOf(this.rows);
  readonly freshRecords = (): readonly CellValues[] => newRecordsOf(this.rows);
  readonly selectedRecords = (): readonly CellValues[] => selectedRecordsOf(this.rows);
  readonly removedIds = (): readonly string[] => this.rows.removed;

  /** Validates every cell and marks invalid ones. */
  readonly check = async (): Promise<CollectResult> => {
    const { faults, collected } = await collect(this.columns, this.rows);
    this.set({ faults });
    return collected;
  };
  /** Validates every cell once its uploads are finished, and moves to the first invalid cell. */
  readonly collect = async (): Promise<CollectResult> => {
    await filesArrived(this);
    const collected = await this.check();
    if (!collected.ok) this.goTo({ id: collected.firstFault.id, key: collected.firstFault.key });
    return collected;
  };

  /** Replaces all rows and discards earlier changes. */
  readonly reset = (records: readonly CellValues[]): void => {
    this.#learn(records);
    this.store.set({ ...initialState, rows: rowsOf(records, this.#orderKey) });
  };

  /** Takes over the owner's current rows. The cursor stays, and written cells are validated. */
  readonly follow = (records: readonly CellValues[]): void => {
    this.#learn(records);
    const before = this.rows;
    const { cursor, faults, editing } = this.store.get();
    const rows = withRecords(before, records);
    if (rows === before) return this.#wrote.clear();
    const existingIds = new Set(rows.list.map(({ id }) => id));
    const isCursorLost = cursor !== undefined && !existingIds.has(cursor.id);
    const nearestRow = cursor && isCursorLost ? rows.list[Math.min(placeOf(before, cursor.id), rows.list.length - 1)] : undefined;
    this.set({
      rows,
      faults: new Map([...faults].filter(([id]) => existingIds.has(id))),
      cursor: cursor && isCursorLost ? nearestRow && { ...cursor, id: nearestRow.id } : cursor,
      editing: isCursorLost ? undefined : editing,
    });
    // An empty value that the user has not entered is not marked as missing yet.
    this.#tell(before, ({ row, key, value }) => this.#wrote.has(`${row.id} ${key}`) || textOf(value) !== '');
    this.#wrote.clear();
    return undefined;
  };

  /** Inserts rows before an index, by default at the end. A record holds only values that differ from those of a new row. */
  readonly addRows = (records: readonly CellValues[] = [{}], index: number = this.rows.list.length): void => {
    if (this.#owner) return this.#owner.insert(index, records);
    const initial = initialOf(this.columns);
    this.set({
      rows: insert(
        this.rows,
        index,
        records.map((record) => ({ ...initial, ...record })),
      ),
    });
    return undefined;
  };
  readonly removeRows = (ids: string | readonly string[]): void => {
    if (typeof ids !== 'string' && !Array.isArray(ids)) throw new TypeError('removeRows takes an id or a list of ids');
    const removedIds = typeof ids === 'string' ? [ids] : (ids as readonly string[]); // the guard above excludes undefined
    if (this.#owner) return this.#owner.remove(removedIds);
    const { cursor, faults } = this.store.get();
    const cursorIndex = cursor ? placeOf(this.rows, cursor.id) : -1;
    const rows = remove(this.rows, removedIds);
    const next = cursor && removedIds.includes(cursor.id) ? rows.list[Math.min(cursorIndex, rows.list.length - 1)] : undefined;
    this.set({
      rows,
      faults: new Map([...faults].filter(([id]) => !removedIds.includes(id))),
      ...(cursor && removedIds.includes(cursor.id) && { cursor: next && { ...cursor, id: next.id }, editing: undefined }),
    });
    return this.recheckUnique();
  };
  readonly removeSelected = (): void => this.removeRows([...this.rows.selected]);
  readonly moveRow = (id: string, to: number): void => this.set({ rows: move(this.rows, id, to) });

  readonly select = (ids: readonly string[], on: boolean): void => this.set({ rows: select(this.rows, this.#free(ids), on) });
  readonly selectWhere = (match: Match): void => {
    const rows = selectWhere(this.rows, match);
    this.set({
      rows: select(
        rows,
        this.rows.list.filter(this.isDisabled).map(({ id }) => id),
        false,
      ),
    });
  };
  readonly isDisabled = (row: TableRow): boolean => matches(row.values, this.#disabledRows);
  #free(ids: readonly string[]): readonly string[] {
    const closed = new Set(this.rows.list.filter(this.isDisabled).map(({ id }) => id));
    return closed.size === 0 ? ids : ids.filter((id) => !closed.has(id));
  }

  /** Writes cells like a user's edit, and calls the listeners. */
  readonly setValues = (changes: readonly Change[]): void => {
    const { rows: before } = this;
    const rowsById = new Map(before.list.map((row) => [row.id, row]));
    const linked = changes.map(({ id, values }) => ({ id, values: this.#linked(values, rowsById.get(id)?.values) }));
    if (this.#owner) {
      for (const { id, values } of linked) for (const key of Object.keys(values)) this.#wrote.add(`${id} ${key}`);
      return this.#owner.write(linked);
    }
    const rows = write(before, linked);
    if (rows === before) return undefined;
    this.set({ rows });
    return this.#tell(before);
  };
  /** Validates cells that differ from the earlier rows, and calls the listeners. */
  #tell(before: Rows, isChecked: (change: ValueChange) => boolean = () => true): void {
    const rowsById = new Map(before.list.map((row) => [row.id, row]));
    for (const row of this.rows.list) {
      const old = rowsById.get(row.id);
      if (!old || old === row) continue;
      for (const [key, value] of Object.entries(row.values)) {
        if (Object.is(old.values[key], value)) continue;
        const change = { row, key, value, oldValue: old.values[key] };
        if (isChecked(change)) recheck(this, row.id, key);
        for (const listener of this.#listeners) listener(change);
      }
    }
  }
  readonly setCell = (id: string, key: string, value: unknown): void => this.setValues([{ id, values: { [key]: value } }]);
  /** A new value clears the columns that depend on it. */
  #linked(values: CellValues, before: CellValues = {}): CellValues {
    const changed = Object.entries(values).filter(([key, value]) => !Object.is(before[key], value));
    return Object.assign({}, ...changed.map(([key, value]) => withClearedDependents(this.columns, key, value)), values) as CellValues; // a merge of records
  }
  readonly recheckUnique = (): void => {
    for (const [id, faults] of this.store.get().faults) for (const key of Object.keys(faults)) recheck(this, id, key);
  };

  readonly onValueChange = (listener: (change: ValueChange) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Moves the cursor to a cell. */
  readonly goTo = (cursor: Cursor, editing?: EditStart): void => this.set({ cursor, editing, focusNo: this.store.get().focusNo + 1 });
  /** Ends the edit of a cell. `focus` returns the browser's focus to the cell. */
  readonly endEdit = ({ id, key }: Cursor, focus: boolean): void => {
    const { cursor, editing, focusNo } = this.store.get();
    if (editing === undefined || cursor?.id !== id || cursor.key !== key) return;
    this.set({ editing: undefined, focusNo: focus ? focusNo + 1 : focusNo });
    recheck(this, id, key);
  };
  readonly set = (patch: Partial<TableState>): void => this.store.set({ ...this.store.get(), ...patch });
}

const initialState: Omit<TableState, 'rows'> = { faults: new Map(), cursor: undefined, editing: undefined, focusNo: 0, foundNo: 0 };
