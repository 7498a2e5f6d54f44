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

/** What a privilege card is sold by: a time, a number of charges, or an amount of energy. */
export const cardKind = { month: 1, quarter: 2, year: 3, times: 4, energy: 5 } as const;

/** Whether a privilege card can be bought and given. */
export const cardSale = {
  off: 0,
  on: 1,
  /** For ever. */
  withdrawn: 2,
} as const;

/** Where a privilege card holds: everywhere in the tenant, at the stations of agents, or at stations. */
export const cardLevel = { tenant: 1, agent: 2, station: 3 } as const;
export type CardLevel = (typeof cardLevel)[keyof typeof cardLevel];

/** The states of a held privilege card. `waiting` and `usedUp` follow from its time and its limits, and are not stored. */
export const cardHoldState = {
  /** Its time has not begun. */
  waiting: 1,
  active: 2,
  /** Its charges or its energy are used up. */
  usedUp: 3,
  expired: 4,
  /** Ended by an operator. */
  ended: 5,
} as const;
export type CardHoldState = (typeof cardHoldState)[keyof typeof cardHoldState];

/** How somebody got a privilege card. */
export const cardSource = { sold: 1, given: 2 } as const;

/** What became of a payment that buys a card. */
export const cardPaymentState = { waiting: 1, bought: 2, notSold: 3 } as const;
