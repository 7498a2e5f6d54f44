import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustmentLines } from './adjustment.rules.ts';
import type { BookedPart } from './adjustment.rules.ts';
import { settlementLines } from './settlement.rules.ts';
import type { SettledCell } from './settlement.rules.ts';

const accounts = {
  payer: 1n,
  receivable: 2n,
  fees: 3n,
  tariffOffer: 4n,
  vipOffer: 5n,
  couponCredit: 6n,
  overrun: 7n,
  cardCredit: 8n,
  pointCredit: 9n,
};
const payers = ['payer', 'tariffOffer', 'vipOffer', 'couponCredit', 'overrun', 'cardCredit', 'pointCredit'] as const;

const cents = fc.bigInt({ min: 0n, max: 500n });
const cell: fc.Arbitrary<SettledCell> = fc.record({
  rateType: fc.integer({ min: 1, max: 4 }),
  rateStage: fc.integer({ min: 0, max: 2 }),
  netCents: cents,
  tariffOfferCents: cents,
  vipOfferCents: cents,
  couponCreditCents: cents,
  overrunCents: cents,
  cardCreditCents: cents,
  pointCreditCents: cents,
});
const cells = fc.uniqueArray(cell, { selector: ({ rateType, rateStage }) => `${rateType}:${rateStage}`, maxLength: 6 });

/** The part of each account in each cell according to the lines; a negative amount was paid. */
const balancesBy = (lines: ReturnType<typeof settlementLines>) => {
  const sums = new Map<string, bigint>();
  const add = (key: string, change: bigint) => sums.set(key, (sums.get(key) ?? 0n) + change);
  for (const { debit, credit, amountCents, feeType, stage } of lines) {
    expect(amountCents).toBeGreaterThan(0n);
    const isPaid = credit === accounts.fees;
    expect(isPaid || debit === accounts.fees).toBe(true);
    const other = isPaid ? debit : credit;
    const account = other === accounts.receivable ? accounts.payer : other;
    add(`${account}:${feeType}:${stage}`, isPaid ? amountCents : -amountCents);
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n));
};

test('what was booked and its adjustment are the bill, in each cell and account; only the net reaches the wallet, and debts come first', () => {
  fc.assert(
    fc.property(cells, cells, cents, (before, after, debtCents) => {
      const first = settlementLines(before, accounts);
      const booked = first.map(({ debit, amountCents, feeType = 0, stage = 0 }): BookedPart => ({
        rateType: feeType,
        rateStage: stage,
        paidBy: payers.find((name) => accounts[name] === debit) ?? 'payer',
        cents: amountCents,
      }));
      const { lines, debtPaidCents } = adjustmentLines({ cells: after, booked, accounts, debtCents });
      expect(balancesBy([...first, ...lines])).toEqual(balancesBy(settlementLines(after, accounts)));
      const sum = (found: typeof lines) => found.reduce((total, { amountCents }) => total + amountCents, 0n);
      const [paid, back] = [lines.filter(({ debit }) => debit === accounts.payer), lines.filter(({ credit }) => credit === accounts.payer)];
      expect(paid.length === 0 || back.length === 0).toBe(true);
      const net = (list: readonly SettledCell[]) => list.reduce((total, { netCents }) => total + netCents, 0n);
      expect(sum(paid) - sum(back) - debtPaidCents).toBe(net(after) - net(before));
      const owed =
        sum(lines.filter(({ debit }) => debit === accounts.receivable)) - sum(lines.filter(({ credit }) => credit === accounts.receivable));
      expect(owed).toBe(-debtPaidCents);
      expect(debtPaidCents >= 0n && debtPaidCents <= debtCents && (sum(back) === 0n || debtPaidCents === debtCents)).toBe(true);
    }),
  );
});
