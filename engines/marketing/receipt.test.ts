import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptState } from './codes.ts';
import { advanceReceipt, type Receipt, type ReceiptEvent } from './receipt.ts';
import { windowOfUse } from './validity.ts';

const at = (text: string): number => Date.parse(text);
const fresh: Receipt = { state: receiptState.usable, orderNo: null, beginsAtMs: 1_000, expiresAtMs: 5_000 };
const after = (receipt: Receipt, event: ReceiptEvent, nowMs: number): Receipt => {
  const outcome = advanceReceipt(receipt, event, nowMs);
  return outcome.ok ? outcome.value : receipt;
};
const refusalOf = (receipt: Receipt, event: ReceiptEvent, nowMs: number) => {
  const outcome = advanceReceipt(receipt, event, nowMs);
  return outcome.ok ? undefined : outcome.refusal;
};

describe('a received coupon', () => {
  it('is reserved by one order, used once, and given back when that order is refunded', () => {
    const reserved = after(fresh, { kind: 'reserve', orderNo: 'A' }, 2_000);
    expect(reserved).toMatchObject({ state: receiptState.reserved, orderNo: 'A' });
    expect(after(reserved, { kind: 'reserve', orderNo: 'A' }, 2_500)).toBe(reserved);
    expect(refusalOf(reserved, { kind: 'reserve', orderNo: 'B' }, 2_500)).toBe('coupon.reservedElsewhere');
    // Reserved across its end, it stays valid for its order.
    const used = after(reserved, { kind: 'use', orderNo: 'A' }, 9_000);
    expect(used.state).toBe(receiptState.used);
    expect(after(used, { kind: 'use', orderNo: 'A' }, 9_500)).toBe(used);
    expect(refusalOf(used, { kind: 'reserve', orderNo: 'B' }, 4_000)).toBe('coupon.usedAlready');
    expect(after(used, { kind: 'giveBack', orderNo: 'B', graceMs: 0 }, 4_000)).toBe(used);
    expect(after(used, { kind: 'giveBack', orderNo: 'A', graceMs: 0 }, 4_000)).toMatchObject({ state: receiptState.usable, orderNo: null });
    expect(after(used, { kind: 'giveBack', orderNo: 'A', graceMs: 0 }, 9_000).state).toBe(receiptState.expired);
    expect(after(used, { kind: 'giveBack', orderNo: 'A', graceMs: 7_000 }, 9_000)).toMatchObject({ state: receiptState.usable, expiresAtMs: 16_000 });
  });

  it('is not valid before its time and after it, however late anybody looks', () => {
    expect(refusalOf(fresh, { kind: 'reserve', orderNo: 'A' }, 999)).toBe('coupon.notYetValid');
    expect(after(fresh, { kind: 'reserve', orderNo: 'A' }, 4_999).state).toBe(receiptState.reserved);
    expect(refusalOf(fresh, { kind: 'reserve', orderNo: 'A' }, 5_000)).toBe('coupon.expired');
    expect(after(fresh, { kind: 'clock' }, 5_000).state).toBe(receiptState.expired);
    const reserved = after(fresh, { kind: 'reserve', orderNo: 'A' }, 2_000);
    expect(after(reserved, { kind: 'release', orderNo: 'A' }, 3_000)).toEqual(fresh);
    expect(after(reserved, { kind: 'release', orderNo: 'A' }, 5_000).state).toBe(receiptState.expired);
    expect(after(reserved, { kind: 'release', orderNo: 'B' }, 3_000)).toBe(reserved);
  });

  it('can be taken back while it is free', () => {
    const reserved = after(fresh, { kind: 'reserve', orderNo: 'A' }, 2_000);
    expect(after(fresh, { kind: 'void' }, 2_000).state).toBe(receiptState.void);
    expect(refusalOf(reserved, { kind: 'void' }, 2_000)).toBe('coupon.reservedElsewhere');
    expect(refusalOf(after(fresh, { kind: 'void' }, 2_000), { kind: 'reserve', orderNo: 'A' }, 2_000)).toBe('coupon.void');
  });

  it('stays expired or void for ever, and belongs to one order at a time, whatever happens in whatever order', () => {
    const orderNo = fc.constantFrom('A', 'B');
    const event: fc.Arbitrary<ReceiptEvent> = fc.oneof(
      fc.record({ kind: fc.constantFrom('reserve' as const, 'use' as const, 'release' as const), orderNo }),
      fc.record({ kind: fc.constant('giveBack' as const), orderNo, graceMs: fc.constantFrom(0, 500) }),
      fc.constantFrom<ReceiptEvent>({ kind: 'void' }, { kind: 'clock' }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat(8_000)), { maxLength: 30 }), (events) => {
        let receipt = fresh;
        for (const [next, nowMs] of events) {
          const before = receipt;
          receipt = after(receipt, next, nowMs);
          const isFinal = before.state === receiptState.expired || before.state === receiptState.void;
          expect(isFinal && receipt.state !== before.state).toBe(false);
          expect(receipt.orderNo === null).toBe(receipt.state !== receiptState.reserved && receipt.state !== receiptState.used);
          expect(before.orderNo !== null && receipt.orderNo !== null && before.orderNo !== receipt.orderNo).toBe(false);
          const isReservedLate = receipt.state === receiptState.reserved && before.state === receiptState.usable && nowMs >= before.expiresAtMs;
          expect(isReservedLate).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the days of a coupon', () => {
  const window = { useBeginMs: at('2026-03-01T00:00:00Z'), useEndMs: at('2026-12-31T00:00:00Z') };
  it.each([
    { zone: 'Asia/Shanghai', receivedAt: '2026-05-04T15:50:00Z', validDays: 1, end: '2026-05-05T16:00:00Z' },
    { zone: 'Asia/Shanghai', receivedAt: '2026-05-04T15:50:00Z', validDays: 0, end: '2026-05-04T16:00:00Z' },
    // The day on which the clocks go forward has 23 hours, the one on which they go back 25.
    { zone: 'America/New_York', receivedAt: '2026-03-07T12:00:00Z', validDays: 1, end: '2026-03-09T04:00:00Z' },
    { zone: 'America/New_York', receivedAt: '2026-10-31T12:00:00Z', validDays: 1, end: '2026-11-02T05:00:00Z' },
    { zone: 'Pacific/Apia', receivedAt: '2026-05-04T12:00:00Z', validDays: 30, end: '2026-06-04T11:00:00Z' },
  ])('in $zone end where the local day ends', ({ zone, receivedAt, validDays, end }) => {
    expect(windowOfUse({ ...window, validDays, zone }, at(receivedAt))).toEqual({ beginsAtMs: at(receivedAt), expiresAtMs: at(end) });
  });

  it('lie within the window of the coupon', () => {
    const early = windowOfUse({ ...window, validDays: 3, zone: 'UTC' }, at('2026-02-27T10:00:00Z'));
    expect(early).toEqual({ beginsAtMs: window.useBeginMs, expiresAtMs: at('2026-03-03T00:00:00Z') });
    expect(windowOfUse({ ...window, validDays: 90, zone: 'UTC' }, at('2026-12-01T10:00:00Z')).expiresAtMs).toBe(window.useEndMs);
    expect(windowOfUse({ ...window, zone: 'UTC' }, at('2026-06-01T10:00:00Z')).expiresAtMs).toBe(window.useEndMs);
  });
});
