import type { KeptProfile } from '../ocpp/charging-profiles.ts';
import type { Pile } from './pile.ts';

const VOLTS = 230;
const PHASES = 3;
const KILOWATT_W = 1_000;

/** The key under which a pile keeps parameter 13 of one gun, in kW. */
export const gunLimitKey = (gunNumber: number): string => `13.${gunNumber}`;

/** What the platform lets a gun give, by parameter 13 or by charging profiles; 0 is nothing, Infinity no limit. */
export const gunLimitW = (pile: Pile, gunNumber: number): number => {
  const told = pile.memory.parameters[gunLimitKey(gunNumber)];
  return Math.min(told === undefined ? Infinity : Number(told) * KILOWATT_W, profileLimitW(pile, gunNumber));
};

/** What the whole pile may draw while it hears nothing (parameter 12); null where it was told none. It counts in place of the limits of the guns. */
export const offlineLimitW = (pile: Pile): number | null => {
  const told = Number(pile.memory.parameters[OFFLINE_LIMIT] ?? 0) * KILOWATT_W;
  return told > 0 ? told : null;
};
const OFFLINE_LIMIT = '12';

/** What the whole pile may give in the period of its power schedule that it is in; Infinity where it has none. */
export const scheduleLimitW = (pile: Pile): number => {
  const minute = pile.localSlot() * SLOT_MINUTES;
  const period = pile.memory.powerPeriods?.findLast(({ startMinute }) => startMinute <= minute);
  return period === undefined || period.powerW === 0 ? Infinity : period.powerW;
};
const SLOT_MINUTES = 30;

/** The profiles that are left when the charge of a gun ends. */
export const withoutCharge = (profiles: readonly KeptProfile[], gunNumber: number): readonly KeptProfile[] =>
  profiles.filter((kept) => kept.connectorId !== gunNumber || kept.csChargingProfiles.chargingProfilePurpose !== 'TxProfile');

/** Of each purpose the profile with the highest level counts, one of the present charge instead of the default, and the whole pile beside both. */
const profileLimitW = (pile: Pile, gunNumber: number): number => {
  const { chargingProfiles } = pile.memory;
  const limitOf = (purpose: string, of: readonly number[]): number | undefined => {
    const profiles = chargingProfiles.filter((kept) => of.includes(kept.connectorId) && kept.csChargingProfiles.chargingProfilePurpose === purpose);
    const [highest] = profiles.toSorted((a, b) => b.csChargingProfiles.stackLevel - a.csChargingProfiles.stackLevel);
    const schedule = highest?.csChargingProfiles.chargingSchedule;
    if (highest === undefined || schedule === undefined) return undefined;
    const elapsedS = elapsedMs(pile, highest, gunNumber) / 1_000;
    const limit = schedule.chargingSchedulePeriod.findLast(({ startPeriod }) => startPeriod <= elapsedS)?.limit;
    if (limit === undefined) return undefined;
    return schedule.chargingRateUnit === 'W' ? limit : limit * VOLTS * PHASES;
  };
  const ofCharge = limitOf('TxProfile', [gunNumber]) ?? limitOf('TxDefaultProfile', [0, gunNumber]);
  return Math.min(ofCharge ?? Infinity, limitOf('ChargePointMaxProfile', [0]) ?? Infinity);
};

/** Since the periods of a profile began to count: an absolute one at its instant, a relative one with the charge. */
const elapsedMs = (pile: Pile, { csChargingProfiles }: KeptProfile, gunNumber: number): number => {
  const { chargingProfileKind, chargingSchedule } = csChargingProfiles;
  if (chargingProfileKind === 'Absolute' && chargingSchedule.startSchedule !== undefined)
    return pile.clockMs - Date.parse(chargingSchedule.startSchedule);
  return pile.clockMs - (pile.gun(gunNumber)?.session?.charge?.startMs ?? pile.clockMs);
};
