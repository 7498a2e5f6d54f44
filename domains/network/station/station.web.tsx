import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { NameValues, OwnValues } from '#kit/web/advanced/own-values.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { viewerZone } from '#kit/web/format.ts';
import { AreaCell } from './area-cell.web.tsx';
import type { AreaFilterProps } from './area-parts.web.tsx';
import { mobileStationWords } from '../mobile-station/mobile-station.labels.ts';
import { mobileStationApi } from '../mobile-station/mobile-station.ts';
import { stationLabels, stationWords } from './station.labels.ts';
import { station, stationApi } from './station.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

/** Loaded with the form. */
const PlaceInput = lazyComponent(() => import('./position-input.web.tsx').then((input) => input.PositionInput));
const AreaField = lazyComponent(() => import('./area-parts.web.tsx').then((parts) => parts.AreaField));
const AreaBegin = lazyComponent(() => import('./area-parts.web.tsx').then((parts) => parts.AreaFilterInput));
const AreaFilter = lazyComponent(() => import('./area-parts.web.tsx').then((parts) => parts.AreaFilter), <div className="co-card co-toolbar" />);
const inputs = { gpsX: PlaceInput, areaCode: AreaField };
const areaNamesOfFilters: NameValues = async (filterTexts) => (await import('./area-parts.web.tsx')).areaNamesOfFilters(filterTexts);
const queryValues: OwnValues = { areaCode: { rules: ['right_like'], Input: AreaBegin, names: areaNamesOfFilters } };
const initial = { timezone: viewerZone() };

export const StationList = () => {
  const navigate = useNavigate();
  const actions = useMemo(
    () => [
      'edit' as const,
      'changeState' as const,
      {
        key: 'whiteList',
        label: mobileStationWords.action,
        allow: mobileStationApi.list.allow,
        run: ({ stationId }: { readonly stationId: string }) => void navigate(`/network/mobile-station?stationId=${stationId}`),
      },
      {
        key: 'alias',
        label: stationWords.alias,
        allow: 'rateAlias:list',
        run: ({ tenantId, stationId }: { readonly tenantId: string; readonly stationId: string }) =>
          void navigate(`/tariff/rate-alias?tenantId=${tenantId}&stationId=${stationId}`),
      },
      'delete' as const,
    ],
    [navigate],
  );
  return (
    <ListPage
      of={station}
      api={stationApi}
      labels={stationLabels}
      columns={['stationName', 'stationStat', 'tenantId', 'agentId', 'cpAllTotal', 'areaCode', 'stationAddr', 'createTime']}
      filters={['stationName', 'stationStat', 'agentId', 'tenantId', 'stationAddr', 'createTime']}
      render={draw}
      form={form}
      initial={initial}
      inputs={inputs}
      queryValues={queryValues}
      extra={areaFilter}
      rowActions={actions}
    />
  );
};

const areaFilter = (rows: AreaFilterProps['rows']) => <AreaFilter rows={rows} />;

const draw = {
  areaCode: (_code: string | null, row: object) => <AreaCell row={row} />,
  cpAllTotal: (total: number, { stationId }: { readonly stationId: string }) => <a href={`#/network/pile?stationId=${stationId}`}>{total}</a>,
};

const form = [
  ...([
    'tenantId',
    'agentId',
    'stationName',
    'timezone',
    'areaCode',
    'stationAddr',
    'busHours',
    'gpsX',
    'gpsY',
    'stationManager',
    'managerPhone',
  ] as const),
  ...(['servicePhone1', 'servicePhone2', 'buildDate', 'stationScale', 'stationImg1', 'stationImg2', 'stationRemark'] as const),
];
