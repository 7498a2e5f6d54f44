import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, settle } from '../ledger/ledger.server.ts';
import { recordConsume } from './record.server.ts';

/** Settles a bill on the card of a position as charging does it: the booking, then the consume record. */
const settleSample = async (b: Builder, owner: Owner): Promise<string> => {
  const [tenantId, stationId, icCardId] = [b.key('tenant', owner), b.key('station', owner), b.key('card', owner)];
  const orderId = BigInt(b.next());
  const books = { tenantId: BigInt(tenantId), currency: 'CNY', actor: 'worker:settle' };
  const location = { tenantId, agentId: b.key('agent', owner), stationId, cpCode: b.key('pile', owner), gunNumber: 1, currency: 'CNY' };
  const marker = `${markOf(ownerAt(owner, 'agent'))} ${b.next()}`;
  const person = {
    custName: marker,
    userMobile: `138${String(b.next()).padStart(8, '0')}`,
    carVin: `LSW${String(b.next()).padStart(14, '0')}`,
    carNum: marker,
  };
  const party = {
    ...person,
    mainPartType: 2,
    mainPartId: icCardId,
    custId: b.key('customer', owner),
    userName: marker,
    icCardId,
    icCardNo: marker,
  } as const;
  return inSystem(b.database, async (tx) => {
    const specs = [accounts.wallet(`card:${icCardId}`), accounts.receivable(`card:${icCardId}`), accounts.fees(BigInt(stationId))];
    const [wallet = 0n, receivable = 0n, fees = 0n] = await openAccounts(tx, books, specs);
    const billingCents = 10_00n + BigInt(b.next() % 100);
    const lines = [{ debit: wallet, credit: fees, amountCents: billingCents, feeType: 1, stage: 2 }];
    const booking = await settle(tx, books, { orderId, payer: wallet, receivable, lines });
    const order = { ...location, chargingOrderId: String(orderId), chargingOrderNo: `O${orderId}${markOf(owner)}` };
    const energy = { total: 123_000n, tip: 0n, peak: 123_000n, flat: 0n, valley: 0n };
    const bill = { booking, wallet, orderCents: billingCents, billingCents, energy };
    return recordConsume(tx, { order, party, ...bill, at: new Date(), actor: 'worker:settle' });
  });
};

export const testing = nounTesting({
  name: 'consume',
  rows: { level: 'station', needs: ['pile', 'card', 'customer'], make: settleSample },
  bench: {
    sql: [
      `insert into consume_record (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_id, charging_order_no, main_part_type, main_part_id,
          main_part_no, cust_id, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, currency, order_amount, rr_money, rr_before_money, rr_after_money,
          journal_id, create_time)
        select ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 1, n, 'O' || n, 1 + n % 4, n, 'C' || n, n, '13' || n, n, 'C' || n, 'V' || n, 'A' || n, 'CNY', 100, 100, 100,
          0, n, ${AT} ${rowsOf()}`,
    ],
  },
});
