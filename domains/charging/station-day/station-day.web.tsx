import { lazy, Suspense } from 'react';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/rows.ts';
import { stationDayLabels } from './station-day.labels.ts';
import { stationDay, stationDayApi } from './station-day.ts';

const Days = lazy(() => import('./days.web.tsx').then((days) => ({ default: days.Days })));

const columns = ['statDay', 'stationId', 'chargingCount', 'chargingCapacity', 'chargingAmount', 'elecAmount', 'srvAmount', 'currency'] as const;
const actions = ['detail'] as const;

const chart = ({ asked: { column: _column, order: _order, ...filters } }: Pick<Rows<unknown>, 'asked'>) => (
  <Suspense>
    <Days filters={filters} />
  </Suspense>
);

/** What stations took in, day by day. */
export const StationDayList = () => (
  <ListPage of={stationDay} api={stationDayApi} labels={stationDayLabels} columns={columns} rowActions={actions} extra={chart} />
);
