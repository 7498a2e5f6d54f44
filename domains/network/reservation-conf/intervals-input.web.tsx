import { useEffect, useMemo } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { INTERVALS_MAX } from '#engines/reservation/occupancy.ts';
import type { Column } from '#kit/web/edit-table/column.ts';
import { EditTableView } from '#kit/web/edit-table/edit-table.tsx';
import type { EditTable } from '#kit/web/edit-table/table.ts';
import { useTableInput } from '#kit/web/edit-table/use-edit-table.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { asRecord } from '#kit/web/transport.ts';
import { reservationConfInputLabels, reservationConfLabels } from './reservation-conf.labels.ts';
import { reservationInterval } from './reservation-conf.ts';

const notLater: Words = ['须大于起始分钟', '須大於起始分鐘', 'It has to lie after the start'];

const columns: readonly Column[] = [
  { key: 'startMinute', title: reservationConfInputLabels.startMinute, type: 'inputNumber', widthPx: 90, disabled: true },
  {
    key: 'reservationDuration',
    title: reservationConfInputLabels.reservationDuration,
    type: 'inputNumber',
    widthPx: 100,
    validateRules: [
      { field: reservationInterval.reservationDuration },
      {
        handler: (value, { values }) => Promise.resolve(Number(value) > Number(values['startMinute']) ? undefined : notLater),
      },
    ],
  },
  {
    key: 'occupyFeeUnit',
    title: reservationConfInputLabels.occupyFeeUnit,
    type: 'inputNumber',
    widthPx: 100,
    defaultValue: '0.00',
    validateRules: [{ field: reservationInterval.occupyFeeUnit }],
  },
];

/** The stretches of a reservation. Each begins where the one before it ends, so its end and its price alone are typed. */
export const IntervalsInput = ({ value, onChange, disabled = false }: InputProps) => {
  const say = useSay();
  const rows = useMemo(() => (Array.isArray(value) ? value.map(asRecord) : []), [value]);
  const table = useTableInput({ columns, value: rows, onChange: (next) => onChange?.(next) });
  useEffect(() => {
    join(table);
    return table.store.subscribe(() => join(table));
  }, [table]);
  return (
    <EditTableView
      table={table}
      label={say(reservationConfLabels.fields.details)}
      mode="always"
      tight
      rowSelection
      disabled={disabled}
      rowsMax={INTERVALS_MAX}
    />
  );
};

/** Puts each start where the row above ends. */
const join = (table: EditTable): void => {
  let start: number | null = 0;
  for (const { id, values } of table.rows.list) {
    if (values['startMinute'] !== start) return table.setCell(id, 'startMinute', start);
    const end = values['reservationDuration'];
    start = end === null || end === '' || end === undefined || Number.isNaN(Number(end)) ? null : Number(end);
  }
  return undefined;
};
