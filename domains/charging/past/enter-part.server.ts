import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import { giveToWallet } from '../refund-order/goodwill.server.ts';
import { enterCharges } from './enter-charges.server.ts';
import type { ChargesToEnter, EnteredCharges } from './enter-charges.server.ts';
import type { FinishedCharge } from './finished-charge.ts';
import { claimPart } from './past-run.server.ts';
import type { OpenPart } from './past-run.server.ts';

/** A charge of which a part of the bill was given back later. */
export interface RefundedCharge extends FinishedCharge {
  /** Null for most. Above 0 and at most 1. */
  readonly refundShare: number | null;
  readonly refundReason: string;
}

export interface PartToEnter extends Omit<ChargesToEnter, 'charges' | 'firstOrderId'> {
  readonly part: OpenPart;
  readonly charges: readonly RefundedCharge[];
  /** Refunds are given before this instant. */
  readonly untilMs: number;
}

const REFUND_AFTER_MS = 3 * 3_600_000;

/** Enters one day of one station with its refunds, in the transaction of the caller; undefined if that has been done before. */
export const enterPart = async (tx: Tx, { part, untilMs, charges, ...input }: PartToEnter): Promise<EnteredCharges | undefined> => {
  if (!(await claimPart(tx, part))) return undefined;
  const entered = await enterCharges(tx, { ...input, charges, firstOrderId: part.firstOrderId });
  for (const { charge, orderId, billedCents, settledAtMs } of entered.orders) {
    const refunded = charges.find((candidate) => candidate === charge);
    const amountCents = (billedCents * BigInt(Math.round((refunded?.refundShare ?? 0) * 100))) / 100n;
    if (!refunded || amountCents === 0n) continue;
    const work: OrderWork = { tx, live: silent, nowMs: Math.min(settledAtMs + REFUND_AFTER_MS, Math.max(settledAtMs, untilMs)), actor: input.actor };
    const order = await lockOrder(tx, { orderId });
    if (order) await giveToWallet(work, order, { amountCents, reason: refunded.refundReason, secondBy: null });
  }
  return entered;
};

/** Nobody watches an order of the past. */
const silent: OrderWork['live'] = { publish: () => undefined };
