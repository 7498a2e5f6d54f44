import { expect, test } from 'vitest';
import { orderState } from '../order/codes.ts';
import { prepayState, refundOrderState } from '../payment/codes.ts';
import { driverCodes, driverStep, driverSteps, isPaymentInDoubt, PRICE_NOTICE_MS, SILENT_MS, START_ANSWER_MS, STOP_OBEYED_MS } from './step.ts';
import type { DriverChargeFacts, DriverFacts, DriverGunFacts, DriverPaymentFacts, DriverRefundFacts } from './step.ts';

const NOW = 1_800_000_000_000;
const gun: DriverGunFacts = { use: 'plugged', outBy: null, isPlugged: true, isOnline: true, isLeased: false, pluggedSibling: null };
const payment: DriverPaymentFacts = {
  state: prepayState.paid,
  amountCents: 5000n,
  paidMs: NOW - 7_500,
  expiresMs: NOW + 60_000,
  isInDoubt: false,
  startRefusal: null,
  replugUntilMs: null,
  retryUntilMs: null,
  retryCount: 0,
  otherPaidCents: 0n,
  isFromWallet: false,
};
const charge: DriverChargeFacts = {
  state: orderState.charging,
  startResult: 0,
  hasBegun: true,
  askedMs: NOW - 5_000,
  isAtRest: false,
  heardMs: NOW - 10_000,
  stopAskedMs: null,
  energyDwh: 12_345,
  billedCents: null,
  endedBy: null,
  nextPrice: null,
};
const refund: DriverRefundFacts = { state: refundOrderState.processing, amountCents: 271n, refundNo: 'P1R1' };
const facts: DriverFacts = { nowMs: NOW, reviewHours: 24, gun, payment, charge, refund: null };
const unplugged: DriverGunFacts = { ...gun, use: 'busy', isPlugged: false };

/** Every combination of the values that decide, some 600,000 of them. */
const combinations = function* (): Generator<DriverFacts> {
  for (const gunFacts of gunCombinations()) yield { ...facts, gun: gunFacts, payment: null, charge: null };
  for (const paid of paymentCombinations())
    for (const charged of [null, ...chargeCombinations()])
      for (const state of [null, ...Object.values(refundOrderState)])
        for (const gunFacts of charged === null ? [gun, unplugged] : [gun])
          yield { ...facts, gun: gunFacts, payment: paid, charge: charged, refund: state === null ? null : { ...refund, state } };
};
const flags = [false, true];
const gunCombinations = (): readonly DriverGunFacts[] =>
  (['idle', 'plugged', 'left', 'busy', 'outOfService'] as const).flatMap((use) =>
    flags.flatMap((isOnline) =>
      flags.flatMap((isLeased) => [null, 2].map((pluggedSibling) => ({ ...gun, use, isOnline, isLeased, pluggedSibling }))),
    ),
  );
const paymentCombinations = (): readonly DriverPaymentFacts[] =>
  Object.values(prepayState).flatMap((state) =>
    flags.flatMap((isInDoubt) =>
      [NOW - 1, NOW + 1].flatMap((expiresMs) =>
        [null, 'pile.offline'].flatMap((startRefusal) =>
          [0n, 77n].flatMap((otherPaidCents) =>
            flags.map((isFromWallet) => ({ ...payment, state, isInDoubt, expiresMs, startRefusal, otherPaidCents, isFromWallet })),
          ),
        ),
      ),
    ),
  );
const chargeCombinations = (): readonly DriverChargeFacts[] =>
  Object.values(orderState).flatMap((state) =>
    [null, 0, 5, 167].flatMap((startResult) =>
      (
        [
          [false, false],
          [true, false],
          [true, true],
        ] as const
      ).flatMap(([hasBegun, isAtRest]) =>
        [null, NOW - SILENT_MS - 1].flatMap((heardMs) =>
          [null, NOW - STOP_OBEYED_MS - 1].flatMap((stopAskedMs) =>
            [0n, 4729n, 5000n].map((billedCents) => ({
              ...charge,
              state,
              startResult,
              hasBegun,
              isAtRest,
              heardMs,
              stopAskedMs,
              billedCents,
              energyDwh: billedCents === 0n ? 0 : 12_345,
              nextPrice: { atMs: NOW + PRICE_NOTICE_MS, totalE5: 160_000n },
            })),
          ),
        ),
      ),
    ),
  );

