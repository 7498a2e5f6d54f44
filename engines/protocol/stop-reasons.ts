/**
 * The reason why a charge ended, as one code for every protocol: 1 to 18 are normal ends, 160 to 239 faults. The platform assigned codes 11 to 13 and
 * the faults.
 */
export const stopReason = {
  manual: 1,
  password: 2,
  remote: 3,
  card: 4,
  vin: 5,
  amountReached: 6,
  energyReached: 7,
  durationReached: 8,
  socReached: 9,
  lowBalance: 10,
  unplugged: 11,
  unlocked: 12,
  deAuthorized: 13,
  emergencyStop: 160,
  powerLoss: 161,
  restarted: 162,
  unknown: 239,
} as const;
/** Whether a fault ended the charge, 160 to 239. */
export const isFaultStop = (reason: number): boolean => reason >= stopReason.emergencyStop;

export type StopReason = (typeof stopReason)[keyof typeof stopReason];
