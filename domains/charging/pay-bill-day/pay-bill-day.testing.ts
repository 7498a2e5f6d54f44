import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';

/** A day that waits for its bill: providers are not part of the test data. */
const makeDay = async (b: Builder, owner: Owner): Promise<string> => {
  const payConfId = b.key('payConf', owner);
  const { rows } = await inSystem(b.database, (tx) =>
    sql<{ id: bigint }>`insert into pay_bill_day (tenant_id, pay_conf_id, pay_type, bill_day, currency)
      select c.tenant_id, c.pay_conf_id, c.pay_type, date '2025-01-01' + ${b.next()}::int, 'CNY' from pay_conf c where c.pay_conf_id = ${payConfId}
      returning pay_bill_day_id as id`.execute(tx),
  );
  return String(rows[0]?.id);
};

export const testing = nounTesting({
  name: 'payBillDay',
  rows: { level: 'tenant', needs: ['payConf'], make: makeDay },
  bench: {
    sql: [
      `insert into pay_bill_day (tenant_id, pay_conf_id, pay_type, bill_day, currency, bill_state, wants_bill, fetch_time, compare_time, create_time)
        select ${TENANT}, n, 1 + n % 3, date '2026-01-01', 'CNY', 1 + n % 3, false, ${AT}, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
  samples: { fetch: async ({ own }) => [{ id: await own('payBillDay') }] },
});
