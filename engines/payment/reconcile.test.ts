import { describe, expect, test } from 'vitest';
import { billDayAt, billDayBounds, billDaysDue, billRetryMs, dayAfter, isBillComplete, isBillOverdue } from './bill-days.ts';
import { addLine, addMissing, judgeLine, judgeMissing, mendsOf, noSums } from './reconcile.ts';
import type { BillDifference, BillEntry, OwnEntry } from './reconcile.ts';

const line = (more: Partial<BillEntry> = {}): BillEntry => ({ kind: 'payment', entryNo: 'P1', amountCents: 5000n, isCopy: false, ...more });
const own = (more: Partial<OwnEntry> = {}): OwnEntry => ({ kind: 'payment', entryNo: 'P1', amountCents: 5000n, state: 'booked', ...more });

describe('a line of the bill', () => {
  test('is matched by what is booked, and by a refund on its way', () => {
    expect(judgeLine(line(), own())).toBeUndefined();
    expect(judgeLine(line({ kind: 'refund' }), own({ kind: 'refund', state: 'underway' }))).toBeUndefined();
  });
  test.each([
    ['nobody knows', undefined],
    ['is open here', own({ state: 'open' })],
    ['was refused here', own({ state: 'none' })],
  ])('that %s is theirs only, with its whole amount', (_name, known) => {
    expect(judgeLine(line(), known)).toMatchObject({ is: 'theirsOnly', ownCents: null, billCents: 5000n, differenceCents: 5000n });
  });
  test('of another amount differs by the rest, and a refund by its opposite', () => {
    expect(judgeLine(line({ amountCents: 5001n }), own())).toMatchObject({ is: 'amount', differenceCents: 1n });
    expect(judgeLine(line({ kind: 'refund', amountCents: 5001n }), own({ kind: 'refund' }))).toMatchObject({ is: 'amount', differenceCents: -1n });
  });
  test('that stands twice is doubled, whatever is known of it', () => {
    expect(judgeLine(line({ isCopy: true }), own())).toMatchObject({ is: 'doubled', ownCents: 5000n, differenceCents: 5000n });
    expect(judgeLine(line({ isCopy: true, kind: 'refund' }), own({ kind: 'refund' }))).toMatchObject({ differenceCents: -5000n });
  });
});

test('what no bill has is ours only; near the end of the day it waits for the next bill', () => {
  const entry = { kind: 'payment', entryNo: 'P1', amountCents: 5000n } as const;
  const missing = (atMs: number, nextIsHere: boolean) => judgeMissing({ ...entry, atMs }, { dayEndMs: 86_400_000, nextIsHere });
  expect(missing(86_399_000, false)).toMatchObject({ is: 'oursOnly', waits: true, differenceCents: -5000n });
  expect(missing(86_399_000, true)).toMatchObject({ waits: false });
  expect(missing(80_000_000, false)).toMatchObject({ waits: false });
});

test('the sums of both sides differ by exactly the differences, whatever is lost, doubled, added or changed', () => {
  let seed = 7;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % n;
  };
  for (let round = 0; round < 300; round += 1) {
    const ours = Array.from({ length: random(12) }, (_one, place) =>
      own({ kind: random(3) === 0 ? 'refund' : 'payment', entryNo: `E${place}`, amountCents: BigInt(1 + random(9_999)) }),
    );
    const bill = ours.flatMap((entry) => {
      const same = line({ kind: entry.kind, entryNo: entry.entryNo, amountCents: entry.amountCents });
      const fate = random(8);
      if (fate === 0) return [];
      if (fate === 1) return [same, { ...same, isCopy: true }];
      return fate === 2 ? [{ ...same, amountCents: same.amountCents + BigInt(1 + random(50)) }] : [same];
    });
    if (random(2) === 0) bill.push(line({ entryNo: 'STRANGER', amountCents: 777n }));
    const known = new Map(ours.map((entry) => [entry.entryNo, entry]));
    const differences: BillDifference[] = [];
    let sums = noSums;
    for (const entry of bill) {
      const difference = judgeLine(entry, known.get(entry.entryNo));
      if (difference) differences.push(difference);
      sums = addLine(sums, { ...entry, feeCents: 3n }, difference);
    }
    for (const entry of ours) {
      if (bill.some(({ entryNo }) => entryNo === entry.entryNo)) continue;
      const difference = judgeMissing({ ...entry, atMs: 0 }, { dayEndMs: 86_400_000, nextIsHere: true });
      differences.push(difference);
      sums = addMissing(sums, difference);
    }
    const theirs = sums.paymentCents - sums.refundCents;
    const mine = sums.ownPaymentCents - sums.ownRefundCents;
    expect([round, theirs - mine]).toEqual([round, differences.reduce((sum, { differenceCents }) => sum + differenceCents, 0n)]);
    expect(mine).toBe(ours.reduce((sum, { kind, amountCents }) => sum + (kind === 'payment' ? amountCents : -amountCents), 0n));
    expect(sums.feeCents).toBe(BigInt(bill.length * 3));
    expect(sums.matchedCount + differences.filter(({ is }) => is !== 'oursOnly').length).toBe(bill.length);
  }
});

