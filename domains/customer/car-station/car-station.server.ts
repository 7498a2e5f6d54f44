import { sql } from 'kysely';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { bindableCars, refuseVoid, stationsToBind } from '../binding/binding.server.ts';
import { carStation, carStationApi } from './car-station.ts';

const { list } = crudHandlers(carStation);

export const carStationRoutes = implement(carStationApi, {
  list,
  ...deleteHandlers(carStation, refuseVoid),
  bind: async (ctx, { carIds, stationIds }) => {
    const cars = await bindableCars(ctx, splitIds(carIds));
    const stations = await stationsToBind(ctx, splitIds(stationIds), cars.tenantId);
    await sql`insert into car_station (tenant_id, agent_id, station_id, car_id, create_by, create_time)
      select s.tenant_id, s.agent_id, s.station_id, k.id, ${ctx.viewer.username}, ${ctx.now}
      from station s cross join unnest(${cars.keys}::int8[]) as k(id) where s.station_id = any(${stations}::int8[])
      on conflict (tenant_id, car_id, station_id) where not is_delete do nothing`.execute(ctx.db);
    return ctx.say(kitWords.changed);
  },
});
