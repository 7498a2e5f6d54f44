import { ListPage } from '#kit/web/list/list-page.tsx';
import { PlaceInput } from './place-input.web.tsx';
import { stationLabels } from './station.labels.ts';
import { station, stationApi } from './station.ts';

export const StationList = () => (
  <ListPage
    of={station}
    api={stationApi}
    labels={stationLabels}
    columns={[
      'stationName',
      'stationStat',
      'tenantId',
      'agentId',
      'cpAllTotal',
      'stationAddr',
      'createTime',
    ]}
    filters={['stationName', 'stationStat', 'agentId', 'tenantId', 'stationAddr', 'createTime']}
    draw={{ cpAllTotal: (total, row) => <a href={`#/network/pile?stationId=${row.stationId}`}>{total}</a> }}
    form={[
      'tenantId',
      'agentId',
      'stationName',
      'timezone',
      'stationAddr',
      'busHours',
      'gpsX',
      'gpsY',
      'stationManager',
      'managerPhone',
      'servicePhone1',
      'servicePhone2',
      'buildDate',
      'stationScale',
      'stationImg1',
      'stationImg2',
      'stationRemark',
    ]}
    initial={{ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }}
    inputs={{ gpsX: PlaceInput }}
    rowActions={['edit', 'changeState', 'delete']}
  />
);
