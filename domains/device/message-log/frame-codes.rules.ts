import type { RenderedField } from '#engines/protocol/native/render.ts';
import { accountType } from '#domains/customer/resources.ts';
import { gunFault, gunStatusInfo, gunWorkState, pileFault, pileType, pileWorkState, stopReason } from '#domains/network/resources.ts';
import { billMode, rateStage } from '#domains/tariff/resources.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { yesNo } from '#domains/system/resources.ts';
import { chargingStrategyType, orderType, startSource } from '../charge.codes.ts';
import { commandStat, replyResult } from '../command/command.ts';
import {
  accountQueryResult,
  batteryType,
  bmsFlag,
  chargingMode,
  genericResult,
  listAction,
  loginResult,
  recordResult,
  restartMode,
  startResultReply,
} from '../protocol.codes.ts';
import { recordCommand } from '../v10-record/v10-record.codes.ts';
import { requestStartResult, startResult } from '../start-result.codes.ts';

/** The code tables of the native protocol, under the names that the protocol gives them. */
export const codeTables: Readonly<Record<string, CodeTable>> = {
  cpType: pileType,
  cpWorkStat: pileWorkState,
  cpFaultType: pileFault,
  gunWorkStat: gunWorkState,
  gunFaultType: gunFault,
  gunStatusInfo,
  noYes: yesNo,
  billMode,
  rateStage,
  accountType,
  orderType,
  startSource,
  startResult,
  stopReason,
  chargingStrategyType,
  batteryType,
  recordResult,
  listAction,
  restartMode,
  loginResult,
  genericResult,
  accountResult: accountQueryResult,
  startRequestResult: requestStartResult,
  startResultReply,
  commandResult: replyResult,
  commandStat,
  chargingMode,
  bmsFlag,
};

/** The value of a field for people: codes in words with their number, other values unchanged. */
export const meaningOf = ({ codes, value, unit, word }: RenderedField, say: (words: Words) => string): string => {
  const command = word === 'cmd' ? itemOf(recordCommand, value) : undefined;
  if (command) return `${say(command.words)} (${value})`;
  if (unit === 's UTC') return instantOf(value);
  const number = /\((\d+)\)$/.exec(value)?.[1];
  const table = codes === null ? undefined : codeTables[codes];
  const item = table && number !== undefined ? itemOf(table, number) : undefined;
  return item ? `${say(item.words)} (${number ?? ''})` : value;
};

/** Seconds since 1970 as a date; 0 means none. */
const instantOf = (seconds: string): string => {
  const epochS = Number(seconds);
  if (!(epochS > 0)) return seconds === '0' ? '' : seconds;
  return `${new Date(epochS * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};