test('a doubled line is not asked about, and only a payment that is theirs can be given back', () => {
  expect(mendsOf('doubled', 'payment')).toEqual(['book', 'accept']);
  expect(mendsOf('oursOnly', 'payment')).toEqual(['ask', 'book', 'accept']);
  expect(mendsOf('theirsOnly', 'refund')).toEqual(['ask', 'book', 'accept']);
  expect(mendsOf('theirsOnly', 'payment')).toContain('giveBack');
});

describe('the days of bills', () => {
  test('end in Beijing for WeChat Pay and in UTC for Stripe', () => {
    expect(billDayBounds('wechat', '2026-11-25')).toEqual({ fromMs: Date.parse('2026-11-24T16:00Z'), toMs: Date.parse('2026-11-25T16:00Z') });
    expect(billDayAt('wechat', Date.parse('2026-11-24T15:59:59Z'))).toBe('2026-11-24');
    expect(billDayAt('wechat', Date.parse('2026-11-24T16:00Z'))).toBe('2026-11-25');
    expect(billDayAt('stripe', Date.parse('2026-11-24T23:59Z'))).toBe('2026-11-24');
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  });
  test('are due from 10:15 of the next day in Beijing on, and those that were missed with them', () => {
    const at = (time: string) => billDaysDue('alipay', '2026-11-24', Date.parse(time));
    expect(at('2026-11-26T02:14:00Z')).toEqual(['2026-11-24']);
    expect(at('2026-11-26T02:15:00Z')).toEqual(['2026-11-24', '2026-11-25']);
    expect(billDaysDue('alipay', '2026-11-26', Date.parse('2026-11-26T02:15:00Z'))).toEqual([]);
  });
  test('are never those that the provider has thrown away', () => {
    const days = billDaysDue('wechat', '2020-01-01', Date.parse('2026-11-26T12:00Z'));
    expect([days.length, days[0], days.at(-1)]).toEqual([89, '2026-08-29', '2026-11-25']);
  });
  test('an empty bill is believed where we know of nothing, and otherwise a day later', () => {
    const of = (ownCount: number, time: string) =>
      isBillComplete({ lineCount: 0, ownCount }, { kind: 'wechat', day: '2026-11-25', nowMs: Date.parse(time) });
    expect([of(0, '2026-11-26T02:15:00Z'), of(1, '2026-11-26T02:15:00Z'), of(1, '2026-11-27T02:15:00Z')]).toEqual([true, false, true]);
    expect(isBillOverdue('stripe', '2026-11-25', Date.parse('2026-11-27T00:59Z'))).toBe(false);
    expect(isBillOverdue('stripe', '2026-11-25', Date.parse('2026-11-27T01:00Z'))).toBe(true);
  });
  test('a bill that is not there is asked for at growing distances', () => {
    expect([0, 1, 2, 3, 4, 99].map((attempts) => billRetryMs(attempts) / 60_000)).toEqual([10, 10, 30, 60, 120, 120]);
  });
});
