/**
 * Problems of an order. A blocking flag shows the order as 9 and prevents its settlement; a soft flag only informs. Some flags are
 * facts that a timer or the settlement found, others follow from the set of facts.
 */

/** Which events close a blocking flag, besides a manual settlement. */
export interface FlagPolicy {
  /** Closed by any evidence that the start succeeded or failed. */
  readonly endsOnStartEvidence: boolean;
  /** Closed by the order's end, from a device record or by hand. */
  readonly endsOnEnd: boolean;
  /** Closed when the order is cancelled. */
  readonly endsOnCancel: boolean;
  /** Closed by a sample newer than the flag's evidence. */
  readonly endsOnLaterSample: boolean;
  /** Closed by a sample with current that is newer than the flag's evidence and was received after it. */
  readonly endsOnLaterFlow: boolean;
  /** Closed once it is known who pays. */
  readonly endsOnParty: boolean;
  /** Closed by an end that reports no energy, because there is nothing to pay. */
  readonly endsOnEmptyEnd: boolean;
  /** An operator may clear the flag; the settlement then ignores this problem. */
  readonly clearable: boolean;
}

const policy = (ends: Partial<FlagPolicy>): FlagPolicy => ({
  endsOnStartEvidence: false,
  endsOnEnd: false,
  endsOnCancel: false,
  endsOnLaterSample: false,
  endsOnLaterFlow: false,
  endsOnParty: false,
  endsOnEmptyEnd: false,
  clearable: false,
  ...ends,
});

/** Blocking flags, the most severe first: the first open one is the order's abnormalReason. */
export const flagPolicies = {
  contradiction: policy({ clearable: true }),
  lateStart: policy({ endsOnEnd: true }),
  recordRefused: policy({ endsOnEnd: true, endsOnLaterFlow: true }),
  startTimeout: policy({ endsOnStartEvidence: true, endsOnEnd: true, endsOnCancel: true }),
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
/** Blocking flags, the most severe first. */
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
