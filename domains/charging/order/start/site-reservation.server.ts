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

/** The live order of a gun, locked. */
export const lockLiveOrder = async (tx: Tx, { liveOrderNo }: Pick<StartSite, 'liveOrderNo'>): Promise<LoadedOrder | undefined> =>
  liveOrderNo === null ? undefined : lockOrder(tx, { orderNo: liveOrderNo });

/** Whether the live order of a gun belongs to this party. */
export const isOf = ({ row }: Pick<LoadedOrder, 'row'>, party: Pick<Party, 'mainPartType' | 'mainPartId'> | undefined): boolean =>
  row.mainPartType === party?.mainPartType && row.mainPartId === party.mainPartId;

/** The live order of a gun if it reserves the gun for this party; undefined if the gun is not reserved, or reserved for another party. */
export const reservationOf = (live: LoadedOrder | undefined, party: Party | undefined): LoadedOrder | undefined =>
  live && live.row.state === orderState.reserving && isOf(live, party) ? live : undefined;

/**
 * Ends the expired reservation of a gun that the job has not ended yet, so that the job need not be waited for. It must be called before the gun is
 * locked, because every change of an order locks the order before its gun.
 */
export const endOverdueReservation = async (work: OrderWork, gun: { readonly cpCode: string; readonly gunNumber: number }): Promise<void> => {
  const { rows } = await sql<{ id: bigint; overdue: boolean }>`select o.charging_order_id as id, r.expire_time <= ${new Date(work.nowMs)} as overdue
    from charging_order o join reservation_order r on r.charging_order_id = o.charging_order_id
    where o.cp_code = ${gun.cpCode} and o.gun_number = ${gun.gunNumber} and o.order_state = ${sql.lit(orderState.reserving)} and r.state = ${sql.lit(reserved)} for update of o`.execute(
    work.tx,
  );
  const [reservation] = rows;
  if (reservation?.overdue) await decide(work, { orderId: String(reservation.id) }, { event: { kind: 'tick' } });
};
