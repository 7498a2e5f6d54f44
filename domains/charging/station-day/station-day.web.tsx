import { ListPage } from '#kit/web/list/list-page.tsx';
import { stationDayLabels } from './station-day.labels.ts';
import { stationDay, stationDayApi } from './station-day.ts';

const columns = ['statDay', 'stationId', 'chargingCount', 'chargingCapacity', 'chargingAmount', 'elecAmount', 'srvAmount', 'currency'] as const;
const actions = ['detail'] as const;

/** What stations took in, day by day. */
export const StationDayList = () => <ListPage of={stationDay} api={stationDayApi} labels={stationDayLabels} columns={columns} rowActions={actions} />;
