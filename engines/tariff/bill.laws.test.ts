import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { anyBill } from './any-bill.fixture.ts';
import { bill, type Bill } from './bill.ts';
import { type BillInput } from './bill-input.ts';
import { explainBill } from './explain.ts';
import { fineToCents } from './fine.ts';
import { allocateRefund } from './refund.ts';
import { valueOf } from './tariff.fixture.ts';

/** Properties of every bill. */
const everyBill = (law: (result: Bill, order: BillInput) => void): void => {
  fc.assert(
    fc.property(anyBill, (order) => law(valueOf(bill(order)), order)),
    { numRuns: 200 },
  );
};
const add = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

describe('every bill', () => {
  it('is its parts, and no part is negative', () => {
    everyBill((result) => {
      const offers = [result.tariffOfferCents, result.vipOfferCents, result.cardCreditCents, result.couponCreditAmountCents];
      const parts = [result.billingAmountCents, ...offers, result.overrunCents, result.pointCreditCents];
      expect(result.orderAmountCents).toBe(add(parts));
      expect(parts.every((part) => part >= 0n)).toBe(true);
    });
  });

  it('has cells that are their parts, none negative, and that add up to the order by fee and by stage', () => {
    everyBill((result) => {
      for (const rows of [result.cells, result.feeTotals, result.stageTotals]) {
        for (const row of rows) {
          const offers = [row.tariffOfferCents, row.vipOfferCents, row.cardCreditCents, row.couponCreditCents];
          const parts = [row.netCents, ...offers, row.overrunCents, row.pointCreditCents];
          expect(row.grossCents).toBe(add(parts));
          expect(parts.every((part) => part >= 0n)).toBe(true);
        }
        expect(add(rows.map((row) => row.grossCents))).toBe(result.orderAmountCents);
        expect(add(rows.map((row) => row.netCents))).toBe(result.billingAmountCents);
        expect(add(rows.map((row) => row.cardCreditCents))).toBe(result.cardCreditCents);
        expect(add(rows.map((row) => row.couponCreditCents))).toBe(result.couponCreditAmountCents);
        expect(add(rows.map((row) => row.pointCreditCents))).toBe(result.pointCreditCents);
      }
    });
  });

  it('is within half a minor unit of the exact amount, and each cell within one and a half', () => {
    everyBill((result, { tariff }) => {
      const digits = { CNY: 2n, JPY: 0n, KWD: 3n }[tariff.currency] ?? 0n;
      const unit = 90_000_000_000_000n / 10n ** digits;
      const exact = add(result.cells.map((cell) => cell.listFine));
      const error = 2n * (result.orderAmountCents * unit - exact);
      expect(error <= unit && error > -unit).toBe(true);
      for (const { grossCents, listFine } of result.cells) {
        const cellError = 2n * (grossCents * unit - listFine);
        expect(cellError < 3n * unit && cellError > -3n * unit).toBe(true);
        expect(listFine === 0n && grossCents > 0n).toBe(false);
      }
    });
  });

  it('never exceeds the cap, and bears the rest as overrun only then', () => {
    everyBill((result, { capCents }) => {
      const cap = capCents ?? result.billingAmountCents + 1n;
      expect(result.billingAmountCents <= cap).toBe(true);
      expect(result.overrunCents === 0n || result.billingAmountCents + result.pointCreditCents === cap).toBe(true);
    });
  });

  it('costs no more with an offer, a cap or points than without', () => {
    // With points the steps in which they are spent may move, so the other laws are those of what is due before points.
    const dueCents = (input: BillInput): bigint => {
      const { billingAmountCents, pointCreditCents } = valueOf(bill(input));
      return billingAmountCents + pointCreditCents;
    };
    everyBill((result, order) => {
      for (const without of ['vip', 'card', 'coupon', 'capCents'] as const)
        expect(dueCents(order) <= dueCents({ ...order, [without]: undefined })).toBe(true);
      expect(result.billingAmountCents <= valueOf(bill({ ...order, points: undefined })).billingAmountCents).toBe(true);
    });
  });

  it('does not change the offers when points pay', () => {
    everyBill((result, order) => {
      const { cardCreditCents, couponCreditAmountCents, vipOfferCents, overrunCents } = valueOf(bill({ ...order, points: undefined }));
      expect(result).toMatchObject({ cardCreditCents, couponCreditAmountCents, vipOfferCents, overrunCents });
    });
  });

  it('takes nothing for what it does not use, and combines only what allows it', () => {
    everyBill((result, { card, coupon }) => {
      const hasVip = result.vipOfferCents > 0n;
      const hasCard = result.cardCreditCents > 0n;
      const hasCoupon = result.couponCreditAmountCents > 0n;
      expect([hasCard, hasCoupon]).toEqual([result.cardOutcome === 'used', result.couponOutcome === 'used']);
      expect(result.cardEnergyDwh > 0n && !hasCard).toBe(false);
      expect(hasVip && hasCoupon && coupon?.canOverlay === false).toBe(false);
      expect(hasVip && hasCard && card?.overlayVip === false).toBe(false);
      expect(hasCard && hasCoupon && !(coupon?.canOverlay && card?.overlayCoupon)).toBe(false);
    });
  });

  it('spends points in steps, within the balance and their share, and never pays the overrun with them', () => {
    everyBill(({ spentPoints, pointCreditCents, billingAmountCents }, { points }) => {
      const terms = points ?? { balancePoints: 0n, stepPoints: 1n, pointCents: 1n, maxSharePercent: 0 };
      expect(pointCreditCents).toBe(spentPoints * terms.pointCents);
      expect(spentPoints <= terms.balancePoints && spentPoints % terms.stepPoints === 0n).toBe(true);
      expect(pointCreditCents * 100n <= (billingAmountCents + pointCreditCents) * BigInt(terms.maxSharePercent)).toBe(true);
    });
  });

  it('splits the energy by stage without loss', () => {
    everyBill((result, order) => {
      expect(add(result.stageTotals.map((row) => row.energyDwh))).toBe(order.usage.billedDwh);
    });
  });

  it('does not change when its own steps are asked for, and the steps lead to it', () => {
    fc.assert(
      fc.property(anyBill, (order) => {
        const { bill: result, steps } = valueOf(explainBill(order));
        expect(result).toEqual(valueOf(bill(order)));
        const periods = steps.filter((step) => step.kind === 'period');
        const listed = steps.find((step) => step.kind === 'orderAmount')!;
        expect(add(periods.map((step) => step.listFine))).toBe(listed.fine);
        const unshared = steps.filter((step) => 'shares' in step && add(step.shares.map((share) => share.resultCents)) !== step.resultCents);
        expect(unshared).toEqual([]);
        const tariffStep = steps.find((step) => step.kind === 'tariffOffer')!;
        expect(add(periods.map((step) => step.tariffFine))).toBe(tariffStep.afterFine);
        expect(tariffStep.beforeCents - tariffStep.afterCents).toBe(tariffStep.resultCents);
        const digits = steps[0]?.kind === 'tariff' ? steps[0].minorDigits : -1;
        expect(fineToCents(listed.fine, digits)).toBe(listed.resultCents);
      }),
      { numRuns: 100 },
    );
  });
});

