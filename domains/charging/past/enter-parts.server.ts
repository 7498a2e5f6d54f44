import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import { giveToWallet } from '../refund-order/goodwill.server.ts';
import { enterCharges } from './enter-charges.server.ts';
import type { ChargesToEnter, EnteredCharges, NumberedCharge } from './enter-charges.server.ts';
import type { FinishedCharge } from './finished-charge.ts';
import { claimParts } from './past-run.server.ts';
import type { OpenPart } from './past-run.server.ts';

/** A charge of which a part of the bill was given back later. */
export interface RefundedCharge extends FinishedCharge {
  /** Null for most. Above 0 and at most 1. */
  readonly refundShare: number | null;
  readonly refundReason: string;
}

export interface PartToEnter extends OpenPart {
  readonly charges: readonly RefundedCharge[];
}

export interface PartsToEnter extends Omit<ChargesToEnter, 'charges'> {
  /** Of stations of one tenant with one currency. */
  readonly parts: readonly PartToEnter[];
  /** Refunds are given before this instant. */
  readonly untilMs: number;
}

const REFUND_AFTER_MS = 3 * 3_600_000;

/** Enters days of stations with their refunds, all charges in the order of time, in the transaction of the caller. Parts that have been entered before are left out. */
export const enterParts = async (tx: Tx, { parts, untilMs, ...input }: PartsToEnter): Promise<EnteredCharges> => {
  const claimed = await claimParts(tx, parts);
  const entered = await enterCharges(tx, { ...input, charges: claimed.flatMap(numbered).toSorted(byTime) });
  const shares = new Map<FinishedCharge, RefundedCharge>(claimed.flatMap(({ charges }) => charges.map((charge) => [charge, charge])));
  for (const { charge, orderId, billedCents, settledAtMs } of entered.orders) {
    const refunded = shares.get(charge);
    const amountCents = (billedCents * BigInt(Math.round((refunded?.refundShare ?? 0) * 100))) / 100n;
    if (!refunded || amountCents === 0n) continue;
    const work: OrderWork = { tx, live: silent, nowMs: Math.min(settledAtMs + REFUND_AFTER_MS, Math.max(settledAtMs, untilMs)), actor: input.actor };
    const order = await lockOrder(tx, { orderId });
    if (order) await giveToWallet(work, order, { amountCents, reason: refunded.refundReason, secondBy: null });
  }
  return entered;
};

const numbered = ({ charges, firstOrderId }: PartToEnter): readonly NumberedCharge[] =>
  charges.map((charge, index) => ({ charge, orderId: firstOrderId + BigInt(index) }));

const byTime = (left: NumberedCharge, right: NumberedCharge): number => left.charge.requestedAtMs - right.charge.requestedAtMs;

/** Nobody watches an order of the past. */
const silent: OrderWork['live'] = { publish: () => undefined };
