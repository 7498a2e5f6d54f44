import { inSystem } from '#kit/db/index.ts';
import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, RowMaker } from '#kit/test/nouns/noun-testing.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import { writeOffApi } from './write-off.ts';

/** A new card with a debt, which no other call recharges. */
const cardWithDebt = async (b: Builder, owner: Owner): Promise<string> => {
  const icCardId = await b.make('card', owner);
  await inSystem(b.database, async (tx) => {
    const books = { tenantId: BigInt(b.key('tenant', owner)), currency: 'CNY', actor: 'worker:adjust' };
    const specs = [accounts.receivable(`card:${icCardId}`), accounts.fees(BigInt(b.key('station', owner)))];
    const [debit = 0n, credit = 0n] = await openAccounts(tx, books, specs);
    return post(tx, books, { kind: 'adjust', source: { type: 'test', id: String(b.next()) }, lines: [{ debit, credit, amountCents: 50_00n }] });
  });
  return icCardId;
};

const draft: NonNullable<RowMaker['draft']> = async (b, owner) => ({
  mainPartType: 2,
  mainPartId: await cardWithDebt(b, owner),
  rrMoney: '0.01',
  reason: `gone ${markOf(ownerAt(owner, 'agent'))}`,
});

export const testing = nounTesting({
  name: 'writeOff',
  rows: {
    level: 'agent',
    needs: ['card'],
    draft,
    make: async (b, owner) => textAt(await b.ok(writeOffApi.add, await draft(b, owner)), 'writeOffId'),
  },
  bench: {
    sql: [
      `insert into write_off (tenant_id, agent_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, owed_before_money,
          owed_after_money, reason, journal_id, create_time)
        select ${TENANT}, ${AGENT}, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, 'CNY', 100, 100, 0, 'Gone', n, ${AT} ${rowsOf()}`,
    ],
  },
});
