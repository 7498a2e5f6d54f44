import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalRefundStates, prepayState, receivedPrepayStates, refundOrderState, refundStat } from './codes.ts';
import type { PrepayState, RefundOrderState } from './codes.ts';
import { callDone, callRefused, callUnknown } from './payment.ts';
import type { CallOutcome, PaymentView, RefundView } from './payment.ts';
import {
  afterAnswer,
  afterClose,
  afterQuery,
  afterRefundAsked,
  afterRefundMended,
  afterRefundQueried,
  judgePayment,
  mayMend,
  mustClose,
  nextQueryMs,
  refundStatOf,
  refundStepOf,
  restToRefund,
  retryOf,
} from './prepaid.ts';
import type { RefundMove } from './prepaid.ts';

const { unpaid, paid, closed, paidLate, quarantined } = prepayState;
const expected = { payNo: 'P1', amountCents: 5000n, currency: 'CNY', merchantNo: 'M1' };
const view = (more: Partial<PaymentView> = {}): PaymentView => ({
  payNo: 'P1',
  state: 'paid',
  amountCents: 5000n,
  currency: 'CNY',
  tradeNo: 'T1',
  paidAt: new Date(0),
  merchantNo: 'M1',
  ...more,
});

describe('an answer about a payment', () => {
  it.each([
    [view(), { is: 'paid' }],
    [view({ state: 'pending', amountCents: undefined }), { is: 'pending' }],
    [view({ state: 'authorised' }), { is: 'pending' }],
    [view({ state: 'failed' }), { is: 'pending' }],
    [view({ state: 'closed' }), { is: 'closed' }],
    [view({ payNo: 'P2' }), { is: 'differs', in: 'number' }],
    [view({ amountCents: 4999n }), { is: 'differs', in: 'amount' }],
    [view({ amountCents: undefined }), { is: 'differs', in: 'amount' }],
    [view({ currency: 'USD' }), { is: 'differs', in: 'currency' }],
    [view({ merchantNo: 'M2' }), { is: 'differs', in: 'merchant' }],
  ] as const)('%# is read', (answer, verdict) => expect(judgePayment(expected, answer)).toEqual(verdict));

  it('moves the state forward only', () => {
    expect(afterAnswer(unpaid, { is: 'paid' })).toBe(paid);
    expect(afterAnswer(closed, { is: 'paid' })).toBe(paidLate);
    expect(afterAnswer(unpaid, { is: 'closed' })).toBe(closed);
    expect(afterAnswer(closed, { is: 'differs', in: 'amount' })).toBe(quarantined);
    expect(afterAnswer(quarantined, { is: 'paid' })).toBe(quarantined);
    expect(afterAnswer(paid, { is: 'closed' })).toBe(paid);
  });

  it('receives money once, whatever is answered in whatever order', () => {
    const verdict = fc.constantFrom('pending', 'closed', 'paid').map((is) => ({ is }));
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 12 }), (verdicts) => {
        const states = verdicts.reduce<PrepayState[]>((list, next) => [...list, afterAnswer(list.at(-1) ?? unpaid, next)], [unpaid]);
        const received = states.map((state) => receivedPrepayStates.includes(state));
        expect(received.filter((is, index) => is && !received[index - 1]).length).toBe(verdicts.some(({ is }) => is === 'paid') ? 1 : 0);
        expect(received.lastIndexOf(false)).toBeLessThan(received.includes(true) ? received.indexOf(true) : states.length);
      }),
    );
  });
});

