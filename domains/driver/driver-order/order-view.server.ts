import { minorDigits } from '#engines/money/currency.ts';
import { driverStep } from '#engines/driver/step.ts';
import type { DriverChargeFacts, DriverFacts, DriverGunFacts, DriverValues } from '#engines/driver/step.ts';
import { receivedPrepayStates, refundOrderState } from '#engines/payment/codes.ts';
import type { RefundOrderState } from '#engines/payment/codes.ts';
import { priceStages } from '#engines/tariff/price-stages.ts';
import type { ChargeProgress, PaidCharge } from '#domains/charging/server.ts';
import { stopReason } from '#domains/network/resources.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import { settingOf } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { gunFactsOf, readSite } from '../site/driver-site.server.ts';
import { reviewHours } from './driver-order-settings.ts';
import { otherPaidCents } from './driver-order-row.server.ts';
import type { DriverOrderRow } from './driver-order-row.server.ts';
import { readOrderCharge } from './order-charge.server.ts';
import type { DriverOrderView, DriverRefundView, DriverText, DriverTextValues } from './driver-order.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const DWH_PER_WH = 10;

/** Who reads an order, and when. */
export interface OrderReader {
  readonly visitId: string;
  readonly now: Date;
  readonly registry: DriverDeps['database'];
}

const NO_GUN: DriverGunFacts = { use: 'outOfService', outBy: 'disabled', isPlugged: true, isOnline: false, isLeased: false, pluggedSibling: null };

/** The order as its driver sees it now. */
export const readOrderView = async (tx: Tx, order: DriverOrderRow, { visitId, now, registry }: OrderReader): Promise<DriverOrderView> => {
  const paid = await readOrderCharge(tx, order);
  const site = await readSite(tx, { cpCode: order.cpCode, gunNumber: order.gunNumber, now });
  const nextPrice = await nextPriceOf(tx, paid.charge, now.getTime());
  const facts: DriverFacts = {
    nowMs: now.getTime(),
    reviewHours: await settingOf({ db: tx, now, registry }, reviewHours, order.tenantId),
    gun: site ? await gunFactsOf(tx, site, { visitId, now }) : NO_GUN,
    payment: {
      state: paid.payState,
      amountCents: paid.amountCents,
      paidMs: paid.paidMs,
      expiresMs: paid.expiresMs,
      isInDoubt: order.doubtUntilMs !== null && order.doubtUntilMs > now.getTime(),
      startRefusal: paid.startRefusal,
      replugUntilMs: paid.replugUntilMs,
      retryUntilMs: paid.retryUntilMs,
      retryCount: paid.retryCount,
      otherPaidCents: await otherPaidCents(tx, order),
      isFromWallet: order.prePayOrderId === null,
    },
    charge: paid.charge && chargeFactsOf(paid.charge, nextPrice),
    refund: paid.refunds.at(-1) ?? null,
  };
  const { step, code, values, notices, actions, isStale } = driverStep(facts);
  const place = {
    stationName: site?.stationName ?? '',
    zone: site?.zone ?? 'UTC',
    tel: site?.tel ?? null,
    pileNo: order.cpCode,
    gunNo: order.gunNumber,
    isPlugged: site?.isPlugged ?? false,
  };
  const view: DriverOrderView = {
    orderNo: order.orderNo,
    version: String(now.getTime()),
    step,
    text: code === null ? null : { code, values: wireValues(values) },
    notices: notices.map((notice): DriverText => ({ code: notice.code, values: wireValues(notice.values) })),
    actions: order.role === 'control' ? actions : actions.filter((action) => action === 'bill' || action === 'report'),
    role: order.role,
    isFromWallet: order.prePayOrderId === null,
    gun: place,
    ...figuresOf(paid, now.getTime()),
    stageNext: nextPrice && { at: instant(nextPrice.atMs), totalE5: Number(nextPrice.totalE5) },
    refund: refundViewOf(paid.refunds.at(-1)),
    asOf: instant(paid.charge?.heardMs ?? now.getTime()),
    isStale,
  };
  return view;
};

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : instant(ms));

const { batteryFull, vehicleStopped, socReached, amountReached } = stopReason.items;
/** A driver's charge has no goal but its amount, so a state of charge that ends it is that of a full car. */
const carReasons: readonly unknown[] = [batteryFull.value, vehicleStopped.value, socReached.value];

/** Either the pile or the platform stops at the amount; a pile that was told to stop reports only that. */
const endOf = ({ stopReason: reason, stopCause }: ChargeProgress): DriverChargeFacts['endedBy'] => {
  if (carReasons.includes(reason)) return 'car';
  return reason === amountReached.value || stopCause === 'amountReached' || stopCause === 'lowBalance' ? 'amount' : 'other';
};

