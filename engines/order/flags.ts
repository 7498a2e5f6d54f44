/**
 * What can be wrong with an order. A blocking flag shows the order as 9 and keeps it from being settled; a soft one only tells.
 * Some are facts (a timer or the settlement found them), some follow from the set of facts.
 */

/** What ends a blocking flag, besides settlement by hand. */
export interface FlagPolicy {
  /** Any evidence that the start went one way or the other. */
  readonly endsOnStartEvidence: boolean;
  /** The order's end, by a device record or by hand. */
  readonly endsOnEnd: boolean;
  /** A sample newer than what the flag spoke of. */
  readonly endsOnLaterSample: boolean;
  /** A sample with current, newer than what the flag spoke of and heard after it. */
  readonly endsOnLaterFlow: boolean;
  /** Somebody is known to pay. */
  readonly endsOnParty: boolean;
  /** The order's end, where it tells of no energy: there is nothing to pay. */
  readonly endsOnEmptyEnd: boolean;
  /** An operator may clear it; the settlement then no longer asks about it. */
  readonly clearable: boolean;
}

const policy = (ends: Partial<FlagPolicy>): FlagPolicy => ({
  endsOnStartEvidence: false,
  endsOnEnd: false,
  endsOnLaterSample: false,
  endsOnLaterFlow: false,
  endsOnParty: false,
  endsOnEmptyEnd: false,
  clearable: false,
  ...ends,
});

/** Blocking flags, the gravest first: the first open one is the order's abnormalReason. */
export const flagPolicies = {
  contradiction: policy({ clearable: true }),
  lateStart: policy({ endsOnEnd: true }),
  recordRefused: policy({ endsOnEnd: true, endsOnLaterFlow: true }),
  startTimeout: policy({ endsOnStartEvidence: true, endsOnEnd: true }),
  endMissing: policy({ endsOnEnd: true, endsOnLaterSample: true }),
  ghost: policy({ endsOnEnd: true }),
  startRefused: policy({ endsOnParty: true, endsOnEmptyEnd: true }),
  orphan: policy({ endsOnParty: true }),
  checkCode: policy({ clearable: true }),
  unknownParty: policy({ endsOnParty: true }),
  noTariff: policy({}),
  implausible: policy({ clearable: true }),
  amountDiffers: policy({ clearable: true }),
  overCap: policy({}),
} as const satisfies Record<string, FlagPolicy>;
export type FlagReason = keyof typeof flagPolicies;

const isFlagReason = (name: string): name is FlagReason => Object.hasOwn(flagPolicies, name);
/** Blocking flags in their order of gravity. */
export const flagReasons: readonly FlagReason[] = Object.keys(flagPolicies).filter(isFlagReason);

export const softFlags = [
  'clockOff',
  'meterGap',
  'moneyDiffers',
  'missingStartResult',
  'gunDiffers',
  'stopUnconfirmed',
  'energyAfterEnd',
  'endConflict',
  'meterImplausible',
] as const;
export type SoftFlag = (typeof softFlags)[number];
