/** Code tables of the charging order, as the specification writes them on the wire (business-domain.md sections 4 and 9). */

export const orderState = { initial: 0, reserving: 1, charging: 2, ended: 3, settled: 4, refunded: 5, starting: 6, abnormal: 9 } as const;
export type OrderState = (typeof orderState)[keyof typeof orderState];
/** An order that holds its gun: at most one lives on a gun at a time. */
export const liveOrderStates: readonly number[] = [orderState.reserving, orderState.charging, orderState.starting];
/** Has begun and is not at its end: it lives, or waits as abnormal for what it lacks. */
export const openOrderStates: readonly number[] = [...liveOrderStates, orderState.abnormal];
/** May have taken energy that no end record tells yet. */
export const runningOrderStates: readonly number[] = [orderState.charging, orderState.abnormal];
/** Moves on by itself: it lives, or is about to be settled. */
export const movingOrderStates: readonly number[] = [...liveOrderStates, orderState.ended];

/** How far an order has come; 9 is no stage of its own but a mark laid over one. */
export type OrderRank = Exclude<OrderState, typeof orderState.abnormal>;

/** From least to most advanced: a later entry is never left for an earlier one. */
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
export const cancelCauses = ['user', 'operator', 'unpaidTimeout', 'reservationExpired', 'startNotSent', 'notPlugged'] as const;
export type CancelCause = (typeof cancelCauses)[number];
