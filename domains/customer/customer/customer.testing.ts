import { AGENT, AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText, ownerIds, phone } from '#kit/test/nouns/row-makers.ts';
import { customerApi } from './customer.ts';

export const testing = nounTesting({
  name: 'customer',
  rows: rowsByAdding('agent', { add: customerApi.add, key: 'custId', needs: ['vipLevel'] }, async (b, owner) => ({
    ...ownerIds(b, owner),
    custName: markedText(b, owner, 'agent'),
    custPhone: phone(b),
    custType: 2,
    useFundsPool: 0,
    vipInfoId: b.key('vipLevel', owner),
  })),
  bench: {
    sql: [
      `insert into customer (cust_id, tenant_id, agent_id, cust_name, cust_type, cust_phone, currency, create_time)
        select n, ${TENANT}, ${AGENT}, 'Customer ' || n, 1 + n % 2, '13' || lpad(n::text, 9, '0'), 'CNY', ${AT} ${rowsOf()}`,
    ],
  },
  aliases: { phoneUserId: {} },
});
