import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { addHandlers, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { enforceCheckRules } from '#domains/system/server.ts';
import { positionRefusals } from './position.labels.ts';
import { position, positionApi } from './position.ts';

export const positionRoutes = implement(positionApi, {
  ...crudHandlers(position),
  ...addHandlers(position, async (ctx, draft) => {
    await enforceCheckRules(ctx, position, draft);
    return ctx.rows(position).insert({ ...draft, tenantId: draft.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null });
  }),
  ...deleteHandlers(position, async (ctx, { id, name }) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from sys_user_position m
      join sys_user u on u.id = m.user_id and not u.is_delete where m.position_id = ${id}`.execute(ctx.db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) throwRefusal(positionRefusals, 'position.held', { name, count });
  }),
});
