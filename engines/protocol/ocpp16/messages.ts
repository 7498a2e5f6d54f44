import type { OCPP16 } from 'typed-ocpp';

/**
 * Payloads as the lenient checks accept them. They differ from the strict OCPP 1.6 types where real stations do: timestamps may be absent, readings
 * may be numbers, meters may have decimals, optional fields may be null, and unknown fields are ignored.
 */
export interface SampledValue {
  readonly value: string | number;
  readonly context?: string | null;
  readonly format?: string | null;
  readonly measurand?: string | null;
  readonly phase?: string | null;
  readonly location?: string | null;
  readonly unit?: string | null;
}
export interface MeterValue {
  readonly timestamp?: unknown;
  readonly sampledValue: readonly SampledValue[];
}

/** Calls of a station that the platform supports. */
export interface StationCalls {
  readonly Authorize: { readonly idTag: string };
  readonly BootNotification: {
    readonly chargePointVendor: string;
    readonly chargePointModel: string;
    readonly chargePointSerialNumber?: string | null;
    readonly chargeBoxSerialNumber?: string | null;
    readonly firmwareVersion?: string | null;
    readonly iccid?: string | null;
    readonly imsi?: string | null;
    readonly meterType?: string | null;
    readonly meterSerialNumber?: string | null;
  };
  readonly DataTransfer: { readonly vendorId: string; readonly messageId?: string | null; readonly data?: unknown };
  readonly DiagnosticsStatusNotification: { readonly status: string };
  readonly FirmwareStatusNotification: { readonly status: string };
  readonly Heartbeat: object;
  readonly LogStatusNotification: { readonly status: string; readonly requestId?: number | null };
  readonly MeterValues: { readonly connectorId: number; readonly transactionId?: number | null; readonly meterValue: readonly MeterValue[] };
  readonly SecurityEventNotification: { readonly type: string; readonly timestamp?: unknown; readonly techInfo?: string | null };
  readonly SignedFirmwareStatusNotification: { readonly status: string; readonly requestId?: number | null };
  readonly StartTransaction: {
    readonly connectorId: number;
    readonly idTag: string;
    readonly meterStart: number;
    readonly reservationId?: number | null;
    readonly timestamp?: unknown;
  };
  readonly StatusNotification: {
    readonly connectorId: number;
    readonly errorCode: string;
    readonly status: OCPP16.StatusNotificationRequest['status'];
    readonly info?: string | null;
    readonly timestamp?: unknown;
    readonly vendorId?: string | null;
    readonly vendorErrorCode?: string | null;
  };
  readonly StopTransaction: {
    readonly transactionId: number;
    readonly meterStop: number;
    readonly timestamp?: unknown;
    readonly idTag?: string | null;
    readonly reason?: string | null;
    readonly transactionData?: readonly MeterValue[] | null;
  };
}
export type StationAction = keyof StationCalls;

/** Calls of the platform, strict. */
export interface PlatformCalls {
  readonly CancelReservation: OCPP16.CancelReservationRequest;
  readonly ChangeAvailability: OCPP16.ChangeAvailabilityRequest;
  readonly ChangeConfiguration: OCPP16.ChangeConfigurationRequest;
  readonly ClearCache: OCPP16.ClearCacheRequest;
  readonly ClearChargingProfile: OCPP16.ClearChargingProfileRequest;
  readonly DataTransfer: OCPP16.DataTransferRequest;
  readonly ExtendedTriggerMessage: OCPP16.ExtendedTriggerMessageRequest;
  readonly GetCompositeSchedule: OCPP16.GetCompositeScheduleRequest;
  readonly GetConfiguration: OCPP16.GetConfigurationRequest;
  readonly GetDiagnostics: OCPP16.GetDiagnosticsRequest;
  readonly GetLocalListVersion: OCPP16.GetLocalListVersionRequest;
  readonly GetLog: OCPP16.GetLogRequest;
  readonly RemoteStartTransaction: OCPP16.RemoteStartTransactionRequest;
  readonly RemoteStopTransaction: OCPP16.RemoteStopTransactionRequest;
  readonly ReserveNow: OCPP16.ReserveNowRequest;
  readonly Reset: OCPP16.ResetRequest;
  readonly SendLocalList: OCPP16.SendLocalListRequest;
  readonly SetChargingProfile: OCPP16.SetChargingProfileRequest;
  readonly SignedUpdateFirmware: OCPP16.SignedUpdateFirmwareRequest;
  readonly TriggerMessage: OCPP16.TriggerMessageRequest;
  readonly UnlockConnector: OCPP16.UnlockConnectorRequest;
  readonly UpdateFirmware: OCPP16.UpdateFirmwareRequest;
}
export type PlatformAction = keyof PlatformCalls;

