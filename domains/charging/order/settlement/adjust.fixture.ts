import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { cardApi, customerApi, reapplyCardEndpoint, vipDiscountApi, vipLevelApi } from '#domains/customer/resources.ts';
import { marketing } from '#domains/marketing/resources.ts';
import { marketingRoutes } from '#domains/marketing/server.ts';
import { money, rechargeApi } from '#domains/money/resources.ts';
import { accounts, moneyRoutes, openAccounts, post } from '#domains/money/server.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import { inSystem } from '#kit/db/index.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { CARD, PILE } from '../../charging-testbed.fixture.ts';

const MINUTE_MS = 60_000;

/** An end record that arrives after the order is settled. */
export interface LateRecord {
  readonly energyDwh: number;
  readonly minutes: number;
}

/**
 * An operator testbed with money, whose card has a discount: electricity costs 1.00 a kWh, of which half is paid, and service 1.00 a minute. So a
 * record with less energy and more time increases one fee and reduces another.
 */
export interface AdjustmentTestbed extends OperatorTestbed {
  /** Settles an order that an operator has ended with its last sample after five minutes. */
  readonly chargeAndSettle: (energyDwh: number) => Promise<{ readonly orderNo: string; readonly startAtMs: number }>;
  /** Sends a late end record; returns its digest. */
  readonly reportLate: (order: { readonly orderNo: string; readonly startAtMs: number }, record: LateRecord) => Promise<string>;
  readonly recharge: (icCardId: string, rrMoney: string) => Promise<string>;
  readonly reapply: (icCardId: string) => Promise<string>;
  /** Removes the amount above the given one from a wallet; debts stay unchanged. */
  readonly leaveInWallet: (walletOwner: string, amountCents: bigint) => Promise<void>;
  /** Balance of a wallet and what its owner owes, in cents. */
  readonly balanceAndDebt: (walletOwner: string) => Promise<readonly [bigint, bigint]>;
  /** Proofs of the books and of the money records that fail, and accounts below zero: none. */
  readonly brokenProofs: () => Promise<readonly unknown[]>;
  /** Amounts of the order's row that the books or the consume records state otherwise: none. */
  readonly disagreements: (orderNo: string) => Promise<readonly unknown[]>;
}

export const startAdjustmentTestbed = async (): Promise<AdjustmentTestbed> => {
  const testbed = await startOperatorTestbed({
    domains: [money, marketing],
    routes: ({ secrets }) => [...moneyRoutes({ secrets }), ...marketingRoutes],
  });
  await addTariffAndDiscount(testbed);
  const card = { no: CARD };
  return { ...testbed, ...pileOf(testbed, card), ...moneyOf(testbed, card), ...proofsOf(testbed) };
};

interface Card {
  /** The card number that charges now. */
  no: string;
}

const pileOf = (testbed: OperatorTestbed, card: Card): Pick<AdjustmentTestbed, 'chargeAndSettle' | 'reportLate'> => ({
  chargeAndSettle: async (energyDwh) => {
    await testbed.plug();
    const startAtMs = testbed.now();
    const orderNo = await testbed.startCharging({ energyDwh, account: card.no, result: { startAtMs } });
    testbed.advance(MINUTE_MS);
    // To the second, however long the machine took for the rest.
    await testbed.sample(orderNo, energyDwh, { atMs: startAtMs + 5 * MINUTE_MS });
    testbed.advance(6 * MINUTE_MS);
    await testbed.plug(1, 2);
    await testbed.server.ok(testbed.anna, chargingOrderApi.manualEnd, { chargingOrderNo: orderNo, reason: 'the pile is silent' });
    await testbed.worker.poll();
    return { orderNo, startAtMs };
  },
  reportLate: async ({ orderNo, startAtMs }, { energyDwh, minutes }) => {
    const digest = randomBytes(32).toString('hex');
    const record: EndRecord = {
      kind: 'endRecord',
      chargingOrderNo: orderNo,
      gunNumber: 1,
      orderType: 1,
      stopAtMs: startAtMs + minutes * MINUTE_MS,
      energyDwh,
      stopMeterDwh: 2_000_000 + energyDwh,
      stopReason: 1,
      checkCode: 'ok',
      fromStore: true,
      digest,
    };
    const answer = await testbed.charging.handlers.endRecord(testbed.pile, record);
    if (answer.result !== 0) throw new Error(`the record was answered ${answer.result}`);
    // Each record is stored at a different time.
    testbed.advance(1_000);
    await testbed.worker.poll();
    return digest;
  },
});

