import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { stationDayLabels } from './station-day.labels.ts';
import { stationDay, stationDayApi } from './station-day.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

const Days = lazyComponent(() => import('./days.web.tsx').then((days) => days.Days));

const columns = ['statDay', 'stationId', 'chargingCount', 'chargingCapacity', 'chargingAmount', 'elecAmount', 'srvAmount', 'currency'] as const;
const actions = ['detail'] as const;

const chart = ({ listQuery: { column: _column, order: _order, ...filters } }: Pick<Rows<unknown>, 'listQuery'>) => <Days filters={filters} />;

/** The income of stations by day. */
export const StationDayList = () => (
  <ListPage of={stationDay} api={stationDayApi} labels={stationDayLabels} columns={columns} rowActions={actions} extra={chart} />
);
