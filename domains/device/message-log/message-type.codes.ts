import { replyType } from '#engines/protocol/native/frame.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { commandName } from '../command/command.codes.ts';
import { messageType } from '../protocol.codes.ts';
import { recordType } from '../v10-record/v10-record.codes.ts';

const { start, stop, setParameter, readParameters, fetchLog, recallOrder } = commandName.items;
const { setRateRule, reserve, cancelReservation, setPayQrCode, restart, queryStatus } = commandName.items;

/** Native commands by the last two digits of their message type: 10xx is the request, 11xx the reply. */
const commands: readonly (readonly [number: string, words: Words])[] = [
  ['01', start.words],
  ['02', stop.words],
  ['03', setParameter.words],
  ['04', readParameters.words],
  ['05', ['固件升级', '韌體升級', 'Firmware']],
  ['06', fetchLog.words],
  ['07', recallOrder.words],
  ['08', setRateRule.words],
  ['09', ['白名单', '白名單', 'White list']],
  ['10', reserve.words],
  ['11', cancelReservation.words],
  ['12', ['功率计划', '功率計畫', 'Power schedule']],
  ['13', setPayQrCode.words],
  ['14', restart.words],
  ['15', queryStatus.words],
];

/** A type is shown with its number, which people who read frames know. */
const withNumber = (value: string, [cn, tw, en]: Words): CodeItem => ({ value, words: [`${value} ${cn}`, `${value} ${tw}`, `${value} ${en}`] });
const messages = Object.values(messageType.items).map(({ value, words }) => withNumber(value, words));
const requests = commands.map(([number, words]) => withNumber(`10${number}`, words));
const answered = ([cn, tw, en]: Words): Words => [`${cn}应答`, `${tw}應答`, `${en}, reply`];
const replies = commands.map(([number, words]) => withNumber(`11${number}`, answered(words)));

/** The records of v1.0 piles and the platform's command to them. A reply has the number of its request plus 100. */
const records = Object.values(recordType.items).map(({ value, words }) => [`900${value}`, words] as const);
const v10Requests = records.map(([value, words]) => withNumber(value, words));
const v10Replies = records.map(([value, words]) => withNumber(replyType(value), answered(words)));
const v10Command: Words = ['平台指令', '平台指令', 'Platform command'];

/** All native message types by direction. */
export const nativeTypes: Readonly<Record<'up' | 'down', readonly CodeItem[]>> = {
  up: [...messages.filter(({ value }) => String(value).startsWith('00')), ...replies, ...v10Requests, withNumber('9110', answered(v10Command))],
  down: [...messages.filter(({ value }) => String(value).startsWith('01')), ...requests, ...v10Replies, withNumber('9010', v10Command)],
};

/** Actions of OCPP 1.6 under their own names; a reply is logged under the action it answers. */
export const ocppTypes: readonly CodeItem[] = [
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
  'CancelReservation',
  'ChangeAvailability',
  'ChangeConfiguration',
  'ClearCache',
  'ClearChargingProfile',
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
].map((value) => ({ value, words: [value, value, value] }));

/** Types of frames of all protocols, as the log names them. */
export const frameType = codeTable({
  dictCode: 'frame_type',
  title: ['报文类型', '報文類型', 'Type of frame'],
  // The keys get a letter in front, because JavaScript puts keys that are numbers before all others.
  items: Object.fromEntries([...nativeTypes.up, ...nativeTypes.down, ...ocppTypes].map((item) => [`t${item.value}`, item])),
});
