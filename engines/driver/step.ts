import { orderState, type OrderState } from '../order/codes.ts';
import { startResult as startResults } from '../protocol/codes.ts';
import { CANCELLED } from '../payment/prepaid.ts';
import { mayRetry } from '../payment/start-retry.ts';
import { prepayState, receivedPrepayStates, refundOrderState, type PrepayState, type RefundOrderState } from '../payment/codes.ts';

/**
 * What a driver at a gun is told. The page shows the step, one text (`code`) and one next action, and never advances by itself. Everything comes from
 * facts; amounts of money are named only when they were paid, billed or sent back.
 */

/** The steps of a visit, in their order; `problem` and `closed` stand beside them. */
export const driverSteps = [
  'gun',
  'paying',
  'starting',
  'charging',
  'stopping',
  'ended',
  'billed',
  'refunding',
  'done',
  'problem',
  'closed',
] as const;
export type DriverStepName = (typeof driverSteps)[number];

/** The texts that a driver can be told. The page alone knows `phoneOffline` and `welcomeBack`; `labelInvalid` answers an unknown code. */
export const driverCodes = [
  'plugFirst',
  'plugAgain',
  'otherGunPlugged',
  'pileOffline',
  'gunOutOfService',
  'gunBusy',
  'notPaid',
  'checkingPayment',
  'paidLate',
  'paidTwice',
  'starting',
  'startRefused',
  'startRetry',
  'startUnanswered',
  'unplugged',
  'pileSilent',
  'phoneOffline',
  'welcomeBack',
  'stopNotObeyed',
  'carFull',
  'amountReached',
  'priceChanges',
  'recordAwaited',
  'underReview',
  'refundUnderway',
  'refundFailed',
  'noEnergy',
  'startRefusedWallet',
  'noEnergyWallet',
  'labelInvalid',
] as const;
export type DriverCode = (typeof driverCodes)[number];

export type DriverAction = 'pay' | 'cancel' | 'start' | 'stop' | 'bill' | 'report';

/** How a gun can be used now, by anybody. `left`: the car of the last charge is still plugged in. */
export type GunUse = 'idle' | 'plugged' | 'left' | 'busy' | 'outOfService';

/** Why a gun is out of service. */
export const outOfServiceReasons = ['fault', 'disabled', 'upgrading'] as const;
export type OutOfService = (typeof outOfServiceReasons)[number];

export interface DriverGunFacts {
  readonly use: GunUse;
  /** Why the gun is out of service; null where it is in service. */
  readonly outBy: OutOfService | null;
  /** A cable connects it with a car, as its pile reports. */
  readonly isPlugged: boolean;
  readonly isOnline: boolean;
  /** Somebody else is paying for it. */
  readonly isLeased: boolean;
  /** Another gun of the pile into which somebody has just plugged. */
  readonly pluggedSibling: number | null;
}

/** Money in minor units, instants in epoch milliseconds. */
export interface DriverPaymentFacts {
  readonly state: PrepayState;
  readonly amountCents: bigint;
  readonly paidMs: number | null;
  /** The end of the payment window. */
  readonly expiresMs: number;
  /** The driver has come back from the wallet, or the provider has not answered: money may be on its way. */
  readonly isInDoubt: boolean;
  /** The obstacle that prevented the charge. */
  readonly startRefusal: string | null;
  /** The cable was pulled out before the start: until then the charge waits for it. Null: it does not wait. */
  readonly replugUntilMs: number | null;
  /** Until then the driver may retry a start that the pile has refused; null: not offered so far. */
  readonly retryUntilMs: number | null;
  /** The retries that were made. */
  readonly retryCount: number;
  /** What other payments for this order have brought, which goes back. */
  readonly otherPaidCents: bigint;
  /** The wallet pays: the amount is set aside, and nothing has to come back. */
  readonly isFromWallet: boolean;
}

