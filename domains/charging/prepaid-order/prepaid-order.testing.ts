import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';

/** An unpaid prepaid order: providers are not part of the test data. */
const makePrepaid = async (b: Builder, owner: Owner): Promise<string> => {
  const [cpCode, custId, no] = [b.key('pile', owner), b.key('customer', owner), String(b.next()).padStart(8, '0')];
  const payConfId = b.key('payConf', owner);
  const { rows } = await inSystem(b.database, (tx) =>
    sql<{
      id: bigint;
    }>`insert into prepaid_order (tenant_id, agent_id, station_id, cust_id, bill_id, user_mobile, app_type, order_amount, currency, pay_conf_id, pay_type,
        pay_scene, cp_code, gun_number, expire_time)
      select p.tenant_id, p.agent_id, p.station_id, ${custId}::bigint, ${`PAY${no}`}, ${`138${no}`}, 1, 5000, 'CNY', ${payConfId}::bigint, 2, 1, p.cp_code, 1, now()
      from pile p where p.cp_code = ${cpCode} returning pre_pay_order_id as id`.execute(tx),
  );
  return String(rows[0]?.id);
};

export const testing = nounTesting({
  name: 'prepaidOrder',
  rows: { level: 'station', needs: ['pile', 'customer', 'payConf'], make: makePrepaid },
  bench: {
    sql: [
      `insert into prepaid_order (tenant_id, agent_id, station_id, cust_id, bill_id, user_mobile, app_type, order_amount, currency, pay_conf_id, pay_type, pay_scene,
          cp_code, gun_number, expire_time, create_time)
        select ${TENANT}, ${AGENT}, n, n, 'PAY' || lpad(n::text, 9, '0'), '138' || lpad((n % 100000000)::text, 8, '0'), 1, 5000, 'CNY', 7, 1 + n % 3, 1 + n % 4,
          ${BENCH_PILE}, 1, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    refund: async ({ own }) => [{ id: await own('prepaidOrder'), amount: '1.00', reason: 'asked for' }],
    decide: async ({ own }) => [{ id: await own('prepaidOrder'), decision: 2, remark: 'settled at the provider' }],
    decideConfirm: async ({ own }) => [{ id: await own('prepaidOrder'), agree: 1 }],
  },
  refusedHere: {
    refund: 'No money was received for this order',
    decide: 'This payment has nothing to be decided',
    decideConfirm: 'This payment has nothing to be decided',
  },
  namesNoRow: ['billId'],
});
