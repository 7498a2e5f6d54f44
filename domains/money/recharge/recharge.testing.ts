import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, RowMaker } from '#kit/test/nouns/noun-testing.ts';
import { rechargeApi } from './recharge.ts';

const draft: NonNullable<RowMaker['draft']> = async (b, owner) => ({
  mainPartType: 2,
  mainPartId: b.key('card', owner),
  rrMoney: `${b.next()}.00`,
  payMethod: 0,
  invoiceCode: markOf(ownerAt(owner, 'agent')),
});

/** A card with a balance. Needs a card. */
export const cardWithBalance = async (b: Builder, owner: Owner): Promise<string> => {
  const icCardId = await b.make('card', owner);
  await b.ok(rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '100.00', payMethod: 0 });
  return icCardId;
};

export const testing = nounTesting({
  name: 'recharge',
  rows: {
    level: 'agent',
    needs: ['card', 'car'],
    draft,
    make: async (b, owner) => textAt(await b.ok(rechargeApi.add, await draft(b, owner)), 'rechargRecordId'),
  },
  bench: {
    sql: [
      `insert into recharge_record (tenant_id, agent_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, rr_before_money,
          rr_after_money, pay_method, recharge_by, recharge_time, journal_id, create_time)
        select ${TENANT}, ${AGENT}, n, 2, n, 'C' || lpad(n::text, 12, '0'), 'Holder ' || n, 'CNY', 100, 0, 100, n % 4, 'bench', ${AT}, n, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    add: async ({ builder, owner, valueOf }) => {
      const byId = await draft(builder, owner);
      const { mainPartId: _named, ...byNumber } = byId;
      return [
        byId,
        { ...byNumber, mainPartNo: await valueOf('card', builder.key('card', owner), 'icCardNo') },
        { ...byId, mainPartType: 3, mainPartId: builder.key('customer', owner) },
        { ...byId, mainPartType: 4, mainPartId: builder.key('car', owner) },
      ];
    },
    reverse: async ({ own }) => [{ rechargRecordId: await own('recharge'), reason: 'a slip' }],
  },
  aliases: { reverseRecordId: {} },
  // Rows that are added have no payment; only those of drivers do.
  namesNoRow: ['invoiceCode', 'recharge.filter payNo'],
});
