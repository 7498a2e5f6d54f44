import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { ownerAt } from '#kit/test/nouns/owner.ts';

/** A payment whose card was withdrawn from sale before the money arrived. */
const makeCardPayment = async (b: Builder, owner: Owner): Promise<string> => {
  const prePayOrderId = await b.make('prepaidOrder', ownerAt(owner, 'station'));
  const cardId = b.key('privilegeCard', ownerAt(owner, 'agent'));
  await inSystem(b.database, (tx) =>
    sql`insert into privilege_card_payment (pre_pay_order_id, tenant_id, privilege_card_id, cust_id, price, currency, main_part_no, refusal, done_time)
      select pre_pay_order_id, tenant_id, ${cardId}::int8, cust_id, 3000, 'CNY', user_mobile, 'privilegeCard.offSale', now()
      from prepaid_order where pre_pay_order_id = ${prePayOrderId}`.execute(tx),
  );
  return prePayOrderId;
};

export const testing = nounTesting({
  name: 'privilegeCardPayment',
  rows: { level: 'tenant', needs: ['privilegeCard', 'prepaidOrder'], make: makeCardPayment },
  bench: {
    sql: [
      `insert into privilege_card_payment (pre_pay_order_id, tenant_id, privilege_card_id, cust_id, price, currency, main_part_no, refusal, done_time, create_time)
        select n, ${TENANT}, n, n, 3000, 'CNY', '138' || lpad((n % 100000000)::text, 8, '0'), case when n % 10 = 0 then 'privilegeCard.offSale' end,
          case when n % 10 = 0 then ${AT} end, ${AT} ${rowsOf()}`,
    ],
  },
});
