/** Codes of prepaid orders and their refunds. The specification leaves the values open; these are ours. */

/** `paidLate`: the money came after the order was closed. `quarantined`: what was paid is not what was asked for, and a person has to decide. */
export const prepayState = { unpaid: 0, paid: 1, closed: 2, paidLate: 3, quarantined: 4 } as const;
export type PrepayState = (typeof prepayState)[keyof typeof prepayState];

/** What a payment is for: a charge at a gun, or the wallet of a customer. */
export const prepayPurpose = { charge: 1, wallet: 2 } as const;

/** States in which the provider may still say something new about a payment. */
export const openPrepayStates: readonly PrepayState[] = [prepayState.unpaid, prepayState.closed];
/** States in which the money was received and booked. */
export const receivedPrepayStates: readonly PrepayState[] = [prepayState.paid, prepayState.paidLate];

/**
 * `abnormal`: the money could not be given back to where it came from. `refused`: the provider did not take the refund, which may be asked for again
 * with the same number. `closed`: the provider has ended it without a payment; another attempt needs a new number.
 */
export const refundOrderState = {
  requested: 0,
  processing: 1,
  succeeded: 2,
  abnormal: 3,
  closed: 4,
  waitsForFunds: 5,
  unknown: 6,
  refused: 7,
} as const;
export type RefundOrderState = (typeof refundOrderState)[keyof typeof refundOrderState];

/** Where the money of an abnormal refund goes instead: another card of its payer, or the account of the merchant, who pays it out by hand. */
export const refundMendWay = { payerCard: 1, merchantAccount: 2 } as const;
export type RefundMendWay = (typeof refundMendWay)[keyof typeof refundMendWay];

/** An attempt to mend an abnormal refund. `dropped`: the second person declined it, or the refund has ended meanwhile. */
export const refundMendStat = { waits: 0, agreed: 1, taken: 2, refused: 3, dropped: 4 } as const;
export type RefundMendStat = (typeof refundMendStat)[keyof typeof refundMendStat];
/** No other attempt begins while one has such a state. */
export const openMendStats: readonly RefundMendStat[] = [refundMendStat.waits, refundMendStat.agreed];

/** A refund that has one of these states may no longer change. */
export const finalRefundStates: readonly RefundOrderState[] = [refundOrderState.succeeded, refundOrderState.closed];

/** The refunds of a prepaid order together. `stuck`: a person has to decide about one of them. */
export const refundStat = { none: 0, running: 1, refunded: 2, stuck: 3 } as const;
export type RefundStat = (typeof refundStat)[keyof typeof refundStat];

/** The length of WeChat Pay's APIv3 key, whose letters are the bytes of an AES-256 key. */
export const API_V3_KEY_BYTES = 32;
