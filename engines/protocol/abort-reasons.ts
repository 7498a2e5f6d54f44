/**
 * Why a charge was broken off, as the battery (BST) and the charger (CST) state it in GB/T 27930: a byte of reasons, two bytes of faults, a byte of
 * errors. Each reason has two bits, low bits first: 0 no, 1 yes, 2 untrusted. The unsigned number of the native protocol holds the four bytes in
 * this order, the first one lowest.
 */
export const bmsAbortReasons = [
  ...(['socReached', 'totalVoltageReached', 'cellVoltageReached', 'chargerAborted'] as const),
  ...(['insulation', 'connectorOverTemperature', 'componentOverTemperature', 'connector'] as const),
  ...(['packOverTemperature', 'highVoltageRelay', 'detectionPoint2', 'otherFault'] as const),
  ...(['overCurrent', 'abnormalVoltage'] as const),
] as const;
export const chargerAbortReasons = [
  ...(['conditionMet', 'byHand', 'abnormal', 'bmsAborted'] as const),
  ...(['chargerOverTemperature', 'connector', 'insideOverTemperature', 'energyNotTransferable'] as const),
  ...(['emergencyStop', 'otherFault', undefined, undefined] as const),
  ...(['currentMismatch', 'abnormalVoltage'] as const),
] as const;

export type AbortReason = NonNullable<(typeof bmsAbortReasons)[number] | (typeof chargerAbortReasons)[number]>;
type ReasonList = readonly (AbortReason | undefined)[];

export interface StatedReason {
  /** Undefined for bits that the standard does not define. */
  readonly reason: AbortReason | undefined;
  /** The place of its two bits, from 0. */
  readonly place: number;
  readonly isTrusted: boolean;
}

const PLACES = 16;
const YES = 1;

/** The reasons that are stated, in the order of the standard. `bits` are the numbers of the bits that are set. */
export const reasonsOf = (bits: readonly number[], list: ReasonList): readonly StatedReason[] =>
  Array.from({ length: PLACES }, (_unused, place): StatedReason[] => {
    const value = (bits.includes(place * 2) ? 1 : 0) + (bits.includes(place * 2 + 1) ? 2 : 0);
    return value === 0 ? [] : [{ reason: list[place], place, isTrusted: value === YES }];
  }).flat();
