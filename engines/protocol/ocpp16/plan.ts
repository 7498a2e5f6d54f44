import type { CommandReply } from '#engines/protocol/device.ts';
import type { DeviceCommand, TriggeredMessage } from '#engines/protocol/device-command.ts';
import { platformCallChecks } from './checks.generated.ts';
import { idTagOf } from './id-tag.ts';
import { printInstant } from './instant.ts';
import type { PlatformAction, PlatformCalls } from './messages.ts';
import { setProfilePayload } from './charging-profile.ts';
import { localListKeys, type LocalListChange } from './local-list.ts';
import { parameterKeys, parameterNo } from './parameters.ts';

/** A call of the platform whose payload was checked against the strict schema. */
export interface PlatformCall {
  readonly action: PlatformAction;
  readonly payload: object;
}

/**
 * The result of a command: a call, an answer that is already known, or nothing, because OCPP 1.6 Core has no call for it (rate rules, QR codes, order
 * recall and logs; the platform stores the rates and orders itself).
 */
export type CommandPlan =
  | { readonly kind: 'call'; readonly call: PlatformCall; readonly urgent: boolean; readonly deadlineMs?: number }
  | { readonly kind: 'reply'; readonly reply: CommandReply }
  | { readonly kind: 'unsupported' }
  /** A value does not fit into the message. */
  | { readonly kind: 'invalid' };

export const planCommand = (command: DeviceCommand): CommandPlan => {
  switch (command.cmd) {
    case 'start': {
      const payload = { connectorId: command.gunNumber, idTag: command.idTag || idTagOf(command.chargingOrderNo) };
      return callPlan('RemoteStartTransaction', payload, { deadlineMs: command.deadlineMs });
    }
    case 'stop':
      if (command.transactionId === undefined) return replyPlan(command, 3, 'the charge has no transaction yet');
      return callPlan('RemoteStopTransaction', { transactionId: command.transactionId }, { urgent: true });
    case 'setParameter':
      return planParameter(command);
    case 'readParameters':
      return planReading(command.paramNos);
    case 'readKey':
      return callPlan('GetConfiguration', { key: [command.key] });
    case 'trigger': {
      const ofGun = command.gunNumber > 0 && gunMessages.has(command.message);
      return callPlan('TriggerMessage', { requestedMessage: command.message, ...(ofGun && { connectorId: command.gunNumber }) });
    }
    case 'extendedTrigger': {
      const ofGun = command.gunNumber > 0 && gunMessages.has(command.message);
      return callPlan('ExtendedTriggerMessage', { requestedMessage: command.message, ...(ofGun && { connectorId: command.gunNumber }) });
    }
    case 'transferData': {
      const { vendorId, messageId, data } = command;
      return callPlan('DataTransfer', { vendorId, ...(messageId !== undefined && { messageId }), ...(data !== undefined && { data }) });
    }
    case 'setKey':
      return callPlan('ChangeConfiguration', { key: command.key, value: command.value });
    case 'readListLimits':
    case 'readLocalList':
    case 'sendLocalList':
      return planList(command);
    case 'setChargingProfile':
    case 'clearChargingProfile':
    case 'readSchedule':
      return planProfile(command);
    case 'setAuthorizationKey':
      return command.value === undefined ? { kind: 'invalid' } : callPlan('ChangeConfiguration', { key: AUTHORIZATION_KEY, value: command.value });
    case 'reserve': {
      const { gunNumber, idTag, reservationId, parentIdTag, untilMs } = command;
      const group = parentIdTag !== undefined && { parentIdTag };
      return callPlan('ReserveNow', { connectorId: gunNumber, expiryDate: printInstant(untilMs), idTag, reservationId, ...group });
    }
    case 'cancelReservation':
      return callPlan('CancelReservation', { reservationId: command.reservationId });
    case 'queryStatus':
      return callPlan('TriggerMessage', { requestedMessage: 'StatusNotification', ...(command.gunNumber > 0 && { connectorId: command.gunNumber }) });
    case 'restart':
      return callPlan('Reset', { type: command.hard ? 'Hard' : 'Soft' });
    case 'unlock':
      return callPlan('UnlockConnector', { connectorId: command.gunNumber });
    case 'clearCache':
      return callPlan('ClearCache', {});
    case 'upgrade':
      return planUpgrade(command);
    case 'fetchLog':
      return planLog(command);
    case 'recallOrder':
    case 'setRateRule':
    case 'setPowerSchedule':
    case 'setWhiteList':
    case 'readWhiteList':
    case 'setPayQrCode':
    case 'endSession':
      return { kind: 'unsupported' };
  }
};

type CommandOf<Cmd extends DeviceCommand['cmd']> = Extract<DeviceCommand, { readonly cmd: Cmd }>;

const planList = (command: CommandOf<'readListLimits' | 'readLocalList' | 'sendLocalList'>): CommandPlan => {
  switch (command.cmd) {
    case 'readListLimits':
      return callPlan('GetConfiguration', { key: [...localListKeys] });
    case 'readLocalList':
      return callPlan('GetLocalListVersion', {});
    case 'sendLocalList': {
      const { updateType, listVersion, entries } = command;
      return callPlan('SendLocalList', { updateType, listVersion, localAuthorizationList: entries.map(authorizationOf) });
    }
  }
};

