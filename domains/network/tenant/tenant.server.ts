import { refuse } from '#kit/resource/refusal.ts';
import { countRows, crudHandlers, removing, stateHandlers } from '#kit/server/crud.ts';
import { revealHandlers } from '#kit/server/personal.ts';
import { implement } from '#kit/server/route.ts';
import { agent } from '../agent/agent.ts';
import { tenantRefusals } from './tenant.labels.ts';
import { tenant, tenantApi } from './tenant.ts';

export const tenantRoutes = implement(tenantApi, {
  ...crudHandlers(tenant),
  ...revealHandlers(tenant),
  ...removing(tenant, async (ctx, row) => {
    const count = await countRows(ctx, agent, { field: 'tenantId', value: row.tenantId });
    if (count > 0) refuse(tenantRefusals, 'tenant.hasAgents', { name: row.name, count });
  }),
  ...stateHandlers(tenant, (ctx, row, wanted: -1 | 0 | 1) =>
    row.tenantStat === -1 ? refuse(tenantRefusals, 'tenant.disused') : ctx.rows(tenant).change(row.tenantId, { tenantStat: wanted }),
  ),
});
