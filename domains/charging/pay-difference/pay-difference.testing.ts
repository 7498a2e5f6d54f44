import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';

/** An open difference of one cent in a day of a bill. */
const makeDifference = async (b: Builder, owner: Owner): Promise<string> => {
  const payBillDayId = b.key('payBillDay', owner);
  const { rows } = await inSystem(b.database, (tx) =>
    sql<{
      id: bigint;
    }>`insert into pay_difference (tenant_id, pay_conf_id, pay_bill_day_id, bill_day, difference_kind, entry_kind, entry_no, pay_no, bill_amount,
        difference_amount, currency, seen_at)
      select d.tenant_id, d.pay_conf_id, d.pay_bill_day_id, d.bill_day, 2, 1, no, no, 1, 1, d.currency, now()
      from pay_bill_day d, (select ${`DIF${String(b.next()).padStart(8, '0')}`}::text as no) n where d.pay_bill_day_id = ${payBillDayId}
      returning pay_difference_id as id`.execute(tx),
  );
  return String(rows[0]?.id);
};

export const testing = nounTesting({
  name: 'payDifference',
  rows: { level: 'tenant', needs: ['payBillDay'], make: makeDifference },
  bench: {
    sql: [
      `insert into pay_difference (tenant_id, pay_conf_id, pay_bill_day_id, bill_day, difference_kind, entry_kind, entry_no, pay_no, bill_amount, difference_amount, currency,
          difference_state, seen_at, create_time)
        select ${TENANT}, n, n, date '2026-01-01', 2, 1, 'DIF' || n, 'DIF' || n, 1, 1, 'CNY', n % 3, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    ask: async ({ own }) => [{ id: await own('payDifference') }],
    mend: async ({ own }) => [{ id: await own('payDifference'), mend: 2, remark: 'a rounding of the provider' }],
    confirm: async ({ own }) => [{ id: await own('payDifference'), agree: 1 }],
  },
  refusedHere: { confirm: 'Nothing waits for a second person' },
  namesNoRow: ['entryNo', 'payNo'],
});