describe('the questions about a payment', () => {
  const payment = { createdMs: 0, expiresMs: 300_000 };

  it('come at 5 s, 30 s, 2 m and at the expiry', () => {
    expect([0, 5000, 30_000, 119_999, 120_000].map((nowMs) => nextQueryMs(payment, nowMs))).toEqual([5000, 30_000, 120_000, 120_000, 300_000]);
    expect([300_000, 600_000].map((nowMs) => nextQueryMs({ ...payment, expiresMs: 3_600_000 }, nowMs))).toEqual([600_000, 3_600_000]);
  });

  it('precede a close, and follow it once', () => {
    expect(mustClose(unpaid, payment, 299_999)).toBe(false);
    expect(mustClose(unpaid, payment, 300_000)).toBe(true);
    expect(mustClose(closed, payment, 300_000)).toBe(false);
    expect(afterClose(callDone('closed'), payment, 300_000)).toEqual({ state: closed, nextMs: 900_000 });
    expect(afterQuery(closed, payment, { answered: true, nowMs: 900_000 })).toBeNull();
    expect(afterQuery(closed, payment, { answered: false, nowMs: 900_000 })).toBe(1_500_000);
  });

  it('come at once when a close finds the money, and again when it is not answered', () => {
    expect(afterClose(callDone('alreadyPaid'), payment, 300_000)).toEqual({ state: unpaid, nextMs: 301_000 });
    expect(afterClose(callUnknown('timeout'), payment, 300_000)).toEqual({ state: unpaid, nextMs: 330_000 });
    expect(afterClose(callRefused('SYS', 'x'), payment, 300_000 + 86_400_000).state).toBe(closed);
    expect(afterQuery(unpaid, payment, { answered: false, nowMs: 400_000 })).toBe(430_000);
    expect(afterQuery(paid, payment, { answered: true, nowMs: 1 })).toBeNull();
  });
});

describe('the rest of a prepayment', () => {
  const received = { state: paid, charge: 'over', restCents: 700n, refunds: [] } as const;
  const { succeeded, processing, refused, abnormal } = refundOrderState;

  it('goes back by itself when the charge is over, when there is none, and when the money came late', () => {
    expect(restToRefund(received)).toBe(700n);
    expect(restToRefund({ ...received, charge: 'none' })).toBe(700n);
    expect(restToRefund({ ...received, state: paidLate, charge: 'none', refunds: [succeeded] })).toBe(700n);
  });
  it('waits for the charge, for a running refund, and for a person after a failed one', () => {
    expect(restToRefund({ ...received, charge: 'running' })).toBe(0n);
    expect(restToRefund({ ...received, refunds: [processing] })).toBe(0n);
    expect(restToRefund({ ...received, refunds: [refundOrderState.closed] })).toBe(0n);
    expect(restToRefund({ ...received, state: quarantined })).toBe(0n);
  });
  it('is shown in one word', () => {
    expect([[], [processing], [succeeded], [succeeded, refused], [abnormal, succeeded]].map(refundStatOf)).toEqual([
      refundStat.none,
      refundStat.running,
      refundStat.refunded,
      refundStat.stuck,
      refundStat.refunded,
    ]);
  });
});

