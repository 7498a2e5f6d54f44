import { sql } from 'kysely';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { adding, crudHandlers, removing, stateHandlers } from '#kit/server/crud.ts';
import { implement } from '#kit/server/route.ts';
import { stationRefusals } from './station.labels.ts';
import { changeState, checkCoordinates } from './station.rules.ts';
import { station, stationApi } from './station.ts';

const plain = crudHandlers(station);

export const stationRoutes = implement(stationApi, {
  ...plain,
  ...adding(station, (ctx, draft) => {
    checkPlace(draft);
    return ctx.rows(station).insert(draft);
  }),
  edit: async (ctx, input, extras) => {
    if ('gpsX' in input || 'gpsY' in input) checkPlace(input);
    return plain.edit(ctx, input, extras);
  },
  ...removing(station, (_ctx, row) =>
    Promise.resolve(row.cpAllTotal > 0 ? refuse(stationRefusals, 'station.hasPiles', { name: row.stationName, count: row.cpAllTotal }) : undefined),
  ),
  ...stateHandlers(station, async (ctx, row, wanted: -1 | 0 | 1) => {
    const verdict = changeState({ state: row.stationStat, chargingNow: await countCharging(ctx, row.stationId) }, wanted);
    if (!verdict.ok) return refuse(stationRefusals, verdict.refusal, verdict.args);
    return ctx.rows(station).change(row.stationId, { stationStat: verdict.next });
  }),
});

const checkPlace = (place: Parameters<typeof checkCoordinates>[0]): void => {
  const verdict = checkCoordinates(place);
  if (!verdict.ok) refuse(stationRefusals, verdict.refusal);
};

/** Guns of the station that are starting or charging now. */
const countCharging = async (ctx: Context, stationId: string): Promise<number> => {
  const { rows } = await sql<{
    charging: number;
  }>`select count(*)::int4 as charging from gun where station_id = ${stationId} and gun_work_stat in (5, 6)`.execute(ctx.db);
  return rows[0]?.charging ?? 0;
};
