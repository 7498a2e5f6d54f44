import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import { areaText, isArea } from '#domains/system/server.ts';
import { countBusyGuns } from '../gun/busy-guns.server.ts';
import { stationRefusals } from './station.labels.ts';
import { changeState, checkCoordinates } from './station.rules.ts';
import { station, stationApi } from './station.ts';

const standardHandlers = crudHandlers(station);

export const stationRoutes = implement(stationApi, {
  ...standardHandlers,
  ...revealHandlers(station),
  list: async (ctx, input, extras) => {
    const page = await standardHandlers.list(ctx, input, extras);
    return { ...page, records: page.records.map((row) => withArea(ctx, row)) };
  },
  queryById: async (ctx, input, extras) => withArea(ctx, await standardHandlers.queryById(ctx, input, extras)),
  ...addHandlers(station, (ctx, draft) => {
    checkPosition(draft);
    checkArea(draft);
    return ctx.rows(station).insert(draft);
  }),
  edit: async (ctx, input, extras) => {
    const { stationStat } = await ctx.rows(station).get(input.stationId ?? '');
    if (stationStat === entityState.disused) throwRefusal(stationRefusals, 'station.disused');
    if ('gpsX' in input || 'gpsY' in input) checkPosition(input);
    checkArea(input);
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(station, async (ctx, { stationId, stationName: name, cpAllTotal: count }) => {
    if (count > 0) throwRefusal(stationRefusals, 'station.hasPiles', { name, count });
    await sql`update mobile_station set is_delete = true where station_id = ${stationId}`.execute(ctx.db);
  }),
  ...stateHandlers(station, async (ctx, row, wantedState: -1 | 0 | 1) => {
    const verdict = changeState({ state: row.stationStat, busyGuns: await countBusyGuns(ctx, { stationId: row.stationId }) }, wantedState);
    if (!verdict.ok) return throwRefusal(stationRefusals, verdict.refusal, verdict.args);
    return ctx.rows(station).change(row.stationId, { stationStat: verdict.next });
  }),
});

const checkPosition = (position: Parameters<typeof checkCoordinates>[0]): void => {
  const verdict = checkCoordinates(position);
  if (!verdict.ok) throwRefusal(stationRefusals, verdict.refusal);
};

const checkArea = ({ areaCode }: { readonly areaCode?: string | null | undefined }): void => {
  if (areaCode && !isArea(areaCode)) throwRefusal(stationRefusals, 'station.area', { code: areaCode });
};

/** Adds the names of the area to a row whose area code the viewer may see. */
const withArea = <R extends { readonly areaCode?: string | null }>({ viewer }: Context, row: R): R =>
  row.areaCode ? { ...row, areaCode_dictText: areaText(viewer.language, row.areaCode) } : row;