const moneyOf = (
  { server, deps, ids, anna }: OperatorTestbed,
  card: Card,
): Pick<AdjustmentTestbed, 'recharge' | 'reapply' | 'leaveInWallet' | 'balanceAndDebt'> => {
  const balanceAndDebt: AdjustmentTestbed['balanceAndDebt'] = async (walletOwner) => {
    const rows = await server.database.asSuperuser<{ code: string; posted: bigint }>(
      'select code, posted from ledger.balances(array(select account_id from ledger.account where code = any($1)))',
      [[`wallet:${walletOwner}`, `receivable:${walletOwner}`]],
    );
    const of = (code: string) => rows.find((row) => row.code.startsWith(code))?.posted ?? 0n;
    return [of('wallet'), of('receivable')];
  };
  return {
    balanceAndDebt,
    recharge: async (icCardId, rrMoney) =>
      (await server.ok(anna, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney, payMethod: 0 })).rechargRecordId,
    reapply: async (icCardId) => {
      const newIcCardNo = `NEW${randomBytes(4).toString('hex').toUpperCase()}`;
      const key = { 'idempotency-key': newIcCardNo };
      const { result } = await server.call(anna, reapplyCardEndpoint, { icCardId, newIcCardNo, csrReason: 'lost' }, key);
      card.no = result.icCardNo;
      return result.icCardId;
    },
    leaveInWallet: async (walletOwner, amountCents) => {
      const [posted] = await balanceAndDebt(walletOwner);
      if (posted <= amountCents) return;
      await inSystem(deps.database, async (tx) => {
        const books = { tenantId: BigInt(ids.tenantId), currency: 'CNY', actor: 'test' };
        const [wallet = 0n, cash = 0n] = await openAccounts(tx, books, [accounts.wallet(walletOwner), accounts.cash()]);
        const source = { type: 'test', id: randomBytes(6).toString('hex') };
        await post(tx, books, { kind: 'writeoff', source, lines: [{ debit: wallet, credit: cash, amountCents: posted - amountCents }] });
      });
    },
  };
};

const proofsOf = ({ server, deps, brokenInvariants }: OperatorTestbed): Pick<AdjustmentTestbed, 'brokenProofs' | 'disagreements'> => ({
  brokenProofs: async () => {
    const { rows } = await inSystem(deps.database, (tx) => sql`select invariant, subject from money_record_proof() where broken > 0`.execute(tx));
    const below = await server.database.asSuperuser(
      `select code, posted from ledger.balances(array(select account_id from ledger.account where class in ('L', 'X') or code like 'receivable:%')) where posted < 0`,
    );
    return [...(await brokenInvariants()), ...rows, ...below];
  },
  disagreements: (orderNo) => server.database.asSuperuser(DISAGREEMENTS, [orderNo]),
});

/** The order's amounts by account and fee, its debt and its energies: according to its row, to the books and to the records. */
const DISAGREEMENTS = `
  with o as (select * from charging_order where charging_order_no = $1),
  booked as (
    select p.fee_type, split_part(case when k.class = 'R' then d.code else k.code end, ':', 1) as account, sum(case when k.class = 'R' then p.amount else -p.amount end) as cents
    from o join ledger.journal j on j.order_id = o.charging_order_id and j.kind in ('settle', 'adjust') join ledger.posting p using (journal_id)
    join ledger.account d on d.account_id = p.debit_id join ledger.account k on k.account_id = p.credit_id group by 1, 2
  ),
  told as (
    select sum(case is_refund when 1 then -order_amount else order_amount end) as listed, sum(case is_refund when 1 then -rr_money else rr_money end) as billed,
      sum(receivable_money - debt_paid_money) as owed, sum(charging_elec) as elec, sum(charging_elec_flat) as flat
    from consume_record where charging_order_no = $1
  ),
  of as (select name, (select coalesce(sum(cents), 0) from booked where account = any(accounts) and (fee is null or fee_type = fee)) as booked, expected from o, lateral (values
    ('tariff', array['tariff_offer'], null::int, tariff_offer), ('vip', array['vip_offer'], null, vip_offer), ('coupon', array['coupon'], null, coupon_credit_amount),
    ('overrun', array['overrun'], null, overrun_amount), ('card', array['privilege_card'], null, card_credit_amount), ('points', array['points'], null, point_credit_amount),
    ('unpaid', array['receivable'], null, shortfall_amount), ('all', array['wallet', 'receivable'], null, billing_amount),
    ('elec', array['wallet', 'receivable'], 1, elec_amount), ('srv', array['wallet', 'receivable'], 2, srv_amount)) as v (name, accounts, fee, expected))
  select name, booked, expected from of where booked <> expected
  union all
  select name, told, expected from o, told, lateral (values ('listed', listed, order_amount), ('billed', billed, billing_amount), ('owed', owed, shortfall_amount),
    ('energy', elec, charging_elec), ('flat', flat, charging_elec_flat)) as v (name, told, expected) where told is distinct from expected`;

const addTariffAndDiscount = async ({ server, ids, anna }: OperatorTestbed): Promise<void> => {
  const { rateRuleId } = await server.ok(anna, rateRuleApi.add, { rateRuleName: 'By energy and by hour' });
  const period = (rate: string, rateStage: number) => [{ startTime: '00:00', rateStage, rateDiscount: 100, rate }];
  await server.ok(anna, rateMonthApi.saveMonth, {
    rateRuleId,
    month: 1,
    fees: [
      { rateType: 1, billMode: 1, periods: period('1.00000', 3) },
      { rateType: 2, billMode: 2, periods: period('60.00000', 0) },
    ],
  });
  await server.ok(anna, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(anna, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  await server.ok(anna, pilePolicyApi.setRateRule, { cpCodes: PILE, rateRuleId });
  const { vipLevelId } = await server.ok(anna, vipLevelApi.add, { vipLevelName: 'Half', vipLevelVal: 1 });
  await server.ok(anna, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 50 });
  const company = { custName: 'Half Co', custPhone: '02188880000', custType: 2, useFundsPool: 0, vipInfoId: vipLevelId };
  const { custId } = await server.ok(anna, customerApi.add, company);
  await server.ok(anna, cardApi.edit, { icCardId: ids.icCardId, custId });
};
