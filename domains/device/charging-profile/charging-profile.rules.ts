import type { ChargingProfile } from '#engines/protocol/ocpp16/charging-profile.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { ChargingProfileRefusal } from './charging-profile.ts';

/** A profile as OCPP 1.6 allows it: whom it limits agrees with the gun, and its periods follow each other from the first minute. */
export const checkProfile = (
  gunNumber: number,
  { purpose, periods }: ChargingProfile,
): Verdict<ChargingProfile['purpose'], ChargingProfileRefusal> => {
  if ((purpose === 'ChargePointMaxProfile' && gunNumber !== 0) || (purpose === 'TxProfile' && gunNumber === 0)) return deny('chargingProfile.gun');
  const inOrder = periods.every(({ startMinute }, index) => (index === 0 ? startMinute === 0 : startMinute > (periods[index - 1]?.startMinute ?? 0)));
  return inOrder && periods.length > 0 ? allow(purpose) : deny('chargingProfile.periods');
};
