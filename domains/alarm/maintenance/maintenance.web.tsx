import { ListPage } from '#kit/web/list/list-page.tsx';
import { maintenanceLabels } from './maintenance.labels.ts';
import { maintenance, maintenanceApi } from './maintenance.ts';

/** Planned work: when and where nobody is told of exceptions. */
export const MaintenanceList = () => (
  <ListPage of={maintenance} api={maintenanceApi} labels={maintenanceLabels} columns={columns} filters={filters} form={form} />
);

const columns = ['beginTime', 'endTime', 'stationId', 'cpCode', 'reason', 'createBy', 'agentId', 'tenantId'] as const;
const filters = ['stationId', 'cpCode', 'beginTime', 'agentId', 'tenantId'] as const;
const form = ['stationId', 'cpCode', 'beginTime', 'endTime', 'reason'] as const;
