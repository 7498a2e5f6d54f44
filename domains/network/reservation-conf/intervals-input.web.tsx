import type { Words } from '#kit/fields/words.ts';
import type { Column } from '#kit/web/edit-table/table/column.ts';
import { RowsInput } from '#kit/web/edit-table/rows-input.tsx';
import type { EditTable } from '#kit/web/edit-table/table/table.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { reservationConfInputLabels, reservationConfLabels } from './reservation-conf.labels.ts';
import { reservationInterval } from './reservation-conf.ts';

const endNotLater: Words = ['须大于起始分钟', '須大於起始分鐘', 'It has to lie after the start'];

const { startMinute, reservationDuration, occupyFeeUnit } = reservationConfInputLabels;
const columns: readonly Column[] = [
  // No rules of its own: the start is derived, so its errors are shown at the end of the row above.
  { key: 'startMinute', title: startMinute, type: 'inputNumber', widthPx: 90, disabled: true, validateRules: [] },
  {
    key: 'reservationDuration',
    title: reservationDuration,
    type: 'inputNumber',
    widthPx: 100,
    validateRules: [
      { field: reservationInterval.reservationDuration },
      { handler: (value, { values }) => Promise.resolve(Number(value) > Number(values['startMinute']) ? undefined : endNotLater) },
    ],
  },
  { key: 'occupyFeeUnit', title: occupyFeeUnit, type: 'inputNumber', widthPx: 100, defaultValue: '0.00' },
];

/** The intervals of a reservation. Each begins where the previous one ends, so only end and price are editable. */
export const IntervalsInput = (props: InputProps) => (
  <RowsInput {...props} columns={columns} label={reservationConfLabels.fields.details} settle={joinIntervals} />
);

/** Puts each start where the row above ends. */
const joinIntervals = (table: EditTable): void => {
  let start: number | null = 0;
  for (const { id, values } of table.rows.list) {
    if (values['startMinute'] !== start) return table.setCell(id, 'startMinute', start);
    const end = values['reservationDuration'];
    start = end === null || end === '' || end === undefined || Number.isNaN(Number(end)) ? null : Number(end);
  }
  return undefined;
};
