import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** When the cable of an order was taken out. */
export interface Unplug {
  readonly orderId: string;
  readonly atMs: number;
}

/**
 * Stores when cables were taken out, for orders whose devices cannot report it any more. The trigger on guns stores it for all others, and leaves these
 * as they are. Whatever has been stored of an order stays.
 */
export const enterUnplugs = async (tx: Tx, unplugs: readonly Unplug[]): Promise<void> => {
  if (unplugs.length === 0) return;
  const ids = unplugs.map(({ orderId }) => orderId);
  const times = unplugs.map(({ atMs }) => new Date(atMs));
  await sql`insert into order_unplug (charging_order_id, tenant_id, agent_id, station_id, unplugged_at)
    select o.charging_order_id, o.tenant_id, o.agent_id, o.station_id, u.unplugged_at
    from unnest(${ids}::int8[], ${times}::timestamptz[]) as u (charging_order_id, unplugged_at) join charging_order o using (charging_order_id)
    on conflict do nothing`.execute(tx);
};
