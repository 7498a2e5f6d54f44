import { sql } from 'kysely';
import { tenant } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { yesNo } from '#domains/system/resources.ts';
import { pointProgramRefusals } from './point-program.labels.ts';
import { pointProgram, pointProgramApi } from './point-program.ts';

const states = valuesOf(yesNo);
const { list, queryById, edit, exportXls, queryList } = crudHandlers(pointProgram);

export const pointProgramRoutes = implement(pointProgramApi, {
  list,
  queryById,
  exportXls,
  queryList,
  add: async (ctx, draft) => {
    checkWorth(draft.pointAmount);
    const { currency } = await ctx.rows(tenant).get(draft.tenantId);
    return ctx.rows(pointProgram).insert({ ...draft, currency, feature: states.no });
  },
  edit: async (ctx, input, extras) => {
    const { pointProgramId, pointAmount } = input;
    await ctx.rows(pointProgram).lock([String(pointProgramId)]);
    const before = await ctx.rows(pointProgram).get(String(pointProgramId));
    if (pointAmount !== undefined && pointAmount !== null && pointAmount !== before.pointAmount) {
      checkWorth(pointAmount);
      if (await hasAccounts(ctx, before.pointProgramId)) throwRefusal(pointProgramRefusals, 'pointProgram.worthFixed');
    }
    return edit(ctx, input, extras);
  },
  toggleFeature: async (ctx, { id, enable }) => {
    await ctx.rows(pointProgram).lock([id]);
    const row = await ctx.rows(pointProgram).get(id);
    if (enable === states.yes) await refuseSecond(ctx, row);
    if (row.feature !== enable) await ctx.rows(pointProgram).change(id, { feature: enable });
    return { feature: enable };
  },
});

const checkWorth = (pointAmount: bigint): void => (pointAmount > 0n ? undefined : throwRefusal(pointProgramRefusals, 'pointProgram.worth'));

/** Of one owner one programme is on. Of two that are switched on at the same time, the second one waits and is refused. */
const refuseSecond = async (ctx: Context, { pointProgramId, tenantId, agentId }: Row<typeof pointProgram.fields>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`points ${tenantId} ${agentId ?? ''}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<{ name: string }>`select program_name as name from point_program where tenant_id = ${tenantId}
    and agent_id is not distinct from ${agentId}::int8 and feature = ${sql.lit(states.yes)} and point_program_id <> ${pointProgramId}`.execute(
    ctx.db,
  );
  const [other] = rows;
  if (other) throwRefusal(pointProgramRefusals, 'pointProgram.otherOn', { name: other.name });
};

const hasAccounts = async (ctx: Context, pointProgramId: string): Promise<boolean> => {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from point_account where point_program_id = ${pointProgramId}) as found`.execute(ctx.db);
  return rows[0]?.found ?? false;
};
