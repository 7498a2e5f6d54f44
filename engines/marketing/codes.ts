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

/** What points are earned for. */
export const earnBasis = { money: 1, energy: 2 } as const;
export type EarnBasis = (typeof earnBasis)[keyof typeof earnBasis];

/** How long points live: so many months, or until the end of the n-th calendar year. */
export const pointLife = { months: 1, yearEnd: 2 } as const;
export type PointLife = (typeof pointLife)[keyof typeof pointLife];

/** Why the points of an account change. */
export const pointEntryKind = {
  earned: 1,
  spent: 2,
  expired: 3,
  /** By an operator. */
  given: 4,
  taken: 5,
  /** Spent points that have come back with a correction or a refund. */
  givenBack: 6,
  /** Earned points that were taken back with a correction or a refund. */
  clawedBack: 7,
} as const;
export type PointEntryKind = (typeof pointEntryKind)[keyof typeof pointEntryKind];
