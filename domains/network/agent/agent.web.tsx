import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { viewerZone } from '#kit/web/format.ts';
import { agentLabels } from './agent.labels.ts';
import { agent, agentApi } from './agent.ts';

type Row = RowOf<typeof agent.fields>;

export const AgentList = () => (
  <ListPage
    of={agent}
    api={agentApi}
    labels={agentLabels}
    columns={columns}
    filters={['agentName', 'agentStat', 'agentType', 'tenantId', 'createTime']}
    render={draw}
    form={form}
    initial={initial}
  />
);

const columns = [
  ...(['agentName', 'agentImgsrc', 'agentStat', 'agentType', 'stationNum', 'cpAllTotal', 'agentPerson', 'agentPhone'] as const),
  ...(['tenantId', 'createTime'] as const),
];

const draw = {
  stationNum: (total: number, { agentId }: Row) => <a href={`#/network/station?agentId=${agentId}`}>{total}</a>,
  cpAllTotal: (total: number, { agentId }: Row) => <a href={`#/network/pile?agentId=${agentId}`}>{total}</a>,
};

const form = [
  ...(['tenantId', 'agentName', 'agentType', 'timezone', 'agentPerson', 'agentPhone', 'agentScale', 'agentImgsrc'] as const),
  ...(['agentAddr', 'agentRemark'] as const),
];
const initial = { timezone: viewerZone() };
