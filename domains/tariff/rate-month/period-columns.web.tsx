import type { Column } from '#kit/web/edit-table/table/column.ts';
import type { TableRow } from '#kit/web/edit-table/table/rows.ts';
import { timeColumns } from '#kit/web/year/period-table.tsx';
import { rateStage } from '../tariff.codes.ts';
import { monthWords } from './rate-month.labels.ts';
import { periodShape } from './rate-month.ts';

interface ColumnFacts {
  readonly unit: string;
  readonly locked: boolean;
  /** On a phone derived columns are left out. */
  readonly phone: boolean;
}

/** The columns of a fee's periods. */
export const periodColumns = ({ unit, locked, phone }: ColumnFacts): readonly Column[] => {
  const times = timeColumns({ phone, locked });
  return [
    { key: 'place', title: ['#', '#', '#'], type: 'slot', widthPx: 44, render: (row) => <PeriodDot {...row} /> },
    ...times.before,
    {
      key: 'rateStage',
      title: monthWords.stage,
      type: 'select',
      widthPx: phone ? 94 : 130,
      codes: rateStage,
      validateRules: [{ field: periodShape.rateStage }],
    },
    { key: 'rate', title: monthWords.rate, type: 'inputNumber', widthPx: phone ? 110 : 150, unit, validateRules: [{ field: periodShape.rate }] },
    {
      key: 'rateDiscount',
      title: monthWords.discount,
      type: 'inputNumber',
      widthPx: 90,
      unit: '%',
      validateRules: [{ field: periodShape.rateDiscount }],
    },
    { key: 'paid', title: monthWords.paid, type: 'inputNumber', widthPx: 130, unit, disabled: true },
    ...times.after,
  ];
};

const PeriodDot = ({ id, values }: TableRow) => <span className={`rm-dot rm-stage-${Number(values['rateStage'])}`}>{Number(id) + 1}</span>;
