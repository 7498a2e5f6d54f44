import { Button, Tooltip } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SplitCellsOutlined from '@ant-design/icons/SplitCellsOutlined';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { EditTableView } from '../edit-table/edit-table.tsx';
import { useGrid } from '../edit-table/table/grid-context.ts';
import type { Column } from '../edit-table/table/column.ts';
import type { TableRow } from '../edit-table/table/rows.ts';
import type { EditTable, RowsOwner } from '../edit-table/table/table.ts';
import { useOwnedTable, useTable } from '../edit-table/table/use-edit-table.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { cannotSplit, endChoices, isValidEnds, longest, remove, split } from '#engines/time/day-periods.ts';
import type { DayPeriod, PeriodCells, RowChange } from '#engines/time/day-periods.ts';
import { editorWords } from './year-words.ts';
import type { Update } from './use-year.ts';
import './year.css';

/** A period that was selected elsewhere on the page. */
export interface PeriodReference {
  readonly index: number;
}

export interface PeriodTableProps<P extends DayPeriod> {
  readonly label: string;
  readonly periods: readonly P[];
  readonly locked: boolean;
  /** Number of saves that found missing input; each increment moves the focus to the first missing cell. */
  readonly checkNo: number;
  readonly pointedPeriod: PeriodReference | undefined;
  readonly onSelect: (index: number | undefined) => void;
  readonly onChange: (update: Update<readonly P[]>, step?: string) => void;
}

interface TableContent<P extends DayPeriod> {
  /** A table's columns are fixed, so whoever changes them mounts a new table. */
  readonly columns: readonly Column[];
  readonly rowsOf: (periods: readonly P[]) => readonly PeriodCells[];
  readonly withCells: (periods: readonly P[], changes: readonly RowChange[]) => readonly P[];
  /** The column that is focused when a period is selected elsewhere. */
  readonly firstKey: string;
}

/** About fifteen rows, so that the picture of the day stays visible. */
const MAX_HEIGHT_PX = 600;

/** The periods of one day as an editable table. Every row edit keeps the day completely divided into periods. */
export const PeriodTable = <P extends DayPeriod>(props: PeriodTableProps<P> & TableContent<P>) => {
  const { label, periods, locked, checkNo, columns, rowsOf } = props;
  const rows = useMemo(() => rowsOf(periods), [rowsOf, periods]);
  const table = useOwnedTable({ columns, rows: useMemo(() => rows.map((row) => ({ ...row })), [rows]), owner: useRowsOwner(props) });
  useChecks(table, { rows, checkNo, locked });
  useCursorSync(table, props);
  return <EditTableView table={table} label={label} mode="always" tight toolbar={false} disabled={locked} maxHeightPx={MAX_HEIGHT_PX} />;
};

/** Maps row edits to period edits: a row's end is a border, an added row splits a period, and a removed row's time goes to its neighbour. */
const useRowsOwner = <P extends DayPeriod>({ periods, onChange, withCells }: PeriodTableProps<P> & TableContent<P>): RowsOwner => {
  const { warn } = useFeedback();
  return {
    write: (changes) => {
      if (!isValidEnds(periods, changes)) warn(editorWords.endsCross);
      const [firstChange, ...otherChanges] = changes.flatMap(({ id, values }) => Object.keys(values).map((key) => `${key} ${id}`));
      onChange((before) => withCells(before, changes), otherChanges.length === 0 ? firstChange : undefined);
    },
    insert: (index) => onChange((before) => split(before, index - 1)),
    remove: (ids) =>
      onChange((before) => ids.toSorted((left, right) => Number(right) - Number(left)).reduce((edited, id) => remove(edited, Number(id)), before)),
  };
};

/** Shows what is missing after a failed save and moves the focus to the first missing cell. */
const useChecks = (
  table: EditTable,
  { rows, checkNo, locked }: { readonly rows: readonly unknown[]; readonly checkNo: number; readonly locked: boolean },
) => {
  const isChecked = checkNo > 0 && !locked;
  useEffect(() => {
    if (isChecked && rows.length > 0) void table.check();
  }, [table, isChecked, rows]);
  useEffect(() => {
    if (!locked && checkNo > 0) void table.collect();
  }, [table, locked, checkNo]);
};