const chargeFactsOf = (charge: ChargeProgress, nextPrice: DriverChargeFacts['nextPrice']): DriverChargeFacts => ({
  state: charge.state,
  startResult: charge.startResult,
  hasBegun: charge.startMs !== null,
  askedMs: charge.askedMs,
  isAtRest: charge.isAtRest,
  heardMs: charge.heardMs,
  stopAskedMs: charge.stopAskedMs,
  energyDwh: charge.energyDwh,
  billedCents: charge.billed?.totalCents ?? null,
  endedBy: endOf(charge),
  nextPrice,
});

/** The next change of the price of a running charge, by the tariff that was frozen when it started. */
const nextPriceOf = async (tx: Tx, charge: ChargeProgress | null, nowMs: number): Promise<DriverChargeFacts['nextPrice']> => {
  if (!charge || charge.startMs === null || charge.stopMs !== null || charge.tariffSnapshotId === null) return null;
  const tariff = await readSnapshot(tx, charge.tariffSnapshotId);
  const next = tariff && priceStages(tariff, { fromMs: charge.startMs, toMs: nowMs + DAY_MS }).find(({ fromMs }) => fromMs > nowMs);
  return next ? { atMs: next.fromMs, totalE5: next.totalE5 } : null;
};

const paidCentsOf = ({ payState, amountCents }: PaidCharge): bigint => (receivedPrepayStates.includes(payState) ? amountCents : 0n);

/** The bill; until it is there, what the samples cost, and never more than what was paid. */
export const costCentsOf = (paid: PaidCharge): bigint => {
  const runningCents = paid.charge?.runningCents ?? 0n;
  const paidCents = paidCentsOf(paid);
  return paid.charge?.billed?.totalCents ?? (runningCents < paidCents ? runningCents : paidCents);
};

const figuresOf = (paid: PaidCharge, nowMs: number) => {
  const { amountCents, currency, expiresMs, charge } = paid;
  const [paidCents, costCents] = [paidCentsOf(paid), costCentsOf(paid)];
  const endMs = charge?.stopMs ?? nowMs;
  const isRunning = charge !== null && charge.stopMs === null;
  return {
    currency,
    digits: minorDigits(currency) ?? 2,
    amountCents: Number(amountCents),
    paidCents: Number(paidCents),
    payBy: instant(expiresMs),
    startedAt: instantOrNull(charge?.startMs),
    endedAt: instantOrNull(charge?.stopMs),
    energyWh: Math.floor((charge?.energyDwh ?? 0) / DWH_PER_WH),
    powerW: isRunning ? charge.powerW : null,
    soc: charge?.soc ?? null,
    minutes: charge?.startMs ? Math.max(0, Math.floor((endMs - charge.startMs) / MINUTE_MS)) : 0,
    costCents: Number(costCents),
    leftCents: Number(paidCents - costCents),
  };
};

const wireValues = ({ amountCents, waitedS, atMs, reason, gunNumber, priceE5, refundNo, hours }: DriverValues): DriverTextValues => ({
  ...(amountCents !== undefined && { amountCents: Number(amountCents) }),
  ...(waitedS !== undefined && { waitedS }),
  ...(atMs !== undefined && { at: instant(atMs) }),
  ...(reason !== undefined && { reason }),
  ...(gunNumber !== undefined && { gunNo: gunNumber }),
  ...(priceE5 !== undefined && { priceE5: Number(priceE5) }),
  ...(refundNo !== undefined && { refundNo }),
  ...(hours !== undefined && { hours }),
});

const stuckStates: readonly RefundOrderState[] = [refundOrderState.abnormal, refundOrderState.closed, refundOrderState.refused];

export const refundViewOf = (refund: PaidCharge['refunds'][number] | undefined): DriverRefundView | null =>
  refund === undefined
    ? null
    : {
        refundNo: refund.refundNo,
        amountCents: Number(refund.amountCents),
        state: refundStateOf(refund.state),
      };

export const refundStateOf = (state: RefundOrderState): DriverRefundView['state'] =>
  state === refundOrderState.succeeded ? 'succeeded' : stuckStates.includes(state) ? 'stuck' : 'underway';

/** What the driver sees, apart from the passing of time: a change of it is told. */
export const changeMarkOf = ({ asOf: _asOf, version: _version, minutes: _minutes, text, ...rest }: DriverOrderView): string => {
  const { waitedS: _waited, ...values } = text?.values ?? {};
  return JSON.stringify([rest, text?.code, values]);
};
