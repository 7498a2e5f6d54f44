import { sql } from 'kysely';
import { pileProtocol } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { bindableCards, requireReadable, refuseVoid, stationsToBind } from '../binding/binding.server.ts';
import { cardStation, cardStationApi } from './card-station.ts';

const protocol = valuesOf(pileProtocol);
const { list } = crudHandlers(cardStation);

export const cardStationRoutes = implement(cardStationApi, {
  list,
  ...deleteHandlers(cardStation, refuseVoid),
  bind: async (ctx, { icCardIds, stationIds }) => {
    const cards = await bindableCards(ctx, splitIds(icCardIds));
    const stations = await stationsToBind(ctx, splitIds(stationIds), cards.tenantId);
    requireReadable(await ocppOnly(ctx, stations), cards);
    await sql`insert into ic_card_station (tenant_id, agent_id, station_id, ic_card_id, create_by, create_time)
      select s.tenant_id, s.agent_id, s.station_id, k.id, ${ctx.viewer.username}, ${ctx.now}
      from station s cross join unnest(${cards.keys}::int8[]) as k(id) where s.station_id = any(${stations}::int8[])
      on conflict (tenant_id, ic_card_id, station_id) where not is_delete do nothing`.execute(ctx.db);
    return ctx.say(kitWords.changed);
  },
});

/** The names of those stations that have piles and whose piles all speak OCPP. */
const ocppOnly = async (ctx: Context, stations: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ stationName: string }>`select s.station_name from station s where s.station_id = any(${stations}::int8[])
    and (select bool_and(p.protocol = ${protocol.ocpp16}) from pile p where p.station_id = s.station_id and not p.is_delete) order by 1`.execute(
    ctx.db,
  );
  return rows.map(({ stationName }) => stationName);
};
