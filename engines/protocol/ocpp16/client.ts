/**
 * The station's side of the protocol, for the simulator and tests: builds a pile's calls from the platform's units, and parses the platform's calls.
 * The RPC state machine of rpc.ts serves both sides.
 */
import { printInstant } from './instant.ts';
import { platformCallChecks } from './checks.generated.ts';
import { codeOf, wordsOf } from './errors.ts';
import { knownActions, type PlatformAction, type PlatformCalls, type StationAction } from './messages.ts';
import type { CallReply } from './rpc.ts';
import type { OCPP16 } from 'typed-ocpp';

/** A call of the pile, strict OCPP 1.6. */
export interface PileCall {
  readonly action: StationAction;
  readonly payload: object;
}

export interface PileReadings {
  readonly atMs: number;
  readonly meterDwh: number;
  readonly powerW?: number;
  readonly currentDa?: number;
  readonly voltageDv?: number;
  readonly soc?: number;
  readonly context?: OCPP16.Context;
}

export const pileCalls = {
  boot: (pile: OCPP16.BootNotificationRequest): PileCall => ({ action: 'BootNotification', payload: pile }),
  heartbeat: (): PileCall => ({ action: 'Heartbeat', payload: {} }),
  authorize: (idTag: string): PileCall => ({ action: 'Authorize', payload: { idTag } }),
  dataTransfer: (message: OCPP16.DataTransferRequest): PileCall => ({ action: 'DataTransfer', payload: message }),
  securityEvent: ({ type, atMs, techInfo }: { readonly type: string; readonly atMs: number; readonly techInfo?: string }): PileCall => {
    const payload: OCPP16.SecurityEventNotificationRequest = { type, timestamp: printInstant(atMs), ...(techInfo && { techInfo }) };
    return { action: 'SecurityEventNotification', payload };
  },
  status: ({
    gunNumber,
    status,
    errorCode,
    info,
    atMs,
  }: {
    readonly gunNumber: number;
    readonly status: OCPP16.Status;
    readonly errorCode?: OCPP16.StatusNotificationRequest['errorCode'];
    readonly info?: string;
    readonly atMs: number;
  }): PileCall => {
    const payload: OCPP16.StatusNotificationRequest = {
      connectorId: gunNumber,
      status,
      errorCode: errorCode ?? 'NoError',
      timestamp: printInstant(atMs),
      ...(info && { info }),
    };
    return { action: 'StatusNotification', payload };
  },
  start: ({
    gunNumber,
    idTag,
    startMeterDwh,
    atMs,
    reservationId,
  }: {
    readonly gunNumber: number;
    readonly idTag: string;
    readonly startMeterDwh: number;
    readonly atMs: number;
    readonly reservationId?: number;
  }): PileCall => {
    const payload: OCPP16.StartTransactionRequest = {
      connectorId: gunNumber,
      idTag,
      meterStart: Math.round(startMeterDwh / 10),
      timestamp: printInstant(atMs),
      ...(reservationId !== undefined && { reservationId }),
    };
    return { action: 'StartTransaction', payload };
  },
  diagnosticsStatus: (status: OCPP16.DiagnosticsStatusNotificationRequest['status']): PileCall => ({
    action: 'DiagnosticsStatusNotification',
    payload: { status },
  }),
  /** The state of a GetLog. */
  logStatus: (status: OCPP16.LogStatusNotificationRequest['status'], requestId: number): PileCall => ({
    action: 'LogStatusNotification',
    payload: { status, requestId },
  }),
  firmwareStatus: (status: OCPP16.FirmwareStatusNotificationRequest['status']): PileCall => ({
    action: 'FirmwareStatusNotification',
    payload: { status },
  }),
  /** The state of a SignedUpdateFirmware. */
  signedFirmwareStatus: (status: OCPP16.SignedFirmwareStatusNotificationRequest['status'], requestId: number): PileCall => ({
    action: 'SignedFirmwareStatusNotification',
    payload: { status, requestId },
  }),
  /** Without a transaction the readings belong to the meter alone. */
  meterValues: ({
    gunNumber,
    transactionId,
    readings,
  }: {
    readonly gunNumber: number;
    readonly transactionId?: number;
    readonly readings: readonly PileReadings[];
  }): PileCall => {
    const payload: OCPP16.MeterValuesRequest = {
      connectorId: gunNumber,
      meterValue: readings.map(meterValue),
      ...(transactionId !== undefined && { transactionId }),
    };
    return { action: 'MeterValues', payload };
  },
  stop: ({
    transactionId,
    stopMeterDwh,
    atMs,
    reason,
    idTag,
    readings,
  }: {
    readonly transactionId: number;
    readonly stopMeterDwh: number;
    readonly atMs: number;
    readonly reason?: NonNullable<OCPP16.StopTransactionRequest['reason']>;
    readonly idTag?: string;
    readonly readings?: readonly PileReadings[];
  }): PileCall => {
    const payload: OCPP16.StopTransactionRequest = {
      transactionId,
      meterStop: Math.round(stopMeterDwh / 10),
      timestamp: printInstant(atMs),
      ...(reason && { reason }),
      ...(idTag && { idTag }),
      ...(readings && { transactionData: readings.map(meterValue) }),
    };
    return { action: 'StopTransaction', payload };
  },
} as const;