interface CursorSync {
  readonly pointedPeriod: PeriodReference | undefined;
  readonly onSelect: (index: number | undefined) => void;
  readonly firstKey: string;
}

/** Marks the focused row's period in the bar, and focuses the row of a period selected in the bar. */
const useCursorSync = (table: EditTable, { pointedPeriod, onSelect, firstKey }: CursorSync) => {
  const cursorId = useTable(table, ({ cursor }) => cursor?.id);
  const select = useEffectEvent(onSelect);
  useEffect(() => select(cursorId === undefined ? undefined : Number(cursorId)), [cursorId]);
  useEffect(() => {
    if (pointedPeriod) table.goTo({ id: String(pointedPeriod.index), key: firstKey });
  }, [table, pointedPeriod, firstKey]);
};

/** The columns of the times of a period: `before` those of its content, and `after` them. A period begins where the one before it ends, so its end alone is typed. */
export const timeColumns = ({ phone, locked }: { readonly phone: boolean; readonly locked: boolean }) => {
  const before: readonly Column[] = [
    { key: 'start', title: editorWords.start, type: 'input', widthPx: phone ? 62 : 80, disabled: true },
    {
      key: 'end',
      title: editorWords.end,
      type: 'select',
      widthPx: phone ? 84 : 110,
      allowSearch: true,
      validateRules: [{ required: true }],
      options: ({ values }) => endChoices({ endFrom: Number(values['endFrom']), endTo: Number(values['endTo']) }),
    },
  ];
  const hours: Column = {
    key: 'hours',
    title: editorWords.length,
    type: 'slot',
    widthPx: 76,
    render: ({ values }) => <HoursCell hours={Number(values['hours'])} />,
  };
  const tools: Column = { key: 'tools', title: editorWords.tools, type: 'slot', widthPx: 84, render: (row) => <RowTools {...row} /> };
  return { before: phone ? before : [...before, hours], after: locked ? [] : [tools] };
};

const HoursCell = ({ hours }: { readonly hours: number }) => <span className="rm-hours">{useSay()(editorWords.hours, { n: hours })}</span>;

/** Buttons to split and to remove a period, with the reason when they are disabled. */
const RowTools = ({ id, values }: TableRow) => {
  const { table } = useGrid();
  const index = Number(id);
  const noSplit = values['noSplit'];
  const removeRow = () => {
    table.removeRows(id);
    table.goTo({ id: String(Math.max(0, Math.min(index, table.rows.list.length - 2))), key: 'tools' });
  };
  return (
    <>
      <ToolButton
        label={editorWords.split}
        because={noSplit === 'full' || noSplit === 'shortest' ? editorWords[noSplit] : undefined}
        icon={<SplitCellsOutlined />}
        onClick={() => table.addRows([{}], index + 1)}
      />
      <ToolButton
        label={editorWords.remove}
        because={values['isOnly'] === true ? editorWords.onlyOne : undefined}
        icon={<DeleteOutlined />}
        onClick={removeRow}
      />
    </>
  );
};

interface ToolButtonProps {
  readonly label: Words;
  readonly because: Words | undefined;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

const ToolButton = ({ label, because, icon, onClick }: ToolButtonProps) => {
  const say = useSay();
  return (
    <Tooltip title={say(because ?? label)}>
      <Button
        type="text"
        size="small"
        tabIndex={-1}
        className="rm-tool"
        icon={icon}
        aria-label={say(label)}
        disabled={because !== undefined}
        onClick={onClick}
      />
    </Tooltip>
  );
};

/** Splits the longest period of the day. */
export const AddPeriod = <P extends DayPeriod>({
  periods,
  onChange,
}: {
  readonly periods: readonly P[];
  readonly onChange: PeriodTableProps<P>['onChange'];
}) => {
  const say = useSay();
  const isFull = periods.every((_period, index) => cannotSplit(periods, index) !== undefined);
  return (
    <Tooltip title={isFull ? say(editorWords.full) : undefined}>
      <Button type="dashed" block icon={<PlusOutlined />} disabled={isFull} onClick={() => onChange((before) => split(before, longest(before)))}>
        {say(editorWords.add)}
      </Button>
    </Tooltip>
  );
};
