import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerOfPhone } from '#domains/customer/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { startPrepaidTestbed } from './prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from './prepaid-testbed.fixture.ts';
import { runFaultyWallet } from './random-faults.fixture.ts';

let bed: PrepaidTestbed;
beforeAll(async () => {
  bed = await startPrepaidTestbed();
});
afterAll(() => bed.close());

const rows = (statement: string, values: readonly unknown[] = []) => bed.server.database.asSuperuser<Record<string, unknown>>(statement, [...values]);
const customer = async (phone: string): Promise<string> =>
  (await inSystem(bed.server.database, (tx) => customerOfPhone(tx, { tenantId: bed.ids.tenantId, phone, name: phone, now: new Date() }))).custId;
const balanceOf = async (custId: string): Promise<bigint> => {
  const [row] = await bed.server.database.asSuperuser<{ posted: bigint }>(
    'select b.posted from ledger.account a join ledger.balance b using (account_id) where a.code = $1',
    [`wallet:customer:${custId}`],
  );
  return row?.posted ?? 0n;
};
const broken = () =>
  rows(`select invariant, subject from ledger.proof() where broken > 0 union all select invariant, subject from money_proof_of_recharge() where broken > 0
    union all select invariant, subject from money_proof_of_prepaid_order() where broken > 0`);

/** `FAULT_SEEDS=1000 npx vitest run …` runs more of them. */
const SEEDS = Number(process.env['FAULT_SEEDS'] ?? 16);

test(`random faults, ${SEEDS} seeds: a wallet has what was paid in and did not go back, to the cent`, async () => {
  let filled = 0;
  let returned = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const custId = await customer(String(13_700_100_000 + seed));
    const made = await runFaultyWallet(bed, custId, seed);
    const paidCents = made.reduce((sum, payNo) => sum + (bed.provider.payments.get(payNo)?.paidCents ?? 0n), 0n);
    const refundedCents = made.reduce((sum, payNo) => sum + bed.provider.refundedCents(payNo), 0n);
    expect([seed, await balanceOf(custId)]).toEqual([seed, paidCents - refundedCents]);
    if (paidCents > 0n) filled += 1;
    if (refundedCents > 0n) returned += 1;
  }
  expect([filled, returned].every((count) => count > SEEDS / 4)).toBe(true);
  const { provider, inTransit } = await bed.books();
  expect([provider, inTransit]).toEqual([bed.provider.balanceCents(), 0n]);
  expect(await broken()).toEqual([]);
}, 1_200_000);

test('the proof of the books finds a recharge without its payment, of another amount, or a payment without its recharge', async () => {
  const custId = await customer('13700200000');
  Object.assign(bed.provider.told, { fault: () => 'none', fate: () => 'now' });
  const { billId } = await bed.fill(custId);
  bed.provider.pay(billId);
  await bed.deliverAll();
  await bed.work();
  expect(await balanceOf(custId)).toBe(5_000n);
  await rows('alter table prepaid_order disable trigger all');
  const bend = async (statement: string): Promise<readonly unknown[]> => {
    await rows(statement, [billId]);
    return (await broken()).map(({ invariant }) => invariant);
  };
  expect(await bend(`update recharge_record set pay_no = 'NOBODY' where pay_no = $1`)).toEqual(['R5']);
  expect(await bend(`update recharge_record set pay_no = $1 where pay_no = 'NOBODY'`)).toEqual([]);
  expect(await bend('update prepaid_order set actual_pay_amount = 4000, order_amount = 4000 where bill_id = $1')).toEqual(['R5']);
  expect(await bend('update prepaid_order set actual_pay_amount = 5000, order_amount = 5000 where bill_id = $1')).toEqual([]);
});
