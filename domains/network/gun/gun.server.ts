import { sql } from 'kysely';
import { busyGunStates, gunState } from '#engines/pile/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { gunRefusals } from './gun.labels.ts';
import { gun, gunApi } from './gun.ts';

const { list, queryById, exportXls, queryList } = crudHandlers(gun);

export const gunRoutes = implement(gunApi, {
  list,
  queryById,
  exportXls,
  queryList,
  changeState: async (ctx, { entityId, setState }) => {
    await ctx.rows(gun).lock([entityId]);
    const row = await ctx.rows(gun).get(entityId);
    if (setState === 0 && busyGunStates.includes(row.gunWorkStat)) throwRefusal(gunRefusals, 'gun.charging');
    // "Out of service" is stored in a column of the platform, so that the state reported by the device is kept.
    await sql`update gun set overlay_stat = ${setState === 0 ? gunState.disabled : null}, gun_work_stat = ${setState === 0 ? gunState.disabled : sql`coalesce(device_gun_stat, ${sql.lit(gunState.idle)})`},
      state_changed_at = ${ctx.now}, update_by = ${ctx.viewer.username}, update_time = ${ctx.now}, version = version + 1
      where gun_id = ${entityId} and coalesce(overlay_stat, ${sql.lit(gunState.disabled)}) = ${sql.lit(gunState.disabled)}`.execute(ctx.db);
    return ctx.say(kitWords.changed);
  },
});
