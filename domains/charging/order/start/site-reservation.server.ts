import { sql } from 'kysely';
import { orderState } from '#engines/order/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { decide } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { reservationState } from '../reservation.codes.ts';
import type { StartSite } from './start-site.server.ts';

const { reserved } = valuesOf(reservationState);

/** The order that lives on a gun, locked. */
export const lockLiveOrder = async (tx: Tx, { liveOrderNo }: Pick<StartSite, 'liveOrderNo'>): Promise<LoadedOrder | undefined> =>
  liveOrderNo === null ? undefined : lockOrder(tx, { orderNo: liveOrderNo });

/** Whether the order that lives on a gun is this very party's. */
export const isOf = ({ row }: Pick<LoadedOrder, 'row'>, party: Pick<Party, 'mainPartType' | 'mainPartId'> | undefined): boolean =>
  row.mainPartType === party?.mainPartType && row.mainPartId === party.mainPartId;

/** The live order of a gun where the gun is reserved by it for this very party; undefined when it is reserved for nobody, or somebody else. */
export const reservationOf = (live: LoadedOrder | undefined, party: Party | undefined): LoadedOrder | undefined =>
  live && live.row.state === orderState.reserving && isOf(live, party) ? live : undefined;

/**
 * Ends the reservation of a gun when its time has run out and the job has not ended it yet, so that nobody waits for the job. To be called before
 * the gun is locked: whoever changes an order locks it before its gun.
 */
export const endOverdueReservation = async (work: OrderWork, gun: { readonly cpCode: string; readonly gunNumber: number }): Promise<void> => {
  const { rows } = await sql<{ id: bigint; overdue: boolean }>`select o.charging_order_id as id, r.expire_time <= ${new Date(work.nowMs)} as overdue
    from charging_order o join reservation_order r on r.charging_order_id = o.charging_order_id
    where o.cp_code = ${gun.cpCode} and o.gun_number = ${gun.gunNumber} and o.order_state = ${sql.lit(orderState.reserving)} and r.state = ${sql.lit(reserved)} for update of o`.execute(
    work.tx,
  );
  const [kept] = rows;
  if (kept?.overdue) await decide(work, { orderId: String(kept.id) }, { event: { kind: 'tick' } });
};