const planProfile = (command: CommandOf<'setChargingProfile' | 'clearChargingProfile' | 'readSchedule'>): CommandPlan => {
  switch (command.cmd) {
    case 'setChargingProfile':
      return callPlan('SetChargingProfile', setProfilePayload(command.gunNumber, command.profile, command.atMs));
    case 'clearChargingProfile': {
      const { ofGun, purpose, stackLevel } = command;
      const gun = ofGun !== undefined && { connectorId: ofGun };
      const kind = purpose !== undefined && { chargingProfilePurpose: purpose };
      return callPlan('ClearChargingProfile', { ...gun, ...kind, ...(stackLevel !== undefined && { stackLevel }) });
    }
    case 'readSchedule': {
      const { gunNumber, minutes, unit } = command;
      return callPlan('GetCompositeSchedule', { connectorId: gunNumber, duration: minutes * 60, ...(unit && { chargingRateUnit: unit }) });
    }
  }
};

/** The configuration key with the password of a station. */
export const AUTHORIZATION_KEY = 'AuthorizationKey';

/** An entry without `idTagInfo` is removed. */
const authorizationOf = (entry: LocalListChange) => {
  if ('isRemoved' in entry) return { idTag: entry.idTag };
  const { idTag, groupTag, expiresAtMs } = entry;
  const expiryDate = expiresAtMs === null ? {} : { expiryDate: printInstant(expiresAtMs) };
  return { idTag, idTagInfo: { status: 'Accepted' as const, parentIdTag: groupTag, ...expiryDate } };
};

/** Every station has diagnostics; the security log belongs to the security extension. */
const planLog = ({ pileLogId, isSecurity, url, fromMs, toMs }: DeviceCommand & { readonly cmd: 'fetchLog' }): CommandPlan => {
  const [from, to] = [printInstant(fromMs), printInstant(toMs)];
  if (!isSecurity) return callPlan('GetDiagnostics', { location: url, startTime: from, stopTime: to });
  const log = { remoteLocation: url, oldestTimestamp: from, latestTimestamp: to };
  return callPlan('GetLog', { logType: 'SecurityLog', requestId: Number(pileLogId), log });
};

/** The longest certificate and signature that SignedUpdateFirmware can carry. */
const CERTIFICATE_LENGTH_MAX = 5_500;
const SIGNATURE_LENGTH_MAX = 800;

/** A station with the security extension verifies the signature itself; for any other the platform has verified it. */
const planUpgrade = ({ upgradeId, url, atMs, signature, certificate, unsigned }: DeviceCommand & { readonly cmd: 'upgrade' }): CommandPlan => {
  if (unsigned || certificate.length > CERTIFICATE_LENGTH_MAX || signature.length > SIGNATURE_LENGTH_MAX)
    return callPlan('UpdateFirmware', { location: url, retrieveDate: printInstant(atMs) });
  const firmware = { location: url, retrieveDateTime: printInstant(atMs), signingCertificate: certificate, signature };
  return callPlan('SignedUpdateFirmware', { requestId: Number(upgradeId), firmware });
};

/** Messages that a station sends about one gun. */
const gunMessages: ReadonlySet<string> = new Set<TriggeredMessage>(['MeterValues', 'StatusNotification']);

const callPlan = <A extends PlatformAction>(
  action: A,
  payload: PlatformCalls[A],
  options: { urgent?: boolean; deadlineMs?: number } = {},
): CommandPlan => {
  // A payload that violates the strict schema must not be sent to a pile.
  if (!platformCallChecks[action](payload)) return { kind: 'invalid' };
  return {
    kind: 'call',
    call: { action, payload },
    urgent: options.urgent ?? false,
    ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
  };
};

const replyPlan = ({ commandId }: DeviceCommand, result: number, remark: string): CommandPlan => ({
  kind: 'reply',
  reply: { kind: 'commandReply', commandId, result, remark },
});

const planParameter = ({
  paramNo,
  gunNumber,
  value,
}: {
  readonly paramNo: number;
  readonly gunNumber: number;
  readonly value: string;
}): CommandPlan => {
  const type = value === '1' ? 'Inoperative' : 'Operative';
  switch (paramNo) {
    case parameterNo.restart:
      return callPlan('Reset', { type: 'Soft' });
    // A 1.6 station sets its clock by the answer to its Heartbeat, which contains the platform's time.
    case parameterNo.systemTime:
      return callPlan('TriggerMessage', { requestedMessage: 'Heartbeat' });
    case parameterNo.pileDisable:
      return callPlan('ChangeAvailability', { connectorId: 0, type });
    case parameterNo.gunDisable:
      return gunNumber > 0 ? callPlan('ChangeAvailability', { connectorId: gunNumber, type }) : { kind: 'invalid' };
  }
  const parameter = parameterKeys.get(paramNo);
  if (!parameter) return { kind: 'unsupported' };
  const text = parameter.toStation(value);
  return text === undefined ? { kind: 'invalid' } : callPlan('ChangeConfiguration', { key: parameter.key, value: text });
};

const planReading = (paramNos: readonly number[]): CommandPlan => {
  if (paramNos.length === 0) return callPlan('GetConfiguration', {});
  const key = paramNos.flatMap((paramNo) => parameterKeys.get(paramNo)?.key ?? []);
  return key.length > 0 ? callPlan('GetConfiguration', { key }) : { kind: 'unsupported' };
};
