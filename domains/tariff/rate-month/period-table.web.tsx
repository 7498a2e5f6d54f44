import { useMemo } from 'react';
import { useIsPhone } from '#kit/web/screen.ts';
import { PeriodTable } from '#kit/web/year/period-table.tsx';
import type { PeriodTableProps } from '#kit/web/year/period-table.tsx';
import { periodColumns } from './period-columns.web.tsx';
import { rowsOfPeriods, withCells } from './period-rows.rules.ts';
import type { PeriodEdit } from './periods.rules.ts';

export interface FeePeriodsProps extends PeriodTableProps<PeriodEdit> {
  /** Of the prices. */
  readonly unit: string;
}

/** The periods of one fee as an editable table. */
export const FeePeriods = ({ unit, ...props }: FeePeriodsProps) => {
  const { locked } = props;
  const phone = useIsPhone();
  const columns = useMemo(() => periodColumns({ unit, locked, phone }), [unit, locked, phone]);
  return <PeriodTable key={`${unit} ${locked} ${phone}`} {...props} columns={columns} rowsOf={rowsOfPeriods} withCells={withCells} firstKey="rate" />;
};
