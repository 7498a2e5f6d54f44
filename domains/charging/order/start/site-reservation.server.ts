import { sql } from 'kysely';
import { orderState } from '#engines/order/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { decide } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { liveReservationStates } from '../reservation.codes.ts';
import type { StartSite } from './start-site.server.ts';

/** The live order of a gun, locked. */
export const lockLiveOrder = async (tx: Tx, { liveOrderNo }: Pick<StartSite, 'liveOrderNo'>): Promise<LoadedOrder | undefined> =>
  liveOrderNo === null ? undefined : lockOrder(tx, { orderNo: liveOrderNo });

/** Whether the live order of a gun belongs to this party. */
export const isOf = ({ row }: Pick<LoadedOrder, 'row'>, party: Pick<Party, 'mainPartType' | 'mainPartId'> | undefined): boolean =>
  row.mainPartType === party?.mainPartType && row.mainPartId === party.mainPartId;

/**
 * Brings the reservations of a gun up to date: one that has expired ends, one whose window has begun keeps the gun. Neither a job nor a timer need be
 * waited for. It must be called before the gun is locked, because every change of an order locks the order before its gun.
 */
export const updateReservations = async (work: OrderWork, gun: { readonly cpCode: string; readonly gunNumber: number }): Promise<void> => {
  const now = new Date(work.nowMs);
  const { rows } = await sql<{
    id: bigint;
    isDue: boolean;
  }>`select o.charging_order_id as id, r.expire_time <= ${now} or (r.start_time <= ${now} and o.order_state = ${sql.lit(orderState.initial)}) as is_due
    from charging_order o join reservation_order r on r.charging_order_id = o.charging_order_id
    where r.cp_code = ${gun.cpCode} and r.gun_num = ${gun.gunNumber} and r.state in (${literals(liveReservationStates)}) order by r.start_time for update of o`.execute(
    work.tx,
  );
  for (const { id, isDue } of rows) if (isDue) await decide(work, { orderId: String(id) }, { event: { kind: 'tick' } });
};
