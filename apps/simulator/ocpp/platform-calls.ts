import { readPlatformCall, type PlatformCallRead } from '#engines/protocol/ocpp16/client.ts';
import type { CallReply } from '#engines/protocol/ocpp16/rpc.ts';
import type { CommandResult } from '../pile/commands.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { accountType } from '../pile/facts.ts';
import { isReservedForOther } from '../pile/start-at-pile.ts';
import type { Pile } from '../pile/pile.ts';
import { keepLocalList } from './local-list.ts';
import { sendLog } from '../pile/pile-log.ts';
import type { UpgradeStatus } from '../pile/upgrade.ts';
import { clearProfiles, compositeSchedule, setProfile } from './charging-profiles.ts';
import { configurationOf, configure, numberOf } from './configuration.ts';

/** Messages that a command makes the station send after its answer. */
export interface StationMessages {
  boot(): void;
  heartbeat(): void;
  /** Connector 0: the station and all connectors. */
  status(connectorId: number): void;
  meterValues(connectorId: number): void;
  diagnosticsStatus(status: 'Uploading' | 'Uploaded' | 'UploadFailed'): void;
  logStatus(status: 'Uploading' | 'Uploaded' | 'UploadFailure', requestId: number): void;
  firmwareStatus(status: UpgradeStatus): void;
  signedFirmwareStatus(status: UpgradeStatus | 'SignatureVerified' | 'InvalidSignature', requestId: number): void;
  configurationChanged(): void;
  sessionOf(transactionId: number): string | undefined;
}

/** Performs a call of the platform and answers it. */
export const performCall = (pile: Pile, call: { readonly action: string; readonly payload: unknown }, messages: StationMessages): CallReply => {
  const parsed = readPlatformCall(call.action, call.payload);
  return 'refusal' in parsed ? parsed.refusal : perform(pile, parsed, messages);
};

const perform = (pile: Pile, call: PlatformCallRead, messages: StationMessages): CallReply => {
  const { action, payload } = call;
  const { commands } = pile;
  switch (action) {
    case 'RemoteStartTransaction':
      return accepted(remoteStart(pile, payload));
    case 'RemoteStopTransaction': {
      const key = messages.sessionOf(payload.transactionId);
      return key === undefined ? status('Rejected') : accepted(commands.stop((session) => session.key === key));
    }
    case 'ChangeAvailability': {
      const { connectorId, type } = payload;
      const busy = pile.guns.some((gun) => gun.session && (connectorId === 0 || gun.number === connectorId));
      const { result } = commands.setDisabled(connectorId, type === 'Inoperative');
      return status(result !== commandResult.success ? 'Rejected' : busy ? 'Scheduled' : 'Accepted');
    }
    case 'ChangeConfiguration': {
      const answer = configure(pile.memory, payload.key, payload.value);
      if (answer === 'Accepted') messages.configurationChanged();
      pile.saveMemory();
      return status(answer);
    }
    case 'GetConfiguration':
      return { ok: true, payload: configurationOf(pile.memory, payload.key ?? []) };
    case 'GetLocalListVersion':
      return { ok: true, payload: { listVersion: pile.memory.localList.version } };
    case 'SendLocalList': {
      const answer = keepLocalList(pile.memory, payload);
      pile.saveMemory();
      return status(answer);
    }
    case 'SetChargingProfile':
    case 'ClearChargingProfile':
    case 'GetCompositeSchedule':
      return limitPower(pile, call);
    case 'DataTransfer':
      return transfer(pile, payload);
    case 'ClearCache':
      return status('Accepted');
    case 'ReserveNow':
      return reserveNow(pile, payload);
    case 'CancelReservation':
      return accepted(commands.cancelReservation(payload.reservationId));
    case 'Reset':
      return accepted(commands.restart());
    case 'GetDiagnostics':
      return sendDiagnostics(pile, payload, messages);
    case 'GetLog':
      return sendSecurityLog(pile, payload, messages);
    case 'UpdateFirmware':
      commands.upgrade({ url: payload.location, report: (progress) => messages.firmwareStatus(progress) });
      return { ok: true, payload: {} };
    case 'SignedUpdateFirmware': {
      const { requestId, firmware } = payload;
      const report = (progress: Parameters<StationMessages['signedFirmwareStatus']>[0]) => messages.signedFirmwareStatus(progress, requestId);
      const signature = { value: firmware.signature, certificate: firmware.signingCertificate, report };
      return accepted(commands.upgrade({ url: firmware.location, signature, report }));
    }
    case 'TriggerMessage':
    case 'ExtendedTriggerMessage':
      return trigger(payload, messages);
    case 'UnlockConnector':
      return status(commands.unlock(payload.connectorId).result === commandResult.success ? 'Unlocked' : 'NotSupported');
  }
};

