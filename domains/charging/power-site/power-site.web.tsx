import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { powerSiteLabels } from './power-site.labels.ts';
import { powerSite, powerSiteApi } from './power-site.ts';
import { siteWords } from './site-page.labels.ts';

const SitePage = lazyComponent(
  () => import('./site-page.web.tsx').then((page) => page.SitePage),
  <Skeleton active className="co-card co-page-wait" paragraph={{ rows: 10 }} />,
);

/** The sites whose power is shared; opening one shows it in place of the list. */
export const PowerSiteList = () => {
  const [params] = useSearchParams();
  const id = params.get('site');
  return id === null ? <Sites /> : <SitePage key={id} id={id} />;
};

const Sites = () => {
  const [, setParams] = useSearchParams();
  const open = useMemo(
    () =>
      ({ powerSiteId }: RowOf<typeof powerSite.fields>) =>
        setParams({ site: powerSiteId }),
    [setParams],
  );
  const actions = useMemo(() => [{ key: 'open', label: siteWords.open, allow: powerSiteApi.live.allow, run: open }], [open]);
  return (
    <ListPage of={powerSite} api={powerSiteApi} labels={powerSiteLabels} columns={columns} filters={filters} rowActions={actions} onOpen={open} />
  );
};

const columns = [
  'stationId',
  'powerControlId',
  'isOver',
  'limitPower',
  'worstPower',
  'drawnPower',
  'chargingCount',
  'gunCount',
  'agentId',
  'tenantId',
  'sweptAt',
] as const;
const filters = ['stationId', 'powerControlId', 'isOver', 'agentId', 'tenantId'] as const;
