import type { ComponentType } from 'react';
import type { Column } from '#kit/web/edit-table/table/column.ts';
import type { TableRow } from '#kit/web/edit-table/table/rows.ts';
import { useSay } from '#kit/web/language.ts';
import { rateStage } from '../tariff.codes.ts';
import { endChoices } from './period-rows.rules.ts';
import type { PeriodRow } from './period-rows.rules.ts';
import { monthWords } from './rate-month.labels.ts';
import { periodShape } from './rate-month.ts';

/** The part of a row that custom cells need. */
export type DrawnRow = Pick<PeriodRow, 'id' | 'hours' | 'endFrom' | 'endTo' | 'noSplit' | 'isOnly'> & { readonly stage: number };

interface ColumnFacts {
  readonly unit: string;
  readonly locked: boolean;
  /** On a phone the editable columns come first and derived columns are left out. */
  readonly phone: boolean;
  readonly tools: ComponentType<DrawnRow>;
}

/** The columns of a fee's periods. A period begins where the one before it ends, so its end alone is typed. */
export const periodColumns = ({ unit, locked, phone, tools: Tools }: ColumnFacts): readonly Column[] => {
  const slot = { type: 'slot' } as const;
  const allColumns: readonly (Column & { readonly isWide?: boolean })[] = [
    { ...slot, key: 'place', title: ['#', '#', '#'], widthPx: 44, render: (row) => <PeriodDot {...drawnRow(row)} /> },
    { key: 'start', title: monthWords.start, type: 'input', widthPx: phone ? 62 : 80, disabled: true },
    {
      key: 'end',
      title: monthWords.end,
      type: 'select',
      widthPx: phone ? 84 : 110,
      allowSearch: true,
      validateRules: [{ required: true }],
      options: (row) => endChoices(drawnRow(row)),
    },
    { ...slot, key: 'hours', title: monthWords.length, widthPx: 76, isWide: true, render: (row) => <HoursCell {...drawnRow(row)} /> },
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
    { ...slot, key: 'tools', title: monthWords.tools, widthPx: 84, render: (row) => <Tools {...drawnRow(row)} /> },
  ];
  return allColumns.filter(({ key, isWide = false }) => !(isWide && phone) && !(key === 'tools' && locked));
};

const drawnRow = ({ id, values }: TableRow): DrawnRow => {
  const noSplit = values['noSplit'];
  return {
    id,
    stage: Number(values['rateStage']),
    hours: Number(values['hours']),
    endFrom: Number(values['endFrom']),
    endTo: Number(values['endTo']),
    noSplit: noSplit === 'full' || noSplit === 'shortest' ? noSplit : undefined,
    isOnly: values['isOnly'] === true,
  };
};

const PeriodDot = ({ id, stage }: DrawnRow) => <span className={`rm-dot rm-stage-${stage}`}>{Number(id) + 1}</span>;
const HoursCell = ({ hours }: DrawnRow) => <span className="rm-hours">{useSay()(monthWords.hours, { n: hours })}</span>;
