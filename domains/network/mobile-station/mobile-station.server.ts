import { sql } from 'kysely';
import type { Draft } from '#kit/fields/field.ts';
import { plainPhone } from '#kit/fields/phone-number.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { addHandlers, crudHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { station } from '../station/station.ts';
import { mobileStationLabels, mobileStationRefusals } from './mobile-station.labels.ts';
import { MOBILES_MAX, mobileStation, mobileStationApi } from './mobile-station.ts';

const { queryList: _picker, ...standardHandlers } = crudHandlers(mobileStation);

export const mobileStationRoutes = implement(mobileStationApi, {
  ...standardHandlers,
  ...revealHandlers(mobileStation),
  ...addHandlers(mobileStation, (ctx, draft) => addMobile(ctx, draft)),
  edit: (ctx, input, extras) => {
    const { mobileNumber } = input;
    return standardHandlers.edit(ctx, typeof mobileNumber === 'string' ? { ...input, mobileNumber: plainPhone(mobileNumber) } : input, extras);
  },
});

/** Tenant and agent are those of the station. A station that the viewer does not see is answered like one that does not exist. */
const addMobile = async (ctx: Context, draft: Draft<typeof mobileStation.fields>) => {
  const at = (await ctx.rows(station).find(draft.stationId)) ?? noStation(ctx);
  // Two additions at once count one after the other.
  const { rows } = await sql<{
    count: number;
  }>`with locked as (select station_id from station where station_id = ${at.stationId} for update)
    select count(*)::int4 as count from locked join mobile_station m using (station_id) where not m.is_delete`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= MOBILES_MAX) throwRefusal(mobileStationRefusals, 'mobileStation.full', { name: at.stationName, max: MOBILES_MAX });
  const { tenantId, agentId } = at;
  return ctx.rows(mobileStation).insert({ ...draft, tenantId, agentId, mobileNumber: plainPhone(draft.mobileNumber) });
};

const noStation = (ctx: Context): never => {
  const label = ctx.say(mobileStationLabels.fields.stationId);
  return throwRefusal(kitRefusals, 'outOfScope', { label }, { detail: { fields: { stationId: ctx.say(kitRefusals.outOfScope, { label }) } } });
};
