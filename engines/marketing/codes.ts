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

/** The states of an activity and of a coupon. */
export const publication = { pending: 0, published: 1, revoked: 2 } as const;

/** Where an activity holds. */
export const activityLevel = { agent: 1, station: 2 } as const;

export const couponScene = { prePayment: 1, settlement: 2 } as const;
export type CouponScene = (typeof couponScene)[keyof typeof couponScene];

/** How somebody got a coupon. */
export const receiptSource = { claimed: 1, granted: 2 } as const;

/** What became of a coupon at an order. */
export const stateOfUse = {
  used: 1,
  /** The order was refunded as a whole. */
  givenBack: 2,
  reserved: 3,
  /** The order was settled without it, or never began. */
  notUsed: 4,
} as const;
export type StateOfUse = (typeof stateOfUse)[keyof typeof stateOfUse];