/** Answers of a station to the platform's calls; all but those of GetConfiguration and UpdateFirmware contain one status. */
export interface StatusAnswer {
  readonly status: string;
}
export interface DataAnswer extends StatusAnswer {
  readonly data?: unknown;
}
export interface ConfigurationAnswer {
  readonly configurationKey?: readonly { readonly key: string; readonly readonly?: boolean | null; readonly value?: string | null }[] | null;
  readonly unknownKey?: readonly string[] | null;
}
export interface ScheduleAnswer extends StatusAnswer {
  readonly connectorId?: number | null;
  readonly scheduleStart?: string | null;
  readonly chargingSchedule?: {
    readonly chargingRateUnit: string;
    readonly chargingSchedulePeriod: readonly { readonly startPeriod: number; readonly limit: number }[];
  } | null;
}
export interface ListVersionAnswer {
  readonly listVersion: number;
}
export interface StationAnswers {
  readonly CancelReservation: StatusAnswer;
  readonly ChangeAvailability: StatusAnswer;
  readonly ChangeConfiguration: StatusAnswer;
  readonly ClearCache: StatusAnswer;
  readonly ClearChargingProfile: StatusAnswer;
  readonly DataTransfer: DataAnswer;
  readonly ExtendedTriggerMessage: StatusAnswer;
  readonly GetCompositeSchedule: ScheduleAnswer;
  readonly GetConfiguration: ConfigurationAnswer;
  readonly GetDiagnostics: { readonly fileName?: string | null };
  readonly GetLocalListVersion: ListVersionAnswer;
  readonly GetLog: StatusAnswer;
  readonly RemoteStartTransaction: StatusAnswer;
  readonly RemoteStopTransaction: StatusAnswer;
  readonly ReserveNow: StatusAnswer;
  readonly Reset: StatusAnswer;
  readonly SendLocalList: StatusAnswer;
  readonly SetChargingProfile: StatusAnswer;
  readonly SignedUpdateFirmware: StatusAnswer;
  readonly TriggerMessage: StatusAnswer;
  readonly UnlockConnector: StatusAnswer;
  readonly UpdateFirmware: object;
}

/**
 * Every action of OCPP 1.6 and its security extension. A known action outside the supported profiles is answered with NotSupported, any other with
 * NotImplemented.
 */
export const knownActions: ReadonlySet<string> = new Set([
  'Authorize',
  'BootNotification',
  'CancelReservation',
  'CertificateSigned',
  'ChangeAvailability',
  'ChangeConfiguration',
  'ClearCache',
  'ClearChargingProfile',
  'DataTransfer',
  'DeleteCertificate',
  'DiagnosticsStatusNotification',
  'ExtendedTriggerMessage',
  'FirmwareStatusNotification',
  'GetCompositeSchedule',
  'GetConfiguration',
  'GetDiagnostics',
  'GetInstalledCertificateIds',
  'GetLocalListVersion',
  'GetLog',
  'Heartbeat',
  'InstallCertificate',
  'LogStatusNotification',
  'MeterValues',
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'ReserveNow',
  'Reset',
  'SecurityEventNotification',
  'SendLocalList',
  'SetChargingProfile',
  'SignCertificate',
  'SignedFirmwareStatusNotification',
  'SignedUpdateFirmware',
  'StartTransaction',
  'StatusNotification',
  'StopTransaction',
  'TriggerMessage',
  'UnlockConnector',
  'UpdateFirmware',
]);
