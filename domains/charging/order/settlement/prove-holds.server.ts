import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { ProvedLine } from '#domains/money/server.ts';
import { orderState } from '../order.codes.ts';

const { settled, refunded } = orderState.items;

/** R3: money is held only for orders that exist and are not finished. Runs under the system role. */
export const proveHolds = async (tx: Tx): Promise<ProvedLine> => {
  const { rows } = await sql<{ checked: number; broken: number; subject: string | null }>`
    with held as (
      select 'order ' || h.order_id as subject, o.charging_order_id is null or o.order_state in (${settled.value}, ${refunded.value}) as bad
      from ledger.hold h left join charging_order o on o.charging_order_id = h.order_id where h.state = 'open')
    select count(*)::int4 as checked, (count(*) filter (where bad))::int4 as broken,
      (select string_agg(few.subject, ', ') from (select subject from held where bad order by 1 limit 5) few) as subject from held`.execute(tx);
  return { invariant: 'R3', ...(rows[0] ?? { checked: 0, broken: 0, subject: null }) };
};
