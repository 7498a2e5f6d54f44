import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { PlatformAction, StationAction } from '#engines/protocol/ocpp16/messages.ts';

/** OCPP 1.6 (ten messages of a station) and the security extension (three). */
export const stationMessages: readonly StationAction[] = [
  'Authorize',
  'BootNotification',
  'DataTransfer',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'StartTransaction',
  'StatusNotification',
  'StopTransaction',
  'LogStatusNotification',
  'SecurityEventNotification',
  'SignedFirmwareStatusNotification',
];

type Unnumbered<Command> = Command extends unknown ? Omit<Command, 'commandId'> : never;
type Message = Unnumbered<DeviceCommand>;

const atMs = Date.UTC(2026, 10, 20, 12);
const far = Date.UTC(2099, 11, 31);
const text = (length: number): string => 'x'.repeat(length);
const idTag = text(20);
const start = { cmd: 'start', gunNumber: 1, chargingOrderNo: '1', strategyType: 1, strategyValE2: 0, balanceCents: 0, rateRuleNo: '' } as const;
const profile = { purpose: 'TxDefaultProfile', stackLevel: 0, unit: 'A', periods: [{ startMinute: 0, limit: 0 }] } as const;
const periods = Array.from({ length: 24 }, (_unused, hour) => ({ startMinute: hour * 60, limit: 999_999.9 }));
const upgrade = { cmd: 'upgrade', upgradeId: '1', firmwareVer: '1', digest: '', url: 'https://h/f', atMs } as const;
const log = { cmd: 'fetchLog', pileLogId: '1', fromMs: atMs, toMs: atMs, url: 'https://h/f' } as const;
const longUrl = `https://example.test/${text(200)}`;

/** For each message of the platform, the commands that send its smallest and its largest form. */
const commands: Readonly<Record<PlatformAction, readonly Message[]>> = {
  CancelReservation: [
    { cmd: 'cancelReservation', reservationId: 1 },
    { cmd: 'cancelReservation', reservationId: 2_147_483_647 },
  ],
  ChangeAvailability: [
    { cmd: 'setParameter', paramNo: 18, gunNumber: 0, value: '0' },
    { cmd: 'setParameter', paramNo: 19, gunNumber: 9, value: '1' },
  ],
  ChangeConfiguration: [
    { cmd: 'setKey', key: 'k', value: '' },
    { cmd: 'setKey', key: text(50), value: text(500) },
  ],
  ClearCache: [{ cmd: 'clearCache' }],
  ClearChargingProfile: [{ cmd: 'clearChargingProfile' }, { cmd: 'clearChargingProfile', ofGun: 9, purpose: 'TxProfile', stackLevel: 99 }],
  DataTransfer: [
    { cmd: 'transferData', vendorId: 'v' },
    { cmd: 'transferData', vendorId: text(255), messageId: text(50), data: text(10_000) },
  ],
  ExtendedTriggerMessage: [
    { cmd: 'extendedTrigger', message: 'LogStatusNotification', gunNumber: 0 },
    { cmd: 'extendedTrigger', message: 'StatusNotification', gunNumber: 9 },
  ],
  GetCompositeSchedule: [
    { cmd: 'readSchedule', gunNumber: 0, minutes: 1 },
    { cmd: 'readSchedule', gunNumber: 9, minutes: 1_440, unit: 'A' },
  ],
  GetConfiguration: [
    { cmd: 'readParameters', paramNos: [] },
    { cmd: 'readParameters', paramNos: [1, 3, 7, 17, 21] },
  ],
  GetDiagnostics: [
    { ...log, isSecurity: false },
    { ...log, isSecurity: false, toMs: far, url: longUrl },
  ],
  GetLocalListVersion: [{ cmd: 'readLocalList', push: false }],
  GetLog: [
    { ...log, isSecurity: true },
    { ...log, isSecurity: true, pileLogId: '2147483647', toMs: far, url: longUrl },
  ],
  RemoteStartTransaction: [
    { ...start, idTag: 'A', deadlineMs: far },
    { ...start, idTag, gunNumber: 9, deadlineMs: far },
  ],
  RemoteStopTransaction: [
    { cmd: 'stop', gunNumber: 1, chargingOrderNo: '1', transactionId: 0 },
    { cmd: 'stop', gunNumber: 9, chargingOrderNo: '1', transactionId: 2_147_483_647 },
  ],
  ReserveNow: [
    { cmd: 'reserve', gunNumber: 0, reservationId: 0, idTag: 'A', untilMs: atMs },
    { cmd: 'reserve', gunNumber: 9, reservationId: 2_147_483_647, idTag, parentIdTag: idTag, untilMs: far },
  ],
  Reset: [
    { cmd: 'restart', hard: false },
    { cmd: 'restart', hard: true },
  ],
  SendLocalList: [
    { cmd: 'sendLocalList', updateType: 'Full', listVersion: 1, entries: [] },
    {
      cmd: 'sendLocalList',
      updateType: 'Differential',
      listVersion: 2_147_483_647,
      entries: Array.from({ length: 200 }, (_unused, n) => ({ idTag: String(n).padEnd(20, 'x'), groupTag: idTag, expiresAtMs: far })),
    },
  ],
  SetChargingProfile: [
    { cmd: 'setChargingProfile', gunNumber: 0, atMs, profile },
    { cmd: 'setChargingProfile', gunNumber: 9, atMs: far, profile: { ...profile, unit: 'W', stackLevel: 99, periods } },
  ],
  SignedUpdateFirmware: [
    { ...upgrade, signature: 's', certificate: 'c' },
    { ...upgrade, upgradeId: '2147483647', url: longUrl, atMs: far, signature: text(800), certificate: text(5_500) },
  ],
  TriggerMessage: [
    { cmd: 'trigger', message: 'Heartbeat', gunNumber: 0 },
    { cmd: 'trigger', message: 'MeterValues', gunNumber: 9 },
  ],
  UnlockConnector: [
    { cmd: 'unlock', gunNumber: 1 },
    { cmd: 'unlock', gunNumber: 9 },
  ],
  UpdateFirmware: [
    { ...upgrade, signature: '', certificate: '', unsigned: true },
    { ...upgrade, url: longUrl, atMs: far, signature: '', certificate: '', unsigned: true },
  ],
};

export const largestAndSmallest = (action: PlatformAction): readonly Message[] => commands[action];

/** OCPP 1.6 (nineteen messages of the platform, DataTransfer in both directions) and the security extension (three). */
export const platformMessages: readonly PlatformAction[] = [
  'CancelReservation',
  'ChangeAvailability',
  'ChangeConfiguration',
  'ClearCache',
  'ClearChargingProfile',
  'DataTransfer',
  'GetCompositeSchedule',
  'GetConfiguration',
  'GetDiagnostics',
  'GetLocalListVersion',
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'ReserveNow',
  'Reset',
  'SendLocalList',
  'SetChargingProfile',
  'TriggerMessage',
  'UnlockConnector',
  'UpdateFirmware',
  'ExtendedTriggerMessage',
  'GetLog',
  'SignedUpdateFirmware',
];
