import { describe, expect, it } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { atMs, feeOf, tariffOf, valueOf } from '#engines/tariff/tariff.fixture.ts';
import { bill } from '#engines/tariff/bill.ts';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import { billByFractions } from './bill-oracle.ts';
import { differences } from './compare.ts';
import { randomOrders, type RandomOrder } from './random-orders.ts';
import { usageByMinutes } from './usage-oracle.ts';

const ORDERS = 20_000;

const take = (seed: number, count: number): RandomOrder[] => {
  const orders: RandomOrder[] = [];
  for (const order of randomOrders(seed)) {
    if (orders.length === count) break;
    orders.push(order);
  }
  return orders;
};

describe('the oracle', () => {
  it(`agrees with the engine on ${ORDERS} random orders`, () => {
    const wrong: string[] = [];
    let number = 0;
    for (const order of randomOrders(20_260_701)) {
      number += 1;
      for (const difference of differences(order)) wrong.push(`order ${number}: ${difference}`);
      if (number === ORDERS || wrong.length > 20) break;
    }
    expect(wrong).toEqual([]);
    expect(number).toBe(ORDERS);
  });

  it('is right by hand: twenty minutes over a border, in the hour that Berlin has twice', () => {
    const tariff = tariffOf(
      [
        feeOf(1, [
          [0, 3, 70_000],
          [5, 2, 90_000],
        ]),
        feeOf(2, [[0, 0, 360_000]], 2),
      ],
      { zone: 'Europe/Berlin', currency: 'EUR' },
    );
    const order = {
      tariff,
      start: { atMs: atMs('2026-10-25T01:20:00Z'), meterDwh: 0n }, // 02:20 winter time; slot 4
      stop: { atMs: atMs('2026-10-25T01:40:00Z'), meterDwh: 20_000n },
      samples: [{ atMs: atMs('2026-10-25T01:30:00Z'), meterDwh: 15_000n }],
    };
    const usage = usageByMinutes(order);
    expect([usage.slotDwh[4], usage.slotDwh[5], usage.slotSeconds[4], usage.slotSeconds[5]]).toEqual([15_000n, 5_000n, 600, 600]);
    // 1.5 x 0.70 + 0.5 x 0.90 + 1200 s at 3.60 an hour
    expect(billByFractions(order, usage).map((cell) => cell.gross)).toEqual([45n, 105n, 120n, 0n, 0n]);
  });

  it('draws the awkward kinds of orders, not only plain ones', () => {
    const seen = {
      summerTime: 0,
      overMonth: 0,
      longerThanDay: 0,
      byHour: 0,
      fifthStage: 0,
      jammed: 0,
      couponLost: 0,
      vipLost: 0,
      cardLost: 0,
      cardUsed: 0,
      allTogether: 0,
      pointsSpent: 0,
      overrun: 0,
      free: 0,
      bent: 0,
    };
    for (const order of take(7, 3_000)) {
      const usage = valueOf(sliceBySlots({ zone: order.tariff.zone, ...order }));
      const result = valueOf(bill({ ...order, startMs: order.start.atMs, usage }));
      const hours = (order.stop.atMs - order.start.atMs) / 3_600_000;
      const fees = order.tariff.months[result.month - 1]!.fees;
      if (hours < 24 && usage.slotSeconds.some((seconds) => seconds > 1_801)) seen.summerTime += 1;
      if (new Date(order.start.atMs).getUTCMonth() !== new Date(order.stop.atMs).getUTCMonth()) seen.overMonth += 1;
      if (hours > 24) seen.longerThanDay += 1;
      if (fees.some((fee) => fee.billMode === 2)) seen.byHour += 1;
      if (result.cells.some((cell) => cell.rateStage === 5)) seen.fifthStage += 1;
      if (result.cells.some((cell) => cell.tariffOfferCents > 0n && cell.listFine === cell.tariffFine)) seen.jammed += 1;
      if (result.couponOutcome === 'otherBetter') seen.couponLost += 1;
      if (result.vipOutcome === 'otherBetter') seen.vipLost += 1;
      if (result.cardOutcome === 'otherBetter') seen.cardLost += 1;
      if (result.cardEnergyDwh > 0n && result.cardEnergyDwh < usage.billedDwh) seen.cardUsed += 1;
      if (result.vipOfferCents > 0n && result.cardCreditCents > 0n && result.couponCreditAmountCents > 0n) seen.allTogether += 1;
      if (result.spentPoints > 0n) seen.pointsSpent += 1;
      if (result.overrunCents > 0n) seen.overrun += 1;
      if (result.orderAmountCents > 0n && result.billingAmountCents === cents(0n)) seen.free += 1;
      if (usage.bentSamples > 0) seen.bent += 1;
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
  });

  it('gives the same orders for the same seed', () => {
    expect(take(3, 40)).toEqual(take(3, 40));
    expect(take(3, 40)).not.toEqual(take(4, 40));
  });
});
