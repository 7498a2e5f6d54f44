import { printInstant } from '#engines/protocol/ocpp16/instant.ts';
import type { PlatformCalls } from '#engines/protocol/ocpp16/messages.ts';
import type { CallReply } from '#engines/protocol/ocpp16/rpc.ts';
import type { Pile } from '../pile/pile.ts';

type SetProfile = PlatformCalls['SetChargingProfile'];
/** A profile with its connector. */
export type KeptProfile = SetProfile;

const PROFILES_MAX = 20;
const status = (value: string): CallReply => ({ ok: true, payload: { status: value } });

/** Keeps a profile in place of the one with its number. One of the present charge needs a charge. */
export const setProfile = (pile: Pile, profile: SetProfile): CallReply => {
  const { connectorId, csChargingProfiles } = profile;
  if (connectorId > pile.guns.length) return status('Rejected');
  if (csChargingProfiles.chargingProfilePurpose === 'TxProfile' && !pile.gun(connectorId)?.session) return status('Rejected');
  const others = pile.memory.chargingProfiles.filter((kept) => kept.csChargingProfiles.chargingProfileId !== csChargingProfiles.chargingProfileId);
  if (others.length >= PROFILES_MAX) return status('Rejected');
  pile.memory.chargingProfiles = [...others, profile];
  return status('Accepted');
};

export const clearProfiles = (
  pile: Pile,
  { id, connectorId, chargingProfilePurpose, stackLevel }: PlatformCalls['ClearChargingProfile'],
): CallReply => {
  const isMeant = (kept: KeptProfile): boolean => {
    const profile = kept.csChargingProfiles;
    if (id !== undefined) return profile.chargingProfileId === id;
    return (
      (connectorId === undefined || kept.connectorId === connectorId) &&
      (chargingProfilePurpose === undefined || profile.chargingProfilePurpose === chargingProfilePurpose) &&
      (stackLevel === undefined || profile.stackLevel === stackLevel)
    );
  };
  const before = pile.memory.chargingProfiles;
  pile.memory.chargingProfiles = before.filter((kept) => !isMeant(kept));
  return status(pile.memory.chargingProfiles.length < before.length ? 'Accepted' : 'Unknown');
};

/** Of each purpose the profile with the highest level counts, and of these the one that begins with the lowest limit. */
export const compositeSchedule = (pile: Pile, { connectorId, duration, chargingRateUnit }: PlatformCalls['GetCompositeSchedule']): CallReply => {
  if (connectorId > pile.guns.length) return status('Rejected');
  const highest = new Map<string, KeptProfile['csChargingProfiles']>();
  for (const { connectorId: keptFor, csChargingProfiles: profile } of pile.memory.chargingProfiles) {
    const { chargingProfilePurpose: purpose, chargingSchedule, stackLevel } = profile;
    const concerns = keptFor === 0 || keptFor === connectorId;
    const fits = chargingRateUnit === undefined || chargingSchedule.chargingRateUnit === chargingRateUnit;
    if (concerns && fits && stackLevel >= (highest.get(purpose)?.stackLevel ?? 0)) highest.set(purpose, profile);
  }
  const schedules = [...highest.values()].map(({ chargingSchedule }) => chargingSchedule);
  const limitOf = ({ chargingSchedulePeriod: [first] }: (typeof schedules)[number]) => first?.limit ?? 0;
  const [lowest] = schedules.toSorted((a, b) => limitOf(a) - limitOf(b));
  if (!lowest) return status('Rejected');
  const chargingSchedulePeriod = lowest.chargingSchedulePeriod.filter(({ startPeriod }) => startPeriod < duration);
  const chargingSchedule = { chargingRateUnit: lowest.chargingRateUnit, duration, chargingSchedulePeriod };
  return { ok: true, payload: { status: 'Accepted', connectorId, scheduleStart: printInstant(pile.clockMs), chargingSchedule } };
};