export interface DriverChargeFacts {
  readonly state: OrderState;
  /** A start result above 0 is the pile's refusal; null: no answer yet. */
  readonly startResult: number | null;
  readonly hasBegun: boolean;
  /** When the start was asked for. */
  readonly askedMs: number | null;
  /** No current flows any more, and the pile owes its record of the end. */
  readonly isAtRest: boolean;
  /** The newest sample. */
  readonly heardMs: number | null;
  readonly stopAskedMs: number | null;
  readonly energyDwh: number;
  /** What it cost; null before it is settled. */
  readonly billedCents: bigint | null;
  readonly endedBy: 'car' | 'amount' | 'other' | null;
  readonly nextPrice: { readonly atMs: number; readonly totalE5: bigint } | null;
}

/** The newest refund. */
export interface DriverRefundFacts {
  readonly state: RefundOrderState;
  readonly amountCents: bigint;
  readonly refundNo: string;
}

export interface DriverFacts {
  readonly nowMs: number;
  /** So long does a person take, as the operator promises. */
  readonly reviewHours: number;
  readonly gun: DriverGunFacts;
  /** Null: the driver has not ordered. */
  readonly payment: DriverPaymentFacts | null;
  readonly charge: DriverChargeFacts | null;
  readonly refund: DriverRefundFacts | null;
}

/** The values of the texts; which of them are set depends on the code. */
export interface DriverValues {
  readonly amountCents?: bigint;
  /** Seconds since the payment arrived. */
  readonly waitedS?: number;
  readonly atMs?: number;
  /** Why a charge did not begin: an obstacle, or `result:` with the pile's number. */
  readonly reason?: string;
  readonly gunNumber?: number;
  readonly priceE5?: bigint;
  readonly refundNo?: string;
  /** Within so many hours a person decides. */
  readonly hours?: number;
}

export interface DriverStep {
  readonly step: DriverStepName;
  /** The main text; null where the figures speak for themselves. */
  readonly code: DriverCode | null;
  readonly values: DriverValues;
  /** Texts that stand beside the main one. */
  readonly notices: readonly { readonly code: DriverCode; readonly values: DriverValues }[];
  readonly actions: readonly DriverAction[];
  /** The figures are older than they should be. */
  readonly isStale: boolean;
}

/** A charging pile that is silent for so long has lost its connection. */
export const SILENT_MS = 90_000;
/** A pile that has not answered a start by then is told of; the platform goes on waiting, and judges later. */
export const START_ANSWER_MS = 60_000;
/** A pile that still delivers after this time has not obeyed the stop. */
export const STOP_OBEYED_MS = 30_000;
/** A change of the price is announced so early. */
export const PRICE_NOTICE_MS = 15 * 60_000;

const stepOf = (step: DriverStepName, code: DriverCode | null, more: Partial<Omit<DriverStep, 'step' | 'code'>> = {}): DriverStep => ({
  step,
  code,
  values: {},
  notices: [],
  actions: [],
  isStale: false,
  ...more,
});

/** The step of a driver. Total: every combination of facts has one. */
export const driverStep = (facts: DriverFacts): DriverStep => {
  const { payment } = facts;
  if (payment === null) return gunStep(facts.gun);
  const step = paymentStep(facts, payment);
  if (payment.otherPaidCents === 0n) return step;
  return { ...step, notices: [...step.notices, { code: 'paidTwice', values: { amountCents: payment.otherPaidCents } }] };
};

const gunStep = ({ use, outBy, isOnline, isLeased, pluggedSibling }: DriverGunFacts): DriverStep => {
  if (use === 'outOfService') return stepOf('problem', 'gunOutOfService', { values: { reason: outBy ?? 'disabled' }, actions: ['report'] });
  if (!isOnline) return stepOf('problem', 'pileOffline', { actions: ['report'], isStale: true });
  if (use === 'busy' || isLeased) return stepOf('problem', 'gunBusy');
  if (use === 'plugged') return stepOf('gun', null, { actions: ['pay'] });
  if (pluggedSibling !== null) return stepOf('gun', 'otherGunPlugged', { values: { gunNumber: pluggedSibling } });
  // A cable that has ended a charge has to be plugged in anew before the next.
  return stepOf('gun', use === 'left' ? 'plugAgain' : 'plugFirst');
};

