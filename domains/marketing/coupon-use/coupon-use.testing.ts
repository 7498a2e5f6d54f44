import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { BENCH_TERMS } from '../coupon-receive/coupon-receive.testing.ts';

/** A coupon that an order of a station did not reach. */
const usedCoupon = async (b: Builder, owner: Owner): Promise<string> => {
  const receiveId = await b.make('couponReceive', ownerAt(owner, 'agent'));
  const [orderNo, partNo] = [`O${b.next()}${markOf(owner)}`, `P${b.next()}${markOf(owner)}`];
  return inSystem(b.database, async (tx) => {
    const { rows } = await sql<{
      id: bigint;
    }>`insert into coupon_use (tenant_id, agent_id, station_id, coupon_id, coupon_receive_id, main_part_type, main_part_id,
        main_part_no, main_part_name, cust_id, coupon_use_type, state, reason, charging_order_id, charging_order_no, terms, funder, currency)
      select tenant_id, ${b.key('agent', owner)}::int8, ${b.key('station', owner)}::int8, coupon_id, coupon_receive_id, main_part_type, main_part_id,
        ${partNo}::text, main_part_name, cust_id, 2, 4, 'belowLimit', ${b.next()}::int8, ${orderNo}::text, terms, 'tenant', 'CNY'
      from coupon_receive where coupon_receive_id = ${receiveId} returning coupon_use_id as id`.execute(tx);
    return String(rows[0]?.id);
  });
};

export const testing = nounTesting({
  name: 'couponUse',
  rows: { level: 'station', needs: ['couponReceive'], make: usedCoupon },
  bench: {
    sql: [
      `insert into coupon_use (coupon_use_id, tenant_id, agent_id, station_id, coupon_id, coupon_receive_id, main_part_type, main_part_id, main_part_no, main_part_name,
          cust_id, coupon_use_type, state, charging_order_id, charging_order_no, terms, funder, currency, total_order_amount, preferential_amount, use_time, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, n, 1 + n % 2, 1, n, 'O' || n, ${BENCH_TERMS}, 'tenant', 'CNY', 3000, 500, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
});