describe('every chain of refunds', () => {
  it('empties the cells without ever overdrawing one', () => {
    fc.assert(
      fc.property(anyBill, fc.array(fc.bigInt({ min: 1n, max: 500n }), { minLength: 1, maxLength: 8 }), (order, wishes) => {
        const result = valueOf(bill(order));
        let cells = result.cells.map(({ rateType, rateStage, netCents }) => ({ rateType, rateStage, remainingCents: netCents }));
        for (const wish of [...wishes, 10n ** 15n]) {
          const left = add(cells.map((cell) => cell.remainingCents));
          const refund = cents(wish < left ? wish : left);
          if (refund === 0n) break;
          const given = valueOf(allocateRefund(refund, cells));
          expect(add(given.map((cell) => cell.refundCents))).toBe(refund);
          cells = given.map((cell) => ({ ...cell, remainingCents: cents(cell.remainingCents - cell.refundCents) }));
          expect(cells.every((cell) => cell.remainingCents >= 0n)).toBe(true);
        }
        expect(add(cells.map((cell) => cell.remainingCents))).toBe(0n);
      }),
      { numRuns: 200 },
    );
  });

  it('shares in proportion, and refuses what is not there', () => {
    const cells = [
      { rateType: 2, rateStage: 0, remainingCents: cents(300n) },
      { rateType: 1, rateStage: 4, remainingCents: cents(100n) },
      { rateType: 1, rateStage: 2, remainingCents: cents(200n) },
    ] as const;
    const given = valueOf(allocateRefund(cents(100n), cells));
    expect(given.map((cell) => [cell.rateType, cell.rateStage, cell.refundCents])).toEqual([
      [1, 2, 33n],
      [1, 4, 17n],
      [2, 0, 50n],
    ]);
    expect(allocateRefund(cents(601n), cells)).toEqual({ ok: false, refusal: 'refund.exceedsRemaining' });
    expect(allocateRefund(cents(0n), cells)).toEqual({ ok: false, refusal: 'refund.notPositive' });
    expect(allocateRefund(cents(1n), [{ rateType: 1, rateStage: 0, remainingCents: cents(-1n) }])).toEqual({
      ok: false,
      refusal: 'refund.cellNegative',
    });
  });
});