test('every combination of facts has a step; money is only told from facts; nobody is asked to pay while a payment is in doubt', () => {
  let count = 0;
  const told = new Set<string>();
  const wrong: unknown[] = [];
  for (const each of combinations()) {
    count++;
    const { step, code, values, notices, actions } = driverStep(each);
    const texts = [{ code, values }, ...notices];
    for (const text of texts) told.add(text.code ?? 'none');
    const known = [each.payment?.amountCents, each.payment?.otherPaidCents, each.refund?.amountCents];
    const received =
      each.payment?.state === prepayState.paid || each.payment?.state === prepayState.paidLate || (each.payment?.otherPaidCents ?? 0n) > 0n;
    const isTotal = driverSteps.includes(step) && texts.every((text) => text.code === null || driverCodes.includes(text.code));
    const isTrue = texts.every((text) => text.values.amountCents === undefined || (received && known.includes(text.values.amountCents)));
    const inDoubt = each.payment !== null && isPaymentInDoubt(each.payment, NOW);
    if (!isTotal || !isTrue || (inDoubt && (actions.includes('pay') || actions.includes('cancel')))) wrong.push(each);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(200_000);
  // Three of these are told by the page or the router; how a charge ended is not among the combinations.
  expect(driverCodes.filter((code) => !told.has(code))).toEqual(['phoneOffline', 'welcomeBack', 'carFull', 'amountReached', 'labelInvalid']);
});

test('before the payment: plug first, other gun, busy, leased, offline', () => {
  const at = (more: Partial<DriverGunFacts>) => driverStep({ ...facts, payment: null, charge: null, gun: { ...gun, ...more } });
  expect(at({})).toMatchObject({ step: 'gun', code: null, actions: ['pay'] });
  expect(at({ use: 'idle' })).toMatchObject({ step: 'gun', code: 'plugFirst', actions: [] });
  expect(at({ use: 'left' })).toMatchObject({ step: 'gun', code: 'plugAgain', actions: [] });
  expect(at({ use: 'idle', pluggedSibling: 2 })).toMatchObject({ code: 'otherGunPlugged', values: { gunNumber: 2 } });
  expect(at({ isLeased: true })).toMatchObject({ step: 'problem', code: 'gunBusy', actions: [] });
  expect(at({ isOnline: false })).toMatchObject({ code: 'pileOffline' });
  expect(at({ use: 'outOfService', outBy: 'fault', isOnline: false })).toMatchObject({ code: 'gunOutOfService', values: { reason: 'fault' } });
});

test('a payment in its window may be cancelled; after it, or when in doubt, it is only checked', () => {
  const unpaid = (more: Partial<DriverPaymentFacts>) =>
    driverStep({ ...facts, charge: null, payment: { ...payment, state: prepayState.unpaid, paidMs: null, ...more } });
  expect(unpaid({})).toMatchObject({ step: 'paying', code: null, actions: ['pay', 'cancel'] });
  expect(unpaid({ isInDoubt: true })).toMatchObject({ step: 'paying', code: 'checkingPayment', actions: [] });
  expect(unpaid({ expiresMs: NOW })).toMatchObject({ step: 'paying', code: 'checkingPayment', actions: [] });
  expect(unpaid({ state: prepayState.closed })).toMatchObject({ step: 'closed', code: 'notPaid' });
});

test('paid: starting, charging, silent, a price that changes, a stop that is not obeyed', () => {
  expect(driverStep({ ...facts, charge: null })).toMatchObject({ step: 'starting', values: { waitedS: 7 } });
  // A cable that was pulled out is waited for, before the pile was told to start and after it.
  const waiting = { ...payment, replugUntilMs: NOW + 50_000 };
  expect(driverStep({ ...facts, gun: unplugged, charge: null, payment: waiting })).toMatchObject({
    step: 'starting',
    code: 'unplugged',
    values: { atMs: NOW + 50_000 },
  });
  expect(driverStep({ ...facts, charge: null, payment: waiting })).toMatchObject({ code: 'starting' });
  const starting = { ...charge, state: orderState.starting, startResult: null, hasBegun: false };
  expect(driverStep({ ...facts, gun: unplugged, charge: starting })).toMatchObject({ step: 'starting', code: 'unplugged', values: {} });
  expect(driverStep({ ...facts, charge: starting })).toMatchObject({ step: 'starting', code: 'starting', values: { waitedS: 5 } });
  const askedMs = NOW - START_ANSWER_MS - 1;
  expect(driverStep({ ...facts, charge: { ...starting, askedMs } })).toMatchObject({ step: 'problem', code: 'startUnanswered', actions: ['report'] });
  const refused = (startRefusal: string) => driverStep({ ...facts, charge: null, payment: { ...payment, startRefusal } });
  expect(refused('pile.offline')).toMatchObject({ step: 'refunding', code: 'startRefused', values: { reason: 'pile.offline', amountCents: 5000n } });
  expect(refused('cancelled')).toMatchObject({ step: 'refunding', code: 'paidLate', values: { amountCents: 5000n } });
  expect(driverStep(facts)).toMatchObject({ step: 'charging', code: null, actions: ['stop', 'report'], isStale: false });
  const during = (more: Partial<DriverChargeFacts>) => driverStep({ ...facts, charge: { ...charge, ...more } });
  expect(during({ heardMs: NOW - SILENT_MS - 1 })).toMatchObject({ code: 'pileSilent', values: { atMs: NOW - SILENT_MS - 1 }, isStale: true });
  expect(during({ nextPrice: { atMs: NOW + PRICE_NOTICE_MS, totalE5: 160_000n } }).notices).toEqual([
    { code: 'priceChanges', values: { atMs: NOW + PRICE_NOTICE_MS, priceE5: 160_000n } },
  ]);
  expect(during({ nextPrice: { atMs: NOW + PRICE_NOTICE_MS + 1, totalE5: 160_000n } }).notices).toEqual([]);
  expect(during({ isAtRest: true, stopAskedMs: NOW - STOP_OBEYED_MS - 1 })).toMatchObject({
    step: 'ended',
    code: 'recordAwaited',
    actions: ['bill'],
  });
  expect(during({ state: orderState.abnormal })).toMatchObject({ step: 'problem', code: 'underReview', values: { hours: 24 } });
  expect(during({ stopAskedMs: NOW - 1 })).toMatchObject({ step: 'stopping', code: null });
  expect(during({ stopAskedMs: NOW - STOP_OBEYED_MS - 1 })).toMatchObject({ step: 'stopping', code: 'stopNotObeyed' });
  expect(during({ state: orderState.abnormal, hasBegun: false })).toMatchObject({ step: 'problem', code: 'startUnanswered' });
});

test('ended: waiting for the record, billed, refunded, nothing left, no energy, refused by the pile', () => {
  const after = (more: Partial<DriverChargeFacts>, back: DriverRefundFacts | null = null) =>
    driverStep({ ...facts, charge: { ...charge, state: orderState.settled, billedCents: 4729n, ...more }, refund: back });
  expect(after({ state: orderState.ended })).toMatchObject({ step: 'ended', code: 'recordAwaited' });
  expect(after({ endedBy: 'car' })).toMatchObject({ step: 'billed', code: 'carFull' });
  expect(after({ endedBy: 'car' }, refund)).toMatchObject({
    step: 'refunding',
    code: 'refundUnderway',
    values: { amountCents: 271n, refundNo: 'P1R1' },
    notices: [{ code: 'carFull' }],
  });
  expect(after({}, { ...refund, state: refundOrderState.closed })).toMatchObject({ step: 'refunding', code: 'refundFailed' });
  expect(after({}, { ...refund, state: refundOrderState.succeeded })).toMatchObject({ step: 'done', code: null });
  expect(after({ billedCents: 5000n, endedBy: 'amount' })).toMatchObject({ step: 'done', code: 'amountReached' });
  expect(after({ energyDwh: 0, billedCents: 0n })).toMatchObject({ step: 'refunding', code: 'noEnergy', values: { amountCents: 5000n } });
  expect(after({ state: orderState.ended, startResult: 5, hasBegun: false })).toMatchObject({
    step: 'refunding',
    code: 'startRefused',
    values: { reason: 'result:5', amountCents: 5000n },
  });
});
