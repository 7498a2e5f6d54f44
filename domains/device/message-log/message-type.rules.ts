import { commandName } from '../command/command.codes.ts';
import { messageType } from '../protocol.codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';

/** Native commands by their types: 1001 asks, 1101 answers. */
const commands: Readonly<Record<string, string | Words>> = {
  '01': 'start',
  '02': 'stop',
  '03': 'setParameter',
  '04': 'readParameters',
  '05': ['固件升级', '韌體升級', 'Firmware'],
  '06': 'fetchLog',
  '07': 'recallOrder',
  '08': 'setRateRule',
  '09': ['白名单', '白名單', 'White list'],
  '10': 'reserve',
  '11': 'cancelReservation',
  '12': ['功率计划', '功率計畫', 'Power schedule'],
  '13': 'setPayQrCode',
  '14': 'restart',
  '15': 'queryStatus',
};

export interface TypeName {
  readonly words: Words;
  readonly isReply: boolean;
}

/** What a native type means; undefined for a type of another protocol, whose names speak for themselves. */
export const typeName = (type: string): TypeName | undefined => {
  const [, group = '', number = ''] = /^(00|01|10|11)(\d\d)$/.exec(type) ?? [];
  if (group === '') return undefined;
  if (group === '00' || group === '01') {
    const item = itemOf(messageType, `00${number}`);
    return item && { words: item.words, isReply: group === '01' };
  }
  const named = commands[number];
  const words = typeof named === 'string' ? itemOf(commandName, named)?.words : named;
  return words && { words, isReply: group === '11' };
};

const numbers = (from: string, list: readonly string[]): readonly string[] => list.map((number) => `${from}${number}`);
const requests = Object.values(messageType.items).flatMap(({ value }) => (value.startsWith('00') ? [value.slice(2)] : []));

/** Every native type of a direction: 1 pile to platform, 2 platform to pile. */
export const nativeTypes = (direction: 1 | 2): readonly string[] =>
  direction === 1
    ? [...numbers('00', requests), ...numbers('11', Object.keys(commands).toSorted())]
    : [...numbers('01', requests), ...numbers('10', Object.keys(commands).toSorted())];

/** Actions of OCPP 1.6; an answer is logged under the action it answers. */
export const ocppTypes: readonly string[] = [
  'Authorize',
  'BootNotification',
  'DataTransfer',
  'Heartbeat',
  'MeterValues',
  'StartTransaction',
  'StatusNotification',
  'StopTransaction',
  'ChangeAvailability',
  'ChangeConfiguration',
  'ClearCache',
  'GetConfiguration',
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'Reset',
  'TriggerMessage',
  'UnlockConnector',
  'ReserveNow',
  'CancelReservation',
];
