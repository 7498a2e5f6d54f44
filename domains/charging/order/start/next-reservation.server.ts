import { sql } from 'kysely';
import { orderState } from '#engines/order/codes.ts';
import { closedFromMs, promiseOf } from '#engines/reservation/window.ts';
import type { GunPromise } from '#engines/reservation/window.ts';
import type { Party } from '#domains/customer/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { liveReservationStates, reservationState } from '../reservation.codes.ts';
import { reserveClearMinutes } from './reservation-settings.ts';
import { isOf, lockLiveOrder } from './site-reservation.server.ts';
import type { StartSite } from './start-site.server.ts';

const MINUTE_MS = 60_000;
const { reserved } = valuesOf(reservationState);

/** So long before a window charges of others end. */
export const clearMsOf = async (tx: Tx, tenantId: string, nowMs: number): Promise<number> =>
  MINUTE_MS * (await settingOf({ db: tx, registry: {}, now: new Date(nowMs) }, reserveClearMinutes, tenantId));

/** The next reservation of a gun by somebody else, and what it means for a charge that begins now. */
export interface NextReservation extends GunPromise {
  readonly fromMs: number;
}

export const nextReservation = async (
  tx: Tx,
  {
    site,
    party,
    nowMs,
  }: { readonly site: Pick<StartSite, 'tenantId' | 'cpCode' | 'gunNumber'>; readonly party: Party | undefined; readonly nowMs: number },
): Promise<NextReservation | undefined> => {
  const { rows } = await sql<{
    startTime: Date;
  }>`select r.start_time from reservation_order r join charging_order o on o.charging_order_id = r.charging_order_id
    where r.cp_code = ${site.cpCode} and r.gun_num = ${site.gunNumber} and r.state in (${literals(liveReservationStates)}) and r.expire_time > ${new Date(nowMs)}
      and (o.main_part_type, o.main_part_id) is distinct from (${party?.mainPartType ?? null}::smallint, ${party?.mainPartId ?? null}::bigint)
    order by r.start_time limit 1`.execute(tx);
  const [next] = rows;
  if (!next) return undefined;
  const fromMs = next.startTime.getTime();
  return { fromMs, ...promiseOf({ fromMs }, await clearMsOf(tx, site.tenantId, nowMs), nowMs) };
};

/**
 * The order by which this party may start here: the one that keeps the gun for it, or one whose window begins so soon that the gun is closed to others
 * already. The gun and its orders have been locked.
 */
export const reservedFor = async (tx: Tx, site: StartSite, { party, nowMs }: { readonly party: Party | undefined; readonly nowMs: number }) => {
  const live = await lockLiveOrder(tx, site);
  if (party === undefined || live !== undefined) return live?.row.state === orderState.reserving && isOf(live, party) ? live : undefined;
  return bookedFor(tx, site, { party, nowMs });
};

const bookedFor = async (
  tx: Tx,
  site: StartSite,
  { party, nowMs }: { readonly party: Party; readonly nowMs: number },
): Promise<LoadedOrder | undefined> => {
  const { rows } = await sql<{
    id: bigint;
    startTime: Date;
  }>`select o.charging_order_id as id, r.start_time from reservation_order r join charging_order o on o.charging_order_id = r.charging_order_id
    where r.cp_code = ${site.cpCode} and r.gun_num = ${site.gunNumber} and r.state = ${sql.lit(reserved)} and r.expire_time > ${new Date(nowMs)}
      and o.order_state = ${sql.lit(orderState.initial)} and o.main_part_type = ${party.mainPartType} and o.main_part_id = ${party.mainPartId}
    order by r.start_time limit 1`.execute(tx);
  const [booked] = rows;
  if (!booked || nowMs < closedFromMs(booked.startTime.getTime(), await clearMsOf(tx, site.tenantId, nowMs))) return undefined;
  return lockOrder(tx, { orderId: String(booked.id) });
};
