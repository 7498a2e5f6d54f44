import { DecodeError } from '../codec/bytes.ts';
import type { RowOf } from '../codec/table.ts';
import { login, loginReply } from './messages/0000-login.ts';
import { pileInfo, pileInfoReply } from './messages/0001-pile-info.ts';
import { gunInfo, gunInfoReply } from './messages/0002-gun-info.ts';
import { accountQuery, accountQueryReply } from './messages/0003-account-query.ts';
import { requestStart, requestStartReply } from './messages/0004-request-start.ts';
import { startResult, startResultReply } from './messages/0005-start-result.ts';
import { deviceParameters, deviceParametersReply } from './messages/0006-device-parameters.ts';
import { chargingInfo, chargingInfoReply } from './messages/0010-charging-info.ts';
import { bmsHandshake, bmsHandshakeReply } from './messages/0011-bms-handshake.ts';
import { bmsParameter, bmsParameterReply } from './messages/0012-bms-parameter.ts';
import { bmsCharging, bmsChargingReply } from './messages/0013-bms-charging.ts';
import { bmsEnd, bmsEndReply } from './messages/0014-bms-end.ts';
import { order, orderReply } from './messages/0015-order.ts';
import { start } from './messages/1001-start.ts';
import { stop } from './messages/1002-stop.ts';
import { setParameter } from './messages/1003-set-parameter.ts';
import { readParameters } from './messages/1004-read-parameters.ts';
import { firmware } from './messages/1005-firmware.ts';
import { fetchLog } from './messages/1006-fetch-log.ts';
import { recallOrder } from './messages/1007-recall-order.ts';
import { rateRule } from './messages/1008-rate-rule.ts';
import { whiteList } from './messages/1009-white-list.ts';
import { reserve } from './messages/1010-reserve.ts';
import { cancelReservation } from './messages/1011-cancel-reservation.ts';
import { powerSchedule } from './messages/1012-power-schedule.ts';
import { payQr } from './messages/1013-pay-qr.ts';
import { restart } from './messages/1014-restart.ts';
import { queryStatus } from './messages/1015-query-status.ts';
import { commandReply } from './messages/command.ts';
import type { Message } from './messages/message.ts';

const fromPile = {
  '0000': login,
  '0001': pileInfo,
  '0002': gunInfo,
  '0003': accountQuery,
  '0004': requestStart,
  '0005': startResult,
  '0006': deviceParameters,
  '0010': chargingInfo,
  '0011': bmsHandshake,
  '0012': bmsParameter,
  '0013': bmsCharging,
  '0014': bmsEnd,
  '0015': order,
};
const repliesToPile = {
  '0100': loginReply,
  '0101': pileInfoReply,
  '0102': gunInfoReply,
  '0103': accountQueryReply,
  '0104': requestStartReply,
  '0105': startResultReply,
  '0106': deviceParametersReply,
  '0110': chargingInfoReply,
  '0111': bmsHandshakeReply,
  '0112': bmsParameterReply,
  '0113': bmsChargingReply,
  '0114': bmsEndReply,
  '0115': orderReply,
};
const commands = {
  1001: start,
  1002: stop,
  1003: setParameter,
  1004: readParameters,
  1005: firmware,
  1006: fetchLog,
  1007: recallOrder,
  1008: rateRule,
  1009: whiteList,
  1010: reserve,
  1011: cancelReservation,
  1012: powerSchedule,
  1013: payQr,
  1014: restart,
  1015: queryStatus,
};
const commandReplies = {
  1101: commandReply('start'),
  1102: commandReply('stop'),
  1103: commandReply('set parameter'),
  1104: commandReply('read parameters'),
  1105: commandReply('firmware'),
  1106: commandReply('fetch log'),
  1107: commandReply('recall order'),
  1108: commandReply('rate rule'),
  1109: commandReply('white list', { isValueSecret: true }),
  1110: commandReply('reserve'),
  1111: commandReply('cancel reservation'),
  1112: commandReply('power schedule'),
  1113: commandReply('pay QR'),
  1114: commandReply('restart'),
  1115: commandReply('query status'),
};

/** Every typed message (version 0x20) by its type as printed. */
export const messages = { ...fromPile, ...repliesToPile, ...commands, ...commandReplies };

type TextKey<K> = K extends number | string ? `${K}` : never;
type MessageOf<Group> = {
  [T in keyof Group]: Group[T] extends Message<infer F> ? { readonly type: TextKey<T>; readonly body: RowOf<F> } : never;
}[keyof Group];

export type PileRequest = MessageOf<typeof fromPile>;
export type PlatformReply = MessageOf<typeof repliesToPile>;
export type PlatformCommand = MessageOf<typeof commands>;
export type PileReply = MessageOf<typeof commandReplies>;
export type NativeMessage = PileRequest | PlatformReply | PlatformCommand | PileReply;
export type BodyOf<T extends NativeMessage['type']> = Extract<NativeMessage, { type: T }>['body'];

const byType: ReadonlyMap<string, Message> = new Map(Object.entries(messages));

/** The declaration of a type; undefined for an unknown type. */
export const messageOf = (type: string): Message | undefined => byType.get(type);

/** Largest body by the two type bytes, high byte first; for the deframer. */
export const bodySizes: ReadonlyMap<number, number> = new Map(
  Object.entries(messages).map(([type, { body }]) => [Number.parseInt(type, 16), body.maxSize]),
);

// The overloads state what the compiler cannot infer from a look-up by string: the table of a type decodes its body.
/** Decodes a body. Throws `DecodeError` for an unknown type or a body that is too short. */
export function decodeBody(type: string, bytes: Uint8Array): NativeMessage;
export function decodeBody(type: string, bytes: Uint8Array): { type: string; body: unknown } {
  const message = byType.get(type);
  if (!message) throw new DecodeError(`no message ${type}`);
  return { type, body: message.body.decode(bytes) };
}

/** Encodes a body. Throws `EncodeError` when a value does not fit. */
export function encodeBody(message: NativeMessage): Uint8Array;
export function encodeBody({ type, body }: { type: string; body: Readonly<Record<string, unknown>> }): Uint8Array {
  const message = byType.get(type);
  if (!message) throw new DecodeError(`no message ${type}`);
  return message.body.encode(body);
}
