import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { RowMaker } from '#kit/test/nouns/noun-testing.ts';
import { openingBalanceApi } from './opening-balance.ts';

/** A new card, because a party begins once. */
const draft: NonNullable<RowMaker['draft']> = async (b, owner) => ({
  mainPartType: 2,
  mainPartId: await b.make('card', owner),
  openingMoney: '12.00',
  oldNo: markOf(ownerAt(owner, 'agent')),
});

export const testing = nounTesting({
  name: 'openingBalance',
  rows: {
    level: 'agent',
    needs: ['card'],
    draft,
    make: async (b, owner) => textAt(await b.ok(openingBalanceApi.add, await draft(b, owner)), 'openingBalanceId'),
  },
  bench: {
    sql: [
      `insert into opening_balance (tenant_id, agent_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, opening_money, proposed_by,
          proposed_by_id, create_time)
        select ${TENANT}, ${AGENT}, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, 'CNY', 100, 'bench', 1, ${AT} ${rowsOf()}`,
    ],
  },
  // The rows of the matrix are brought by the administrator who has made its viewers.
  refusedHere: {
    book: 'admin has set up the account, password, phone or rights of you both within the last 7 days; somebody else has to confirm',
  },
  namesNoRow: ['oldNo'],
});
