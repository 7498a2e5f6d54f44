import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { countRows, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { customer } from '../customer/customer.ts';
import { vipLevelRefusals } from './vip-level.labels.ts';
import { vipLevel, vipLevelApi } from './vip-level.ts';

export const vipLevelRoutes = implement(vipLevelApi, {
  ...crudHandlers(vipLevel),
  ...deleteHandlers(vipLevel, async (ctx, row) => {
    const count = await countRows(ctx, customer, { field: 'vipInfoId', value: row.vipLevelId });
    if (count > 0) throwRefusal(vipLevelRefusals, 'vipLevel.inUse', { name: row.vipLevelName, count });
    await sql`update vip_discount set is_delete = true, version = version + 1, update_by = ${ctx.viewer.username}, update_time = ${ctx.now}
      where vip_level_id = ${row.vipLevelId} and not is_delete`.execute(ctx.db);
  }),
});
