/** What the shell knows beside the order's facts at the moment of an event. */
export interface Situation {
  readonly nowMs: number;
  /** The connection a message came by; for actions and timers, the order's own pile. */
  readonly pile: PileSituation;
  /** Where the gun's meter stood after the order before; null when unknown. */
  readonly lastStopMeterDwh: number | null;
  /** The gun says that nothing is plugged in; absent where nobody looked. */
  readonly isUnplugged?: boolean;
  /** Another order lives on this gun. */
  readonly gunTaken: boolean;
  /** What the order costs so far; null when nobody computed it. */
  readonly money: ChargingMoney | null;
}

export interface PileSituation {
  readonly cpCode: string;
  readonly authenticated: boolean;
  /** The message's connection is the pile's live one. */
  readonly epochIsCurrent: boolean;
  /** Fencing token of the live connection, null while offline. */
  readonly liveEpoch: number | null;
  /** Null while online. */
  readonly offlineSinceMs: number | null;
  /** The protocol marks stored messages, so an unmarked old instant means a wrong clock. */
  readonly marksStored: boolean;
}

/** Money of a running order, minor units. */
export interface ChargingMoney {
  readonly accruedCents: bigint;
  /** Cost of what still flows between a stop command and its effect. */
  readonly leadCents: bigint;
  /** Cost until the next look, at full power and the dearest price: what the hold must reach ahead. */
  readonly aheadCents: bigint;
  /** Held for this order, or paid in advance for it. */
  readonly heldCents: bigint;
  /** Free on the account beside that; 0 for a prepaid order. */
  readonly availableCents: bigint;
}
