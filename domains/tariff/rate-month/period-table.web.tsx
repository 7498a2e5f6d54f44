import { Button, Tooltip } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import SplitCellsOutlined from '@ant-design/icons/SplitCellsOutlined';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { EditTableView } from '#kit/web/edit-table/edit-table.tsx';
import { useGrid } from '#kit/web/edit-table/table/grid-context.ts';
import type { EditTable, RowsOwner } from '#kit/web/edit-table/table/table.ts';
import { useOwnedTable, useTable } from '#kit/web/edit-table/table/use-edit-table.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { periodColumns } from './period-columns.web.tsx';
import type { DrawnRow } from './period-columns.web.tsx';
import { isValidEnds, rowsOfPeriods, withCells } from './period-rows.rules.ts';
import { remove, split } from './periods.rules.ts';
import type { Periods } from './periods.rules.ts';
import { monthWords } from './rate-month.labels.ts';
import type { Update } from './use-year.web.ts';

/** A period that was selected elsewhere on the page. */
export interface PeriodReference {
  readonly index: number;
}

export interface PeriodTableProps {
  readonly label: string;
  readonly periods: Periods;
  readonly unit: string;
  readonly locked: boolean;
  /** Number of saves that found missing input; each increment moves the focus to the first missing cell. */
  readonly checkNo: number;
  readonly pointedPeriod: PeriodReference | undefined;
  readonly onSelect: (index: number | undefined) => void;
  readonly onChange: (update: Update<Periods>, step?: string) => void;
}

/** About fifteen rows, so that the price chart stays visible. */
const MAX_HEIGHT_PX = 600;

/** The periods of one fee as an editable table. Every row edit keeps the day completely divided into periods. */
export const PeriodTable = (props: PeriodTableProps) => {
  const { locked, unit } = props;
  const phone = useIsPhone();
  // A table's columns are fixed, so a change of columns mounts a new table.
  return <Periods key={`${unit} ${locked} ${phone}`} {...props} phone={phone} />;
};

const Periods = ({
  label,
  periods,
  unit,
  locked,
  checkNo,
  pointedPeriod,
  onSelect,
  onChange,
  phone,
}: PeriodTableProps & { readonly phone: boolean }) => {
  const rows = useMemo(() => rowsOfPeriods(periods), [periods]);
  const columns = useMemo(() => periodColumns({ unit, locked, phone, tools: RowTools }), [unit, locked, phone]);
  const table = useOwnedTable({ columns, rows: useMemo(() => rows.map((row) => ({ ...row })), [rows]), owner: useRowsOwner(periods, onChange) });
  useChecks(table, { rows, checkNo, locked });
  useCursorSync(table, { pointedPeriod, onSelect });
  return <EditTableView table={table} label={label} mode="always" tight toolbar={false} disabled={locked} maxHeightPx={MAX_HEIGHT_PX} />;
};

/** Maps row edits to period edits: a row's end is a border, an added row splits a period, and a removed row's time goes to its neighbour. */
const useRowsOwner = (periods: Periods, onChange: PeriodTableProps['onChange']): RowsOwner => {
  const { warn } = useFeedback();
  return {
    write: (changes) => {
      if (!isValidEnds(periods, changes)) warn(monthWords.endsCross);
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

/** Marks the focused row's period in the bar, and focuses the row of a period selected in the bar. */
const useCursorSync = (table: EditTable, { pointedPeriod, onSelect }: Pick<PeriodTableProps, 'pointedPeriod' | 'onSelect'>) => {
  const cursorId = useTable(table, ({ cursor }) => cursor?.id);
  const select = useEffectEvent(onSelect);
  useEffect(() => select(cursorId === undefined ? undefined : Number(cursorId)), [cursorId]);
  useEffect(() => {
    if (pointedPeriod) table.goTo({ id: String(pointedPeriod.index), key: 'rate' });
  }, [table, pointedPeriod]);
};

/** Buttons to split and to remove a period, with the reason when they are disabled. */
const RowTools = ({ id, noSplit, isOnly }: DrawnRow) => {
  const { table } = useGrid();
  const index = Number(id);
  const removeRow = () => {
    table.removeRows(id);
    table.goTo({ id: String(Math.max(0, Math.min(index, table.rows.list.length - 2))), key: 'tools' });
  };
  return (
    <>
      <ToolButton
        label={monthWords.split}
        because={noSplit && monthWords[noSplit]}
        icon={<SplitCellsOutlined />}
        onClick={() => table.addRows([{}], index + 1)}
      />
      <ToolButton label={monthWords.remove} because={isOnly ? monthWords.onlyOne : undefined} icon={<DeleteOutlined />} onClick={removeRow} />
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
