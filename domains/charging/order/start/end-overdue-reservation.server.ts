import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { decideOn } from '../lifecycle/decide.server.ts';
import type { Asked } from '../lifecycle/decide.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

/**
 * Ends the reservation of a gun when its time has run out and the job has not been there yet, so that nobody waits for the job; answers its
 * order. Asked before the gun is locked: whoever changes an order locks it before its gun.
 */
export const endOverdue = async (
  tx: Tx,
  gun: { readonly cpCode: string; readonly gunNumber: number },
  asked: Pick<Asked, 'nowMs' | 'actor' | 'wake'>,
): Promise<StoredOrder | undefined> => {
  const { rows } = await sql<{ id: bigint; overdue: boolean }>`select o.charging_order_id as id, r.expire_time <= ${new Date(asked.nowMs)} as overdue
    from charging_order o join reservation_order r on r.charging_order_id = o.charging_order_id
    where o.cp_code = ${gun.cpCode} and o.gun_number = ${gun.gunNumber} and o.order_state = 1 and r.state = 1 for update of o`.execute(tx);
  const [kept] = rows;
  const order = kept?.overdue ? await lockOrder(tx, { orderId: String(kept.id) }) : undefined;
  if (!order) return undefined;
  await decideOn(tx, order, { ...asked, event: { kind: 'tick' } });
  return order.row;
};
