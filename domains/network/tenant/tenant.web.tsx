import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { agentLabels } from '../agent/agent.labels.ts';
import { agentApi } from '../agent/agent.ts';
import { tenantLabels } from './tenant.labels.ts';
import { tenant, tenantApi } from './tenant.ts';

export const TenantList = () => {
  const navigate = useNavigate();
  const actions = useMemo(
    () => [
      'edit' as const,
      {
        key: 'agents',
        label: agentLabels.noun,
        allow: agentApi.list.allow,
        run: ({ tenantId }: { readonly tenantId: string }) => void navigate(`/network/agent?tenantId=${tenantId}`),
      },
      'changeState' as const,
      'delete' as const,
    ],
    [navigate],
  );
  return (
    <ListPage
      of={tenant}
      api={tenantApi}
      labels={tenantLabels}
      columns={['name', 'tenantStat', 'currency', 'timezone', 'contactPerson', 'contactPhone', 'tenantId', 'createTime']}
      filters={['name', 'tenantStat', 'createTime']}
      initial={initial}
      rowActions={actions}
    />
  );
};

const initial = { currency: 'CNY' };
