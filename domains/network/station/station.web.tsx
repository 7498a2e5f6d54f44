import { lazy } from 'react';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { viewerZone } from '#kit/web/format.ts';
import { stationLabels } from './station.labels.ts';
import { station, stationApi } from './station.ts';

/** Comes with the form. */
const PlaceInput = lazy(() => import('./place-input.web.tsx').then((input) => ({ default: input.PlaceInput })));
const place = { gpsX: PlaceInput };
const initial = { timezone: viewerZone() };

export const StationList = () => (
  <ListPage
    of={station}
    api={stationApi}
    labels={stationLabels}
    columns={['stationName', 'stationStat', 'tenantId', 'agentId', 'cpAllTotal', 'stationAddr', 'createTime']}
    filters={['stationName', 'stationStat', 'agentId', 'tenantId', 'stationAddr', 'createTime']}
    draw={draw}
    form={form}
    initial={initial}
    inputs={place}
    rowActions={['edit', 'changeState', 'delete']}
  />
);

const draw = {
  cpAllTotal: (total: number, { stationId }: { readonly stationId: string }) => <a href={`#/network/pile?stationId=${stationId}`}>{total}</a>,
};

const form = [
  ...(['tenantId', 'agentId', 'stationName', 'timezone', 'stationAddr', 'busHours', 'gpsX', 'gpsY', 'stationManager', 'managerPhone'] as const),
  ...(['servicePhone1', 'servicePhone2', 'buildDate', 'stationScale', 'stationImg1', 'stationImg2', 'stationRemark'] as const),
];
