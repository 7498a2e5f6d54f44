import { done, refused, type Outcome } from '#engines/money/outcome.ts';
import { receiptState, type ReceiptState } from './codes.ts';
import type { UseWindow } from './validity.ts';

/** A coupon that somebody has received. */
export interface Receipt extends UseWindow {
  readonly state: ReceiptState;
  /** The order that it is reserved for or was used by. */
  readonly orderNo: string | null;
}

export type ReceiptEvent =
  /** An order begins that shall use it; valid then, it stays so until the order is settled. */
  | { readonly kind: 'reserve'; readonly orderNo: string }
  /** The order was settled with it. */
  | { readonly kind: 'use'; readonly orderNo: string }
  /** The order was settled without it, or never began. */
  | { readonly kind: 'release'; readonly orderNo: string }
  /** The order was refunded completely. */
  | { readonly kind: 'giveBack'; readonly orderNo: string; readonly graceMs: number }
  | { readonly kind: 'void' }
  /** Somebody looks whether its time is over. */
  | { readonly kind: 'clock' };

export const receiptRefusals = ['coupon.notYetValid', 'coupon.expired', 'coupon.reservedElsewhere', 'coupon.usedAlready', 'coupon.void'] as const;
export type ReceiptRefusal = (typeof receiptRefusals)[number];

/** Whether its time is over; judged at every look, so that a late job prolongs nothing. What is reserved stays valid for its order. */
export const isOver = ({ state, expiresAtMs }: Receipt, nowMs: number): boolean => state === receiptState.usable && nowMs >= expiresAtMs;

/**
 * The receipt after an event; the same object when the event changes nothing, such as one that comes again. No event leads out of `expired` and `void`.
 */
export const advanceReceipt = (receipt: Receipt, event: ReceiptEvent, nowMs: number): Outcome<Receipt, ReceiptRefusal> => {
  const present = isOver(receipt, nowMs) ? { ...receipt, state: receiptState.expired } : receipt;
  switch (event.kind) {
    case 'clock':
      return done(present);
    case 'reserve':
      return reserve(present, event.orderNo, nowMs);
    case 'use':
      return isOf(present, event.orderNo, receiptState.reserved)
        ? done({ ...present, state: receiptState.used })
        : unlessDone(present, event.orderNo);
    case 'release':
      return done(isOf(present, event.orderNo, receiptState.reserved) ? freed(present, nowMs) : present);
    case 'giveBack':
      return done(isOf(present, event.orderNo, receiptState.used) ? freed(prolonged(present, nowMs + event.graceMs), nowMs) : present);
    case 'void':
      return voided(present);
  }
};

const isOf = (receipt: Receipt, orderNo: string, state: ReceiptState): boolean => receipt.state === state && receipt.orderNo === orderNo;

const reserve = (receipt: Receipt, orderNo: string, nowMs: number): Outcome<Receipt, ReceiptRefusal> => {
  if (receipt.state !== receiptState.usable) return isOf(receipt, orderNo, receiptState.reserved) ? done(receipt) : refused(refusalOf(receipt.state));
  return nowMs < receipt.beginsAtMs ? refused('coupon.notYetValid') : done({ ...receipt, state: receiptState.reserved, orderNo });
};

/** The settlement of an order may be repeated. */
const unlessDone = (receipt: Receipt, orderNo: string): Outcome<Receipt, ReceiptRefusal> =>
  isOf(receipt, orderNo, receiptState.used)
    ? done(receipt)
    : refused(receipt.state === receiptState.usable ? 'coupon.reservedElsewhere' : refusalOf(receipt.state));

const refusalOf = (state: Exclude<ReceiptState, 1>): ReceiptRefusal => REFUSALS[state];
const REFUSALS = {
  [receiptState.reserved]: 'coupon.reservedElsewhere',
  [receiptState.used]: 'coupon.usedAlready',
  [receiptState.expired]: 'coupon.expired',
  [receiptState.void]: 'coupon.void',
} as const;

/** Usable again, or expired where its time has passed meanwhile. */
const freed = (receipt: Receipt, nowMs: number): Receipt => ({
  ...receipt,
  orderNo: null,
  state: nowMs >= receipt.expiresAtMs ? receiptState.expired : receiptState.usable,
});

const prolonged = (receipt: Receipt, untilMs: number): Receipt => ({ ...receipt, expiresAtMs: Math.max(receipt.expiresAtMs, untilMs) });

/** What an order has reserved is finished with that order. */
const voided = (receipt: Receipt): Outcome<Receipt, ReceiptRefusal> => {
  if (receipt.state === receiptState.void) return done(receipt);
  return receipt.state === receiptState.usable ? done({ ...receipt, state: receiptState.void }) : refused(refusalOf(receipt.state));
};
