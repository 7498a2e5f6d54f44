import { sql } from 'kysely';
import { gunState } from '#engines/pile/codes.ts';
import { station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { OFFLINE, STATIONS_MAX } from './monitor.ts';
import type { LiveStation, LiveStations } from './monitor.ts';

interface StationRow {
  stationId: bigint;
  tenantId: bigint;
  stationName: string;
  timezone: string;
  currency: string;
  pileCount: number;
  onlineCount: number;
  gunsByState: Readonly<Record<string, number>>;
  orders: number;
  endedDwh: bigint;
  endedCents: bigint;
  running: LiveStation['running'];
}

/** The stations of the viewer's scope by name, with the states of their guns and today's figures. */
export const readLiveStations = async (ctx: Context, query: { readonly keyword: string; readonly now: Date }): Promise<LiveStations> => {
  const byKeyword = query.keyword === '' ? [] : [{ field: 'stationName', is: 'contains' as const, text: query.keyword }];
  const inUse = { field: 'stationStat', is: 'in' as const, values: [1, 0] };
  const stations = await readStations(ctx, { conditions: [inUse, ...byKeyword], limit: STATIONS_MAX + 1, now: query.now });
  return { hasMore: stations.length > STATIONS_MAX, stations: stations.slice(0, STATIONS_MAX) };
};

/** One station of the viewer's scope, in use or not. Refuses with 404 `missing`. */
export const readLiveStation = async (ctx: Context, query: { readonly stationId: string; readonly now: Date }): Promise<LiveStation> => {
  const [row] = await readStations(ctx, { conditions: [{ field: station.key, is: 'in', values: [query.stationId] }], limit: 1, now: query.now });
  return row ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

interface StationsQuery {
  readonly conditions: readonly Condition[];
  readonly limit: number;
  readonly now: Date;
}

const readStations = async (ctx: Context, { conditions, limit, now }: StationsQuery): Promise<readonly LiveStation[]> => {
  // Keys of jsonb are not column names, so the plugin that renames columns is bypassed.
  const { rows } = await sql<StationRow>`
    with shown as (select t.station_id, t.station_name, t.timezone, t.tenant_id from station as t where ${inScope(ctx, station, conditions)} order by t.station_name, t.station_id limit ${limit})
    select s.station_id as "stationId", s.tenant_id as "tenantId", s.station_name as "stationName", s.timezone, n.currency, p."pileCount", p."onlineCount", g."gunsByState", r.running, o.orders, o."endedDwh", o."endedCents"
    from shown s join tenant n on n.tenant_id = s.tenant_id
    cross join lateral (${pilesOf}) p cross join lateral (${gunsOf}) g cross join lateral (${runningOf}) r cross join lateral (${todayOf(now)}) o
    order by s.station_name, s.station_id`.execute(ctx.db.withoutPlugins());
  return rows.map(stationOf);
};

const pilesOf = sql`select count(*)::int4 as "pileCount", (count(*) filter (where st.online))::int4 as "onlineCount"
  from pile p join pile_state st on st.cp_code = p.cp_code where p.station_id = s.station_id and not p.is_delete`;

const gunsOf = sql`select coalesce(jsonb_object_agg(stat, guns), '{}') as "gunsByState" from (
  select (case when st.online then g.gun_work_stat else ${OFFLINE}::int2 end)::text as stat, count(*) as guns
  from gun g join pile_state st on st.cp_code = g.cp_code where g.station_id = s.station_id and not g.is_delete group by 1) counted`;

const runningOf = sql`select coalesce(jsonb_agg(jsonb_build_object('cpCode', g.cp_code, 'gunNumber', g.gun_number, 'powerW', coalesce(l.charging_power, 0), 'energyDwh', coalesce(l.charging_elec, 0),
    'amountCents', coalesce(l.charging_amount, 0))), '[]') as running
  from gun g join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number
  where g.station_id = s.station_id and g.gun_work_stat = ${sql.lit(gunState.charging)} and g.charging_order_no is not null and not g.is_delete`;

const todayOf = (now: Date) => sql`
  select count(*)::int4 as orders, coalesce(sum(charging_elec) filter (where stop_time is not null), 0)::int8 as "endedDwh", coalesce(sum(billing_amount), 0)::int8 as "endedCents"
  from charging_order where station_id = s.station_id and not is_delete and create_time >= date_trunc('day', ${now}::timestamptz at time zone s.timezone) at time zone s.timezone`;

const stationOf = ({ orders, endedDwh, endedCents, stationId, tenantId, ...row }: StationRow): LiveStation => ({
  ...row,
  stationId: String(stationId),
  tenantId: String(tenantId),
  today: { orders, endedDwh: Number(endedDwh), endedCents: Number(endedCents) },
});
