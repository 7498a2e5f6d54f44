/** Code tables of the charging order, as sent on the wire. */

export const orderState = { initial: 0, reserving: 1, charging: 2, ended: 3, settled: 4, refunded: 5, starting: 6, abnormal: 9 } as const;
export type OrderState = (typeof orderState)[keyof typeof orderState];
/** States in which an order occupies its gun; a gun has at most one such order at a time. */
export const liveOrderStates: readonly number[] = [orderState.reserving, orderState.charging, orderState.starting];
/** States of an order that has begun and not ended: it is live, or abnormal and waiting for missing data. */
export const openOrderStates: readonly number[] = [...liveOrderStates, orderState.abnormal];
/** States in which energy may have flowed that no end record reports yet. */
export const runningOrderStates: readonly number[] = [orderState.charging, orderState.abnormal];
/** States of an order whose bill is booked, refunded afterwards or not. */
export const settledOrderStates: readonly number[] = [orderState.settled, orderState.refunded];
/** States that change without an operator: the order is live, or about to be settled. */
export const movingOrderStates: readonly number[] = [...liveOrderStates, orderState.ended];

/** The stages of an order. State 9 (abnormal) is not a stage but a mark on top of one. */
export type OrderRank = Exclude<OrderState, typeof orderState.abnormal>;

/** From least to most advanced; an order never moves back to an earlier entry. */
export const rankOrder: readonly OrderRank[] = [
  orderState.initial,
  orderState.reserving,
  orderState.starting,
  orderState.charging,
  orderState.ended,
  orderState.settled,
  orderState.refunded,
];

export const orderType = { online: 1, offline: 2, recalled: 3, checkCodeException: 4 } as const;
export type OrderType = (typeof orderType)[keyof typeof orderType];

/** When an order should stop by itself. */
export const strategyType = {
  untilFull: 1,
  byAmount: 2,
  byEnergy: 3,
  bySoc: 4,
  byDuration: 5,
  byTime: 6,
  byVin: 7,
  other: 9,
} as const;

export const startSource = {
  weChat: 1,
  alipay: 2,
  app: 3,
  platform: 4,
  thirdParty: 5,
  card: 16,
  account: 17,
  vin: 18,
  offlineCard: 19,
  offlineVin: 20,
  offlineOther: 21,
  manual: 22,
  password: 23,
  unknown: 153,
} as const;

export const mainPartType = { phoneUser: 1, icCard: 2, agentCustomer: 3, vehicleVin: 4 } as const;
export type MainPartType = (typeof mainPartType)[keyof typeof mainPartType];

/** Who pays for the order. */
export interface Party {
  readonly mainPartType: MainPartType;
  readonly mainPartId: string;
}

/** Why the platform wants an order stopped. */
export const stopCauses = [
  'user',
  'operator',
  'amountReached',
  'energyReached',
  'socReached',
  'durationReached',
  'scheduleReached',
  'dayLimit',
  'lowBalance',
  'gunReserved',
  'stationSafety',
  'manualEnd',
  'lateStart',
  'contradiction',
  'startAfterEnd',
  'energyAfterEnd',
  'ghost',
  'startRefused',
] as const;
export type StopCause = (typeof stopCauses)[number];

/** Why an order ended before a pile was asked to start it. */
export const cancelCauses = ['user', 'operator', 'unpaidTimeout', 'reservationExpired', 'startNotSent', 'notPlugged', 'startUnanswered'] as const;
export type CancelCause = (typeof cancelCauses)[number];
