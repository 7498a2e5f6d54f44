import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { OCPP16 } from 'typed-ocpp';
import type { GunPhase } from '../pile/facts.ts';

export type Status = OCPP16.Status;
export type ErrorCode = OCPP16.StatusNotificationRequest['errorCode'];
type Reason = NonNullable<OCPP16.StopTransactionRequest['reason']>;

export const statusOf: Readonly<Record<GunPhase, Status>> = {
  disabled: 'Unavailable',
  idle: 'Available',
  plugged: 'Preparing',
  reserved: 'Reserved',
  starting: 'Preparing',
  charging: 'Charging',
  ended: 'Finishing',
  failed: 'Preparing',
  fault: 'Faulted',
};

/** The OCPP 1.6 error code for a gun fault. */
export const gunErrorOf = (fault: number): ErrorCode => gunErrors.get(fault) ?? (fault === 0 ? 'NoError' : 'InternalError');

/** The OCPP 1.6 error code for a pile fault. */
export const pileErrorOf = (fault: number): ErrorCode => pileErrors.get(fault) ?? (fault === 0 ? 'NoError' : 'OtherError');

const gunErrors: ReadonlyMap<number, ErrorCode> = new Map([
  [65, 'ConnectorLockFailure'],
  [66, 'HighTemperature'],
  [68, 'GroundFailure'],
  [69, 'OverVoltage'],
  [70, 'UnderVoltage'],
  [71, 'OverCurrentFailure'],
  [73, 'PowerSwitchFailure'],
  [80, 'EVCommunicationError'],
  [86, 'EVCommunicationError'],
]);
const pileErrors: ReadonlyMap<number, ErrorCode> = new Map([
  [3, 'OverVoltage'],
  [4, 'UnderVoltage'],
  [9, 'HighTemperature'],
  [10, 'PowerMeterFailure'],
  [11, 'ReaderFailure'],
  [16, 'GroundFailure'],
]);

/** The OCPP reason for the end of a charge; a goal that was reached is the station's own decision. */
export const reasonOf = (code: number): Reason => reasons.get(code) ?? (code >= stopReason.emergencyStop ? 'Other' : 'Local');

const reasons: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [stopReason.remote, 'Remote'],
  [stopReason.unplugged, 'EVDisconnected'],
  [stopReason.unlocked, 'UnlockCommand'],
  [stopReason.deAuthorized, 'DeAuthorized'],
  [stopReason.emergencyStop, 'EmergencyStop'],
  [stopReason.powerLoss, 'PowerLoss'],
  [stopReason.restarted, 'SoftReset'],
]);
