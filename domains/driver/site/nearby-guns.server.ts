import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { gunState, pileState } from '#engines/pile/codes.ts';
import { liveOrderStates } from '#engines/order/codes.ts';
import { prepayState } from '#engines/payment/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import type { DriverNearbyGun } from '../gun-view/gun-view.ts';
import type { DriverSite } from './driver-site.server.ts';

const NEARBY_MAX = 3;
const NEARBY_M = 5_000;
/** Positions are millionths of a degree; on a meridian one of them is so long. */
const M_OF_MICRODEGREE = 0.111_32;

const { enabled } = entityState;

/** Free guns of the same tenant at other piles: those of the same station first, then those of stations near it. */
export const nearbyGuns = async (tx: Tx, { tenantId, stationId, cpCode }: DriverSite, now: Date): Promise<readonly DriverNearbyGun[]> => {
  const { rows } = await sql<{ stationName: string; isHere: boolean; pileNo: string; gunNo: number; distanceM: number }>`with around as (
      select s.station_id, s.agent_id, s.station_name, s.station_id = o.station_id as is_here,
        case when s.station_id = o.station_id then 0 else ${M_OF_MICRODEGREE} * sqrt(((s.gps_x - o.gps_x) * cos(radians(o.gps_y / 1e6))) ^ 2 + (s.gps_y - o.gps_y) ^ 2) end as distance_m
      from station o join station s on s.tenant_id = o.tenant_id
      where o.station_id = ${stationId} and s.tenant_id = ${tenantId} and s.station_stat = ${sql.lit(enabled)} and not s.is_delete)
    select n.station_name, n.is_here, g.cp_code as pile_no, g.gun_number as gun_no, round(n.distance_m)::int4 as distance_m
    from around n join gun g on g.station_id = n.station_id join pile p on p.cp_code = g.cp_code join agent a on a.agent_id = n.agent_id
    where n.distance_m <= ${NEARBY_M} and g.cp_code <> ${cpCode} and not g.is_delete and not p.is_delete
      and a.agent_stat = ${sql.lit(enabled)} and p.cp_stat = ${sql.lit(enabled)} and p.rate_rule_id is not null
      and p.cp_work_stat not in (${literals(awayStates)}) and g.gun_work_stat = ${sql.lit(gunState.idle)}
      and not exists (select from charging_order c where c.cp_code = g.cp_code and c.gun_number = g.gun_number and c.order_state in (${literals(liveOrderStates)}))
      and not exists (select from driver_order d join prepaid_order q on q.pre_pay_order_id = d.pre_pay_order_id
        where d.cp_code = g.cp_code and d.gun_number = g.gun_number and q.pay_state = ${sql.lit(prepayState.unpaid)} and q.expire_time > ${now})
    order by n.distance_m, g.cp_code, g.gun_number limit ${NEARBY_MAX}`.execute(tx);
  return rows.map(({ stationName, isHere, ...gun }) => ({ ...gun, stationName: isHere ? null : stationName }));
};

const awayStates: readonly number[] = [pileState.offline, pileState.disabled, pileState.upgrading, pileState.fault];
