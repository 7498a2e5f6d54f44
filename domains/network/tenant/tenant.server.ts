import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { countRows, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import { agent } from '../agent/agent.ts';
import { tenantRefusals } from './tenant.labels.ts';
import { tenant, tenantApi } from './tenant.ts';

const standardHandlers = crudHandlers(tenant);

export const tenantRoutes = implement(tenantApi, {
  ...standardHandlers,
  ...revealHandlers(tenant),
  edit: async (ctx, input, extras) => {
    const before = await ctx.rows(tenant).get(input.tenantId ?? '');
    if (before.tenantStat === entityState.disused) throwRefusal(tenantRefusals, 'tenant.disused');
    const isOther = input.currency !== undefined && input.currency !== before.currency;
    if (isOther && (await keepsMoney(ctx, before.tenantId))) throwRefusal(tenantRefusals, 'tenant.currencyFixed');
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(tenant, async (ctx, row) => {
    const count = await countRows(ctx, agent, { field: 'tenantId', value: row.tenantId });
    if (count > 0) throwRefusal(tenantRefusals, 'tenant.hasAgents', { name: row.name, count });
  }),
  ...stateHandlers(tenant, (ctx, row, wanted: -1 | 0 | 1) =>
    row.tenantStat === entityState.disused
      ? throwRefusal(tenantRefusals, 'tenant.disused')
      : ctx.rows(tenant).change(row.tenantId, { tenantStat: wanted }),
  ),
});

/** Whether customers, cards, cars or accounts already use the tenant's currency. */
const keepsMoney = async (ctx: Context, tenantId: string): Promise<boolean> => {
  const { rows } = await sql<{ keeps: boolean }>`select tenant_keeps_money(${tenantId}) as keeps`.execute(ctx.db);
  return rows[0]?.keeps ?? true;
};
