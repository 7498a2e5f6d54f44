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

/** The cell the keyboard is in. */
export interface Cursor {
  readonly id: string;
  readonly key: string;
}

/** How an edit began: with the value that stands there, or by a letter that takes its place. */
export type EditStart = 'keep' | 'replace';

export interface TableState {
  readonly rows: Rows;
  readonly faults: ReadonlyMap<string, RowFaults>;
  readonly cursor: Cursor | undefined;
  readonly editing: EditStart | undefined;
  /** Grows whenever the cursor's cell is to take the focus of the page. */
  readonly focusNo: number;
  /** Grows whenever words of values have been found. */
  readonly foundNo: number;
}

export interface ValueChange {
  readonly row: TableRow;
  readonly key: string;
  readonly value: unknown;
  readonly oldValue: unknown;
}

/** Whoever keeps the rows when the table does not: it is told what a person wants, and hands its rows back by `follow`. */
export interface RowsOwner {
  readonly write: (changes: readonly Change[]) => void;
  /** New rows are wanted before a place; how many places there are is the end. */
  readonly insert: (index: number, records: readonly CellValues[]) => void;
  readonly remove: (ids: readonly string[]) => void;
}

export interface EditTableOptions {
  /** Facts of the table; other columns are another table. */
  readonly columns: readonly Column[];
  readonly records?: readonly CellValues[];
  /** Rows may be moved, and are counted in the column `isOrder`, or `orderNum`. */
  readonly dragSort?: boolean;
  /** Rows with one of these values can be neither changed nor selected. */
  readonly disabledRows?: Match;
  /** What is done to rows is the owner's to do; they stay in its order. */
  readonly owner?: RowsOwner;
}

/** An editable table: what its page calls, and what its cells follow. */
export class EditTable {
  readonly columns: readonly Column[];
  readonly dragSort: boolean;
  readonly store: Store<TableState>;
  /** Words of values that were found by asking. */
  readonly found = new Map<string, string>();
  readonly #listeners = new Set<(change: ValueChange) => void>();
  readonly #disabledRows: Match;
  readonly #orderKey: string | undefined;
  readonly #owner: RowsOwner | undefined;
  /** Cells written here that the owner has not answered yet. */
  readonly #wrote = new Set<string>();

  constructor({ columns, records = [], dragSort = false, disabledRows = {}, owner }: EditTableOptions) {
    this.columns = columns;
    this.dragSort = dragSort && owner === undefined;
    this.#owner = owner;
    this.#disabledRows = disabledRows;
    this.#orderKey = this.dragSort ? (columns.find(({ isOrder }) => isOrder)?.key ?? 'orderNum') : undefined;
    this.store = createStore<TableState>({ ...nothing, rows: rowsOf(records, this.#orderKey) });
    this.#learn(records);
  }

  /** Records may bring the words of their codes. */
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
  /** All rows as they are sent; those made here have no id. Nothing is checked. */
  readonly records = (): readonly CellValues[] => recordsOf(this.rows);
  readonly freshRecords = (): readonly CellValues[] => newRecordsOf(this.rows);
  readonly selectedRecords = (): readonly CellValues[] => selectedRecordsOf(this.rows);
  readonly removedIds = (): readonly string[] => this.rows.removed;

  /** Checks every cell and marks those that are wrong. */
  readonly check = async (): Promise<CollectResult> => {
    const { faults, collected } = await collect(this.columns, this.rows);
    this.set({ faults });
    return collected;
  };
  /** Checks every cell when its files have arrived, and goes to the first that is wrong. */
  readonly collect = async (): Promise<CollectResult> => {
    await filesArrived(this);
    const collected = await this.check();
    if (!collected.ok) this.goTo({ id: collected.firstFault.id, key: collected.firstFault.key });
    return collected;
  };

  /** Other rows; what was changed before is forgotten. */
  readonly reset = (records: readonly CellValues[]): void => {
    this.#learn(records);
    this.store.set({ ...nothing, rows: rowsOf(records, this.#orderKey) });
  };

  /** The owner's rows as they are now. The keyboard stays where it is, and what was written is checked. */
  readonly follow = (records: readonly CellValues[]): void => {
    this.#learn(records);
    const before = this.rows;
    const { cursor, faults, editing } = this.store.get();
    const rows = withRecords(before, records);
    if (rows === before) return this.#wrote.clear();
    const known = new Set(rows.list.map(({ id }) => id));
    const isCursorLost = cursor !== undefined && !known.has(cursor.id);
    const nearestRow = cursor && isCursorLost ? rows.list[Math.min(placeOf(before, cursor.id), rows.list.length - 1)] : undefined;
    this.set({
      rows,
      faults: new Map([...faults].filter(([id]) => known.has(id))),
      cursor: cursor && isCursorLost ? nearestRow && { ...cursor, id: nearestRow.id } : cursor,
      editing: isCursorLost ? undefined : editing,
    });
    // What came in empty from elsewhere is not wrong yet: nobody has been there.
    this.#tell(before, ({ row, key, value }) => this.#wrote.has(`${row.id} ${key}`) || textOf(value) !== '');
    this.#wrote.clear();
    return undefined;
  };

  /** Puts rows before a place, at the end when none is told; a record says what differs from a new row's usual values. */
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
    const removedIds = typeof ids === 'string' ? [ids] : (ids as readonly string[]); // the guard above tells
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

  /** Writes cells as a person would, and tells who listens. */
  readonly setValues = (changes: readonly Change[]): void => {
    const { rows: before } = this;
    const known = new Map(before.list.map((row) => [row.id, row]));
    const linked = changes.map(({ id, values }) => ({ id, values: this.#linked(values, known.get(id)?.values) }));
    if (this.#owner) {
      for (const { id, values } of linked) for (const key of Object.keys(values)) this.#wrote.add(`${id} ${key}`);
      return this.#owner.write(linked);
    }
    const rows = write(before, linked);
    if (rows === before) return undefined;
    this.set({ rows });
    return this.#tell(before);
  };
  /** Checks what differs from rows before, and tells who listens. */
  #tell(before: Rows, isChecked: (change: ValueChange) => boolean = () => true): void {
    const known = new Map(before.list.map((row) => [row.id, row]));
    for (const row of this.rows.list) {
      const old = known.get(row.id);
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
  /** What was chosen beneath another choice does not outlive it. */
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

  /** Puts the keyboard into a cell. */
  readonly goTo = (cursor: Cursor, editing?: EditStart): void => this.set({ cursor, editing, focusNo: this.store.get().focusNo + 1 });
  /** Ends the edit of a cell; it keeps the focus unless somebody went elsewhere. */
  readonly endEdit = ({ id, key }: Cursor, focus: boolean): void => {
    const { cursor, editing, focusNo } = this.store.get();
    if (editing === undefined || cursor?.id !== id || cursor.key !== key) return;
    this.set({ editing: undefined, focusNo: focus ? focusNo + 1 : focusNo });
    recheck(this, id, key);
  };
  readonly set = (patch: Partial<TableState>): void => this.store.set({ ...this.store.get(), ...patch });
}

const nothing: Omit<TableState, 'rows'> = { faults: new Map(), cursor: undefined, editing: undefined, focusNo: 0, foundNo: 0 };