const paymentStep = (facts: DriverFacts, payment: DriverPaymentFacts): DriverStep => {
  switch (payment.state) {
    case prepayState.unpaid:
      return unpaidStep(payment, facts.nowMs);
    case prepayState.closed:
      return stepOf('closed', 'notPaid');
    case prepayState.quarantined:
      return stepOf('problem', 'underReview', { values: { hours: facts.reviewHours }, actions: ['report'] });
    case prepayState.paidLate:
      return returnStep(facts, { code: 'paidLate', values: { amountCents: payment.amountCents } });
    case prepayState.paid:
      return facts.charge === null ? beforeCharge(facts, payment) : chargeStep(facts, payment, facts.charge);
  }
};

/** After the window the provider is asked once more before the order is closed; until then nobody may pay again. */
const unpaidStep = ({ isInDoubt, expiresMs }: DriverPaymentFacts, nowMs: number): DriverStep =>
  isInDoubt || nowMs >= expiresMs ? stepOf('paying', 'checkingPayment') : stepOf('paying', null, { actions: ['pay', 'cancel'] });

const secondsSince = (sinceMs: number | null, nowMs: number): number => Math.max(0, Math.floor((nowMs - (sinceMs ?? nowMs)) / 1_000));

const beforeCharge = (facts: DriverFacts, payment: DriverPaymentFacts): DriverStep => {
  const { startRefusal, paidMs, amountCents } = payment;
  if (startRefusal === null) return startingStep(facts, paidMs);
  // For the driver, who had cancelled, nothing was to be started any more.
  if (startRefusal === CANCELLED) return returnStep(facts, { code: 'paidLate', values: { amountCents } });
  return returnStep(facts, { code: 'startRefused', values: { reason: startRefusal, amountCents } });
};

/** A cable that was pulled out may be plugged in again; how long that is waited for is known only before the pile was told to start. */
const startingStep = ({ nowMs, gun, payment }: DriverFacts, sinceMs: number | null): DriverStep => {
  if (gun.isPlugged) return stepOf('starting', 'starting', { values: { waitedS: secondsSince(sinceMs, nowMs) } });
  const untilMs = payment?.replugUntilMs ?? null;
  return stepOf('starting', 'unplugged', { values: untilMs === null ? {} : { atMs: untilMs } });
};

const startedStep = (facts: DriverFacts, sinceMs: number | null): DriverStep =>
  facts.gun.isPlugged && sinceMs !== null && facts.nowMs - sinceMs > START_ANSWER_MS
    ? stepOf('problem', 'startUnanswered', { actions: ['report'] })
    : startingStep(facts, sinceMs);

interface ReturnText {
  readonly code: DriverCode;
  readonly values: DriverValues;
}

const stuckStates: readonly RefundOrderState[] = [refundOrderState.abnormal, refundOrderState.closed, refundOrderState.refused];

/** Everything goes back: why, and how far it is. */
const returnStep = ({ refund }: Pick<DriverFacts, 'refund'>, why: ReturnText): DriverStep => {
  if (refund === null) return stepOf('refunding', why.code, { values: why.values });
  if (refund.state === refundOrderState.succeeded) return stepOf('done', why.code, { values: why.values, actions: ['bill'] });
  return stepOf('refunding', why.code, { values: why.values, notices: [refundText(refund)] });
};

const refundText = ({ state, amountCents, refundNo }: DriverRefundFacts): ReturnText =>
  stuckStates.includes(state) ? { code: 'refundFailed', values: { refundNo } } : { code: 'refundUnderway', values: { amountCents, refundNo } };

const chargeStep = (facts: DriverFacts, payment: DriverPaymentFacts, charge: DriverChargeFacts): DriverStep => {
  const { nowMs } = facts;
  switch (charge.state) {
    case orderState.initial:
    case orderState.reserving:
    case orderState.starting:
      return startedStep(facts, charge.askedMs ?? payment.paidMs);
    case orderState.charging:
      return charge.isAtRest ? stepOf('ended', 'recordAwaited', { actions: ['bill'] }) : flowStep(charge, nowMs);
    case orderState.abnormal:
      return charge.hasBegun
        ? stepOf('problem', 'underReview', { values: { hours: facts.reviewHours }, actions: ['stop', 'report'] })
        : stepOf('problem', 'startUnanswered', { actions: ['report'] });
    case orderState.ended:
      return isRefused(charge) ? refusedStep(facts, payment, charge) : stepOf('ended', 'recordAwaited', { actions: ['bill'] });
    case orderState.settled:
    case orderState.refunded:
      return overStep(facts, payment, charge);
  }
};

