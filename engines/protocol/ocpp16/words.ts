import type { AccountResult, TagFacts } from '#engines/protocol/device.ts';
import { stopReason, type StopReason } from '#engines/protocol/stop-reasons.ts';
import type { OCPP16 } from 'typed-ocpp';
import { startRequestResult } from '../codes.ts';
import { printInstant } from './instant.ts';
import { faultType, pileState } from '../../pile/codes.ts';

type Status = OCPP16.StatusNotificationRequest['status'];
type Authorization = OCPP16.AuthorizeResponse['idTagInfo']['status'];

/** Connector status to gun work state. The platform shows `starting` (5) on top of 3. */
export const gunWorkStatOf: Readonly<Record<Status, number>> = {
  Available: 2,
  Preparing: 3,
  Charging: 6,
  SuspendedEV: 6,
  SuspendedEVSE: 6,
  Finishing: 7,
  Reserved: 4,
  Unavailable: 0,
  Faulted: 9,
};

/** Statuses in which a cable is plugged into the car; the other statuses do not tell. */
export const pluggedIn: ReadonlySet<Status> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing']);

/** Status of connector 0 to pile work state. */
export const cpWorkStatOf = (status: Status): number =>
  status === 'Unavailable' ? pileState.disabled : status === 'Faulted' ? pileState.fault : pileState.normal;

export const hasFault = (errorCode: string): boolean => errorCode !== 'NoError' && errorCode !== '';

/**
 * OCPP 1.6 has sixteen error words, and the platform's fault codes are a device's own numbers. Any error becomes 255, and its word is passed on
 * beside it.
 */
export const faultTypeOf = (errorCode: string): number => (hasFault(errorCode) ? faultType.unknown : faultType.none);

const reasons: Readonly<Record<string, StopReason>> = {
  Local: stopReason.manual,
  Remote: stopReason.remote,
  EVDisconnected: stopReason.unplugged,
  UnlockCommand: stopReason.unlocked,
  DeAuthorized: stopReason.deAuthorized,
  EmergencyStop: stopReason.emergencyStop,
  PowerLoss: stopReason.powerLoss,
  HardReset: stopReason.restarted,
  SoftReset: stopReason.restarted,
  Reboot: stopReason.restarted,
  Other: stopReason.unknown,
};

/** A StopTransaction without a reason means Local (OCPP 1.6 section 6.46); an unknown word means Other. */
export const stopReasonOf = (reason: string | null | undefined): StopReason => (reason ? (reasons[reason] ?? stopReason.unknown) : stopReason.manual);

const resultCode = startRequestResult;
const invalid: readonly number[] = [resultCode.unknownAccount, resultCode.wrongPassword, resultCode.unknownPile, resultCode.other];

/** The platform's answer about an idTag: unknown is Invalid, busy is ConcurrentTx, every other refusal is Blocked. */
const authorizationOf = (result: AccountResult): Authorization => {
  if (result === resultCode.success) return 'Accepted';
  if (result === resultCode.charging) return 'ConcurrentTx';
  return invalid.includes(result) ? 'Invalid' : 'Blocked';
};

/** What a station is told of an idTag. Only an accepted one has a group and a date, so that nobody learns of accounts by guessing. */
export const idTagInfoOf = (result: AccountResult, { groupTag, expiresAtMs, isExpired }: TagFacts = {}): OCPP16.AuthorizeResponse['idTagInfo'] => {
  if (result !== resultCode.success) return { status: isExpired && result === resultCode.disabled ? 'Expired' : authorizationOf(result) };
  return {
    status: 'Accepted',
    ...(groupTag !== undefined && { parentIdTag: groupTag }),
    ...(expiresAtMs !== undefined && { expiryDate: printInstant(expiresAtMs) }),
  };
};
