import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, SampleMaker } from '#kit/test/nouns/noun-testing.ts';

/** A refund into a wallet: it needs no provider, and the books of the test data know nothing of it. */
const makeRefund = async (b: Builder, owner: Owner): Promise<string> => {
  const [orderId, custId, no] = [b.key('chargingOrder', owner), b.key('customer', owner), String(b.next()).padStart(8, '0')];
  const { rows } = await inSystem(b.database, (tx) =>
    sql<{
      id: bigint;
    }>`insert into refund_order (tenant_id, agent_id, station_id, cust_id, charging_order_id, refund_order_no, refund_kind, refund_time, refund_amount,
        currency, refund_state, refund_reason)
      select o.tenant_id, o.agent_id, o.station_id, ${custId}::bigint, o.charging_order_id, ${`REF${no}`}, 5, now(), 100, o.currency, 2, 'goodwill'
      from charging_order o where o.charging_order_id = ${orderId} returning refund_id as id`.execute(tx),
  );
  return String(rows[0]?.id);
};

const orderNo = async ({ own, valueOf }: SampleMaker): Promise<string> => valueOf('chargingOrder', await own('chargingOrder'), 'chargingOrderNo');

export const testing = nounTesting({
  name: 'refundOrder',
  rows: { level: 'station', needs: ['chargingOrder', 'customer'], make: makeRefund },
  bench: {
    sql: [
      `insert into refund_order (tenant_id, agent_id, station_id, cust_id, charging_order_id, refund_order_no, refund_kind, refund_time, refund_amount, currency,
          refund_state, refund_reason, create_time)
        select ${TENANT}, ${AGENT}, n, n, n, 'REF' || n, 5, ${AT}, 100, 'CNY', 2, 'goodwill', ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    goodwill: async (maker) => [{ chargingOrderNo: await orderNo(maker), amount: '1.00', reason: 'a slow charge' }],
    mendAbnormal: async ({ own }) => [{ id: await own('refundOrder'), mendWay: 2, remark: 'the card has gone' }],
    goodwillConfirm: async (maker) => [{ chargingOrderNo: await orderNo(maker), agree: 1 }],
  },
  refusedHere: {
    retry: 'This refund needs no retry',
    mendAbnormal: 'This refund is not abnormal',
    mendConfirm: 'This refund is not abnormal',
    goodwill: 'The order is not in a state for this',
    goodwillConfirm: 'Nothing waits for a second person',
  },
  namesNoRow: ['billId', 'refundOrderNo'],
});