const isRefused = ({ startResult, hasBegun }: DriverChargeFacts): boolean =>
  !hasBegun && startResult !== null && startResult !== startResults.success;

/** A start that failed at the cable is offered again once, for some minutes; any other one, or a second one, gives the money back. */
const refusedStep = (facts: DriverFacts, payment: DriverPaymentFacts, charge: DriverChargeFacts): DriverStep => {
  const { retryUntilMs, retryCount } = payment;
  const text = refusedStart(payment, charge);
  // A wallet has its money back already, and pays for another order as well.
  if (payment.isFromWallet) return stepOf('done', 'startRefusedWallet', { values: { reason: text.values.reason ?? '' } });
  const isDeclined = retryUntilMs !== null && facts.nowMs >= retryUntilMs;
  const refunds = facts.refund === null ? [] : [facts.refund.state];
  if (isDeclined || !mayRetry({ startResult: charge.startResult, hasBegun: charge.hasBegun, retryCount, refunds })) return returnStep(facts, text);
  // Until the failed charge is settled, the retry cannot begin.
  if (retryUntilMs === null) return stepOf('problem', 'startRetry', { values: text.values });
  return stepOf('problem', 'startRetry', { values: { ...text.values, atMs: retryUntilMs }, actions: ['start', 'cancel', 'report'] });
};

const refusedStart = ({ amountCents }: DriverPaymentFacts, { startResult }: DriverChargeFacts): ReturnText => ({
  code: 'startRefused',
  values: { reason: `result:${startResult ?? ''}`, amountCents },
});

const flowStep = ({ heardMs, stopAskedMs, nextPrice }: DriverChargeFacts, nowMs: number): DriverStep => {
  const isStale = heardMs !== null && nowMs - heardMs > SILENT_MS;
  const silent = isStale ? { values: { atMs: heardMs } } : {};
  if (stopAskedMs !== null) {
    const code = nowMs - stopAskedMs > STOP_OBEYED_MS ? 'stopNotObeyed' : null;
    return stepOf('stopping', code, { actions: ['stop', 'report'], isStale });
  }
  const isSoon = nextPrice !== null && nextPrice.atMs >= nowMs && nextPrice.atMs - nowMs <= PRICE_NOTICE_MS;
  const notices = isSoon ? [{ code: 'priceChanges' as const, values: { atMs: nextPrice.atMs, priceE5: nextPrice.totalE5 } }] : [];
  return stepOf('charging', isStale ? 'pileSilent' : null, { ...silent, notices, actions: ['stop', 'report'], isStale });
};

const overStep = (facts: DriverFacts, payment: DriverPaymentFacts, charge: DriverChargeFacts): DriverStep => {
  const { refund } = facts;
  if (isRefused(charge)) return refusedStep(facts, payment, charge);
  if (charge.energyDwh === 0 && charge.billedCents === 0n)
    return payment.isFromWallet
      ? stepOf('done', 'noEnergyWallet', { actions: ['bill'] })
      : returnStep(facts, { code: 'noEnergy', values: { amountCents: payment.amountCents } });
  const code = charge.endedBy === 'car' ? 'carFull' : charge.endedBy === 'amount' ? 'amountReached' : null;
  const restCents = payment.amountCents - (charge.billedCents ?? payment.amountCents);
  if (refund !== null && refund.state !== refundOrderState.succeeded) {
    const { code: main, values } = refundText(refund);
    return stepOf('refunding', main, { values, notices: code === null ? [] : [{ code, values: {} }], actions: ['bill', 'report'] });
  }
  if (refund === null && restCents > 0n && !payment.isFromWallet) return stepOf('billed', code, { actions: ['bill', 'report'] });
  return stepOf('done', code, { actions: ['bill', 'report'] });
};

/** Whether money may still be on its way in, so that nobody may be asked to pay again. */
export const isPaymentInDoubt = ({ state, isInDoubt, expiresMs }: DriverPaymentFacts, nowMs: number): boolean =>
  !receivedPrepayStates.includes(state) && state === prepayState.unpaid && (isInDoubt || nowMs >= expiresMs);