type ProfileCall = Extract<PlatformCallRead, { readonly action: 'SetChargingProfile' | 'ClearChargingProfile' | 'GetCompositeSchedule' }>;

const limitPower = (pile: Pile, { action, payload }: ProfileCall): CallReply => {
  switch (action) {
    case 'SetChargingProfile':
      return saved(pile, setProfile(pile, payload));
    case 'ClearChargingProfile':
      return saved(pile, clearProfiles(pile, payload));
    case 'GetCompositeSchedule':
      return compositeSchedule(pile, payload);
  }
};

type Call<A extends PlatformCallRead['action']> = Extract<PlatformCallRead, { action: A }>['payload'];

const reserveNow = (pile: Pile, { connectorId, reservationId, idTag, expiryDate, parentIdTag }: Call<'ReserveNow'>): CallReply => {
  const group = parentIdTag != null && { parentAccount: parentIdTag };
  const reservation = { id: reservationId, account: idTag, untilMs: Date.parse(expiryDate), ...group };
  const { result, remark } = pile.commands.reserve(connectorId, reservation);
  if (result === commandResult.success) return status('Accepted');
  if (result === commandResult.notExist) return status('Rejected');
  return status(remark === 'fault' ? 'Faulted' : 'Occupied');
};

const remoteStart = (pile: Pile, { connectorId, idTag }: Call<'RemoteStartTransaction'>): CommandResult => {
  const gunNumber = connectorId ?? pile.guns.find((gun) => gun.car && !gun.session)?.number ?? 1;
  const gun = pile.gun(gunNumber);
  if (gun && isReservedForOther(gun, idTag)) return { result: commandResult.failure, remark: 'reserved' };
  const claim = { accountType: accountType.card, account: idTag };
  const wish = { strategyType: strategies.untilFull, strategyValE2: 0, balanceCents: 0, maxAmountCents: 0 };
  return pile.commands.start({
    gunNumber,
    orderNo: '',
    claim,
    wish,
    rateRuleNo: '',
    deadlineMs: null,
    plugWaitMs: numberOf(pile.memory, 'ConnectionTimeOut') * 1_000,
  });
};

/** The answer names the file, unless there is nothing to send. */
const sendDiagnostics = (pile: Pile, { location, startTime, stopTime }: Call<'GetDiagnostics'>, messages: StationMessages): CallReply => {
  const fileName = `${pile.facts.cpCode}-diagnostics.log`;
  const { result } = sendLog(pile, {
    url: `${location}/${fileName}`,
    ...spanOf(startTime, stopTime),
    report: (progress) => messages.diagnosticsStatus(progress),
  });
  return { ok: true, payload: result === commandResult.success ? { fileName } : {} };
};

/** A virtual pile keeps one log, which is also that of its security. */
const sendSecurityLog = (pile: Pile, { requestId, log }: Call<'GetLog'>, messages: StationMessages): CallReply => {
  const filename = `${pile.facts.cpCode}-security.log`;
  const { result } = sendLog(pile, {
    url: `${log.remoteLocation}/${filename}`,
    ...spanOf(log.oldestTimestamp, log.latestTimestamp),
    report: (progress) => messages.logStatus(progress === 'UploadFailed' ? 'UploadFailure' : progress, requestId),
  });
  return result === commandResult.success ? { ok: true, payload: { status: 'Accepted', filename } } : status('Rejected');
};

const spanOf = (from: string | undefined, to: string | undefined) => ({
  fromMs: from === undefined ? 0 : Date.parse(from),
  toMs: to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to),
});

/** Answers the messages of its own vendor with what they carry. */
const transfer = ({ facts }: Pile, { vendorId, messageId, data }: Call<'DataTransfer'>): CallReply => {
  if (vendorId !== facts.mainHw) return status('UnknownVendorId');
  if (messageId !== undefined && messageId !== 'Echo') return status('UnknownMessageId');
  return { ok: true, payload: { status: 'Accepted', ...(data !== undefined && { data }) } };
};

const trigger = ({ requestedMessage, connectorId = 0 }: Call<'TriggerMessage' | 'ExtendedTriggerMessage'>, messages: StationMessages): CallReply => {
  switch (requestedMessage) {
    case 'BootNotification':
      messages.boot();
      return status('Accepted');
    case 'Heartbeat':
      messages.heartbeat();
      return status('Accepted');
    case 'StatusNotification':
      messages.status(connectorId);
      return status('Accepted');
    case 'MeterValues':
      messages.meterValues(connectorId);
      return status('Accepted');
    default:
      return status('NotImplemented');
  }
};

const saved = (pile: Pile, reply: CallReply): CallReply => {
  pile.saveMemory();
  return reply;
};

const status = (value: string): CallReply => ({ ok: true, payload: { status: value } });
const accepted = ({ result }: CommandResult): CallReply =>
  status(result === commandResult.success || result === commandResult.exists ? 'Accepted' : 'Rejected');
