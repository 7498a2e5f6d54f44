/** What the caller knows besides the order's facts at the moment of an event. */
export interface Situation {
  readonly nowMs: number;
  /** The connection that a message arrived on; for actions and timers, the order's own pile. */
  readonly pile: PileSituation;
  /** The gun's meter at the end of the previous order; null when unknown. */
  readonly lastStopMeterDwh: number | null;
  /** The gun as its pile last reported it; absent where this was not read. */
  readonly gunWorkStat?: number | null;
  /** Another live order exists on this gun. */
  readonly gunTaken: boolean;
  /** The cost of the order so far; null when it was not computed. */
  readonly money: ChargingMoney | null;
}

export interface PileSituation {
  readonly cpCode: string;
  readonly authenticated: boolean;
  /** Whether the message's connection is the pile's live one. */
  readonly epochIsCurrent: boolean;
  /** Fencing token of the live connection, null while offline. */
  readonly liveEpoch: number | null;
  /** Null while online. */
  readonly offlineSinceMs: number | null;
  /** The protocol marks stored messages, so an old instant without the mark comes from a wrong clock. */
  readonly marksStored: boolean;
}

/** Money of a running order, minor units. */
export interface ChargingMoney {
  readonly accruedCents: bigint;
  /** Cost of the energy that still flows between a stop command and its effect. */
  readonly leadCents: bigint;
  /** Cost until the next check, at full power and the highest price: the hold must cover this in advance. */
  readonly aheadCents: bigint;
  /** Held for this order, or paid in advance for it. */
  readonly heldCents: bigint;
  /** Available on the account besides the hold; 0 for a prepaid order. */
  readonly availableCents: bigint;
  /** What points pay; absent where the order uses none. */
  readonly points?: PointMoney | undefined;
}

/** What points pay of a running order, minor units. */
export interface PointMoney {
  /** Of its cost so far. */
  readonly paidCents: bigint;
  /** Of the amount of its strategy, whatever it will cost in the end: this much need not be held. */
  readonly sureCents: bigint;
}
