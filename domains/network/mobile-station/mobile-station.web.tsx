import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { mobileStationLabels } from './mobile-station.labels.ts';
import { mobileStation, mobileStationApi } from './mobile-station.ts';

/** The white lists of mobile numbers. The action of a station opens the page with that station's list, to which a new number belongs. */
export const MobileStationList = () => {
  const stationId = useSearchParams()[0].get('stationId');
  const initial = useMemo(() => (stationId === null ? {} : { stationId }), [stationId]);
  return (
    <ListPage
      of={mobileStation}
      api={mobileStationApi}
      labels={mobileStationLabels}
      columns={columns}
      filters={filters}
      form={form}
      initial={initial}
      rowActions={actions}
    />
  );
};

const columns = ['contacts', 'mobileNumber', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const filters = ['stationId', 'mobileNumber', 'contacts', 'agentId', 'tenantId', 'createTime'] as const;
const form = ['stationId', 'mobileNumber', 'contacts'] as const;
const actions = ['edit', 'delete'] as const;