describe('a refund', () => {
  const refund = { refundNo: 'P1R1', amountCents: 700n, callCount: 1 };
  const answer = (more: Partial<RefundView> = {}): RefundView => ({
    payNo: 'P1',
    refundNo: 'P1R1',
    state: 'processing',
    amountCents: 700n,
    tradeRefundNo: 'F1',
    receivedBy: undefined,
    refundedAt: undefined,
    ...more,
  });
  const { requested, processing, succeeded, abnormal, waitsForFunds, unknown, refused } = refundOrderState;

  it('is processing, done, abnormal or closed as the provider says', () => {
    expect(afterRefundAsked(refund, callDone(answer()))).toEqual({ state: processing, inMs: 5000, result: '' });
    expect(afterRefundAsked({ ...refund, callCount: 99 }, callDone(answer())).inMs).toBe(21_600_000);
    expect(afterRefundAsked(refund, callDone(answer({ state: 'succeeded', receivedBy: 'card' })))).toEqual({
      state: succeeded,
      inMs: null,
      result: 'card',
    });
    expect(afterRefundAsked(refund, callDone(answer({ state: 'abnormal' }))).state).toBe(abnormal);
    expect(afterRefundAsked(refund, callDone(answer({ state: 'closed' }))).state).toBe(refundOrderState.closed);
    expect(afterRefundAsked(refund, callDone(answer({ state: 'succeeded', amountCents: 701n }))).state).toBe(abnormal);
  });
  it('is asked about while its result is unknown, and asked for again where the provider does not know it', () => {
    expect(afterRefundAsked(refund, callUnknown('timeout'))).toEqual({ state: unknown, inMs: 5000, result: 'timeout' });
    expect(afterRefundQueried({ ...refund, state: unknown }, callDone(undefined))).toEqual({ state: requested, inMs: 0, result: '' });
    expect(afterRefundQueried({ ...refund, state: unknown }, callUnknown('http500')).state).toBe(unknown);
  });
  it('waits for funds, or for a person', () => {
    expect(afterRefundAsked(refund, callRefused('NOT_ENOUGH', '', true))).toEqual({ state: waitsForFunds, inMs: 3_600_000, result: 'NOT_ENOUGH' });
    expect(afterRefundAsked(refund, callRefused('TRADE_ERROR', 'no'))).toEqual({ state: refused, inMs: null, result: 'TRADE_ERROR no' });
    expect([requested, waitsForFunds, processing, unknown, succeeded, abnormal, refused].map(refundStepOf)).toEqual([
      'ask',
      'ask',
      'query',
      'query',
      null,
      null,
      null,
    ]);
  });
  it('keeps its number in a retry unless the provider has closed it', () => {
    expect([refused, waitsForFunds, unknown, abnormal, refundOrderState.closed, succeeded, requested].map(retryOf)).toEqual([
      'ask',
      'ask',
      'query',
      'query',
      'renew',
      'refund.notRetryable',
      'refund.notRetryable',
    ]);
  });
  it('ends once: nothing is called after a final state, and every other state has a next step or a person', () => {
    const outcome: fc.Arbitrary<CallOutcome<RefundView>> = fc.oneof(
      fc.constantFrom('processing', 'succeeded', 'closed', 'abnormal').map((state) => callDone(answer({ state }))),
      fc.constantFrom(callUnknown('timeout'), callRefused('A', 'b'), callRefused('NOT_ENOUGH', '', true)),
    );
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 10 }), (outcomes) => {
        let state: RefundOrderState = requested;
        for (const next of outcomes) {
          const step = refundStepOf(state);
          expect(finalRefundStates.includes(state) && step !== null).toBe(false);
          if (step === null) break;
          const move: RefundMove = step === 'ask' ? afterRefundAsked(refund, next) : afterRefundQueried({ ...refund, state }, next);
          expect(move.inMs === null).toBe(refundStepOf(move.state) === null);
          ({ state } = move);
        }
      }),
    );
  });
});

describe('an abnormal refund', () => {
  const refund = { refundNo: 'P1R1', amountCents: 100n, callCount: 2 };
  const told = (more: Partial<RefundView> = {}): RefundView => ({
    payNo: 'P1',
    refundNo: 'P1R1',
    state: 'abnormal',
    amountCents: 100n,
    tradeRefundNo: 'F1',
    receivedBy: undefined,
    refundedAt: undefined,
    ...more,
  });

  it.each([
    [told(), true],
    [told({ amountCents: undefined }), true],
    [told({ state: 'succeeded' }), false],
    [told({ state: 'processing' }), false],
    [told({ refundNo: 'P1R2' }), false],
    [told({ amountCents: 99n }), false],
    [undefined, false],
  ])('is mended only while the provider says that this one is abnormal (%#)', (answer, expectedAnswer) => {
    expect(mayMend(refund, answer)).toBe(expectedAnswer);
  });

  it('ends as any refund does, stays abnormal when the call is refused, and is asked about again when its result is unknown', () => {
    expect(afterRefundMended(refund, callDone(told({ state: 'succeeded', receivedBy: 'card' })))).toEqual({
      state: refundOrderState.succeeded,
      inMs: null,
      result: 'card',
    });
    expect(afterRefundMended(refund, callRefused('PARAM_ERROR', 'card'))).toEqual({
      state: refundOrderState.abnormal,
      inMs: null,
      result: 'PARAM_ERROR card',
    });
    expect(afterRefundMended(refund, callUnknown('timeout'))).toEqual({ state: refundOrderState.abnormal, inMs: 30_000, result: 'timeout' });
  });
});
