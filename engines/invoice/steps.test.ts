import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callDone, callRefused, callUnknown } from '../payment/payment.ts';
import { invoiceRegime, invoiceState, redDash, redStage, sellerState } from './codes.ts';
import { SELLER_OFFLINE } from './service.ts';
import type { IssueStatus, IssueView, RedStatus, RedView } from './service.ts';
import { afterIssueAnswer, afterRedAnswer, askAgainMs, invoiceStepOf } from './steps.ts';
import type { InvoiceStanding } from './steps.ts';

const issued: IssueView = { serialNo: 'S1', status: 'issued', invoiceNo: '26', issuedAt: new Date(0), totalCents: 1_000n, reason: undefined };
const red: RedView = { redSerialNo: 'S1R1', status: 'issued', redInvoiceNo: '27', issuedAt: new Date(0), totalCents: -1_000n, reason: undefined };
const open = { state: invoiceState.issuing, totalCents: 1_000n, tries: 3 };
const openRed = { redStage: redStage.sent, totalCents: 1_000n, tries: 0 };

test('an invoice is applied for, asked about, and its files are fetched', () => {
  const standing: InvoiceStanding = {
    regime: invoiceRegime.china,
    state: invoiceState.draft,
    redDash: redDash.none,
    redStage: redStage.none,
    hasFile: false,
    hasRedFile: false,
  };
  const stepOf = (change: Partial<InvoiceStanding>) => invoiceStepOf({ ...standing, ...change });
  expect(stepOf({})).toBe('apply');
  expect(stepOf({ state: invoiceState.submitted })).toBe('query');
  expect(stepOf({ state: invoiceState.issued })).toBe('files');
  for (const state of [invoiceState.failed, invoiceState.givenUp]) expect(stepOf({ state })).toBe('none');
  const done = { state: invoiceState.issued, hasFile: true } as const;
  expect(stepOf(done)).toBe('none');
  // Nothing is sent before a person has agreed.
  expect(stepOf({ ...done, redDash: redDash.running, redStage: redStage.asked })).toBe('none');
  expect(stepOf({ ...done, redDash: redDash.running, redStage: redStage.agreed })).toBe('applyRed');
  expect(stepOf({ ...done, redDash: redDash.running, redStage: redStage.awaitsBuyer })).toBe('queryRed');
  expect(stepOf({ ...done, redDash: redDash.proceeded })).toBe('redFiles');
  expect(stepOf({ ...done, redDash: redDash.proceeded, hasRedFile: true })).toBe('none');
  expect(stepOf({ regime: invoiceRegime.europe })).toBe('issue');
  expect(stepOf({ ...done, regime: invoiceRegime.europe, redDash: redDash.running, redStage: redStage.agreed })).toBe('issueRed');
});

test('an unknown answer leaves an invoice as it is, and a refusal waits for a person unless the seller is offline', () => {
  expect(afterIssueAnswer(open, callUnknown('timeout'))).toMatchObject({ state: invoiceState.issuing, inMs: 20_000, result: 'timeout' });
  expect(afterIssueAnswer(open, callRefused('BAD_TITLE', 'no such title'))).toMatchObject({
    state: invoiceState.failed,
    inMs: null,
    result: 'no such title',
  });
  expect(afterIssueAnswer(open, callRefused(SELLER_OFFLINE, 'signed out'))).toMatchObject({
    state: invoiceState.issuing,
    seller: sellerState.offline,
    inMs: 300_000,
  });
  // What the service has never heard of is applied for again, with the same number.
  expect(afterIssueAnswer(open, callDone(undefined))).toMatchObject({ state: invoiceState.draft, inMs: 1_000 });
  expect(askAgainMs(999)).toBe(1_800_000);
});

test('only the answer with our amount issues an invoice', () => {
  expect(afterIssueAnswer(open, callDone(issued))).toMatchObject({ state: invoiceState.issued, invoiceNo: '26', inMs: 0 });
  expect(afterIssueAnswer(open, callDone({ ...issued, totalCents: 999n }))).toMatchObject({ state: invoiceState.issuing, inMs: null });
  expect(afterRedAnswer(openRed, callDone(red))).toMatchObject({ redDash: redDash.proceeded, redInvoiceNo: '27', inMs: 0 });
  expect(afterRedAnswer(openRed, callDone({ ...red, totalCents: 1_000n }))).toMatchObject({ redDash: redDash.running, inMs: null });
});

test('a red-dash that the buyer refuses is rejected with the reason, and one that is not known is asked for again', () => {
  expect(afterRedAnswer(openRed, callDone({ ...red, status: 'refused', reason: 'booked' }))).toMatchObject({
    redDash: redDash.rejected,
    result: 'booked',
  });
  expect(afterRedAnswer(openRed, callDone({ ...red, status: 'awaitingBuyer' }))).toMatchObject({ redStage: redStage.awaitsBuyer, inMs: 600_000 });
  expect(afterRedAnswer(openRed, callDone(undefined))).toMatchObject({ redDash: redDash.running, redStage: redStage.agreed });
  expect(afterRedAnswer(openRed, callUnknown('network'))).toMatchObject({ redDash: redDash.running, redStage: redStage.sent });
});

test('whatever a service answers, in any order, an invoice never goes back from a submitted one to a number it did not tell', () => {
  const statuses: readonly IssueStatus[] = ['accepted', 'working', 'issued', 'failed'];
  const answer = fc.oneof(
    fc.constantFrom(...statuses).map((status) => callDone({ ...issued, status })),
    fc.constant(callUnknown('timeout')),
    fc.constant(callRefused(SELLER_OFFLINE, '')),
  );
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 20 }), (answers) => {
      let at: { state: (typeof invoiceState)[keyof typeof invoiceState]; invoiceNo: string | null } = { state: invoiceState.draft, invoiceNo: null };
      for (const outcome of answers) {
        if (at.state === invoiceState.issued || at.state === invoiceState.failed) break;
        at = afterIssueAnswer({ state: at.state, totalCents: 1_000n, tries: 0 }, outcome);
      }
      expect(at.invoiceNo !== null).toBe(at.state === invoiceState.issued);
    }),
  );
  const redStatuses: readonly RedStatus[] = ['accepted', 'working', 'awaitingBuyer', 'issued', 'refused'];
  for (const status of redStatuses) {
    const move = afterRedAnswer(openRed, callDone({ ...red, status }));
    expect(move.redDash === redDash.running).toBe(move.redStage !== redStage.none);
  }
});
