/** The states of a received coupon. */
export const receiptState = {
  usable: 1,
  /** Belongs to an order that has not been settled. */
  reserved: 2,
  used: 3,
  expired: 4,
  /** Taken back by an operator. */
  void: 5,
} as const;
export type ReceiptState = (typeof receiptState)[keyof typeof receiptState];