/** A call of the platform after validation, or the refusal with which a pile answers it. */
export type PlatformCallRead = { readonly [A in PlatformAction]: { readonly action: A; readonly payload: PlatformCalls[A] } }[PlatformAction];

export const readPlatformCall = (action: string, payload: unknown): PlatformCallRead | { readonly refusal: CallReply } => {
  const reader = readers.get(action);
  if (reader) return reader(payload);
  return { refusal: { ok: false, code: knownActions.has(action) ? 'NotSupported' : 'NotImplemented', description: action } };
};

/** The platform's answer to a StartTransaction; undefined when it cannot be parsed. */
export const readStartAnswer = (payload: unknown): { readonly transactionId: number; readonly accepted: boolean } | undefined => {
  const transactionId = field(payload, 'transactionId');
  return typeof transactionId === 'number' ? { transactionId, accepted: readAccepted(payload) } : undefined;
};

/** Whether the `idTagInfo` of an Authorize or StartTransaction answer permits the charge. */
export const readAccepted = (payload: unknown): boolean => field(field(payload, 'idTagInfo'), 'status') === 'Accepted';

/** The group of the account that such an answer names. */
export const readGroup = (payload: unknown): string | undefined => {
  const group = field(field(payload, 'idTagInfo'), 'parentIdTag');
  return typeof group === 'string' ? group : undefined;
};

/** The platform's answer to a BootNotification; undefined when it cannot be parsed. */
export const readBootAnswer = (payload: unknown): { readonly status: string; readonly intervalS: number; readonly atMs: number } | undefined => {
  const status = field(payload, 'status');
  const interval = field(payload, 'interval');
  const currentTime = field(payload, 'currentTime');
  if (typeof status !== 'string' || typeof interval !== 'number' || typeof currentTime !== 'string') return undefined;
  return { status, intervalS: interval, atMs: Date.parse(currentTime) };
};

const meterValue = ({ atMs, context, ...readings }: PileReadings): OCPP16.MeterValue => {
  const common = { context: context ?? 'Sample.Periodic', location: 'Outlet' } as const;
  const sampledValue: OCPP16.SampledValue[] = [
    { ...common, value: (readings.meterDwh / 10).toFixed(1), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
  ];
  if (readings.powerW !== undefined) sampledValue.push({ ...common, value: String(readings.powerW), measurand: 'Power.Active.Import', unit: 'W' });
  if (readings.currentDa !== undefined)
    sampledValue.push({ ...common, value: (readings.currentDa / 10).toFixed(1), measurand: 'Current.Import', unit: 'A' });
  if (readings.voltageDv !== undefined)
    sampledValue.push({ ...common, value: (readings.voltageDv / 10).toFixed(1), measurand: 'Voltage', unit: 'V' });
  if (readings.soc !== undefined) sampledValue.push({ ...common, value: String(readings.soc), measurand: 'SoC', unit: 'Percent', location: 'EV' });
  return { timestamp: printInstant(atMs), sampledValue };
};

const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined);

const pair = <A extends PlatformAction>(
  action: A,
): [string, (payload: unknown) => { readonly action: A; readonly payload: PlatformCalls[A] } | { readonly refusal: CallReply }] => {
  const check = platformCallChecks[action];
  return [
    action,
    (payload) => {
      if (check(payload)) return { action, payload };
      const violation = check.errors?.[0];
      return { refusal: { ok: false, code: violation ? codeOf(violation) : 'GenericError', description: violation ? wordsOf(violation) : '' } };
    },
  ];
};

type Reader = (payload: unknown) => PlatformCallRead | { readonly refusal: CallReply };
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  pair('CancelReservation'),
  pair('ChangeAvailability'),
  pair('ChangeConfiguration'),
  pair('ClearCache'),
  pair('ClearChargingProfile'),
  pair('DataTransfer'),
  pair('ExtendedTriggerMessage'),
  pair('GetCompositeSchedule'),
  pair('GetConfiguration'),
  pair('GetDiagnostics'),
  pair('GetLocalListVersion'),
  pair('GetLog'),
  pair('RemoteStartTransaction'),
  pair('RemoteStopTransaction'),
  pair('ReserveNow'),
  pair('Reset'),
  pair('SendLocalList'),
  pair('SetChargingProfile'),
  pair('SignedUpdateFirmware'),
  pair('TriggerMessage'),
  pair('UnlockConnector'),
  pair('UpdateFirmware'),
]);
