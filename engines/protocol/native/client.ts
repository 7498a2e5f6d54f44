/**
 * The pile's side of the protocol, for simulators and tests: encodes the pile's messages and decodes the platform's. Pure: the link is a value, and
 * time and random bytes are arguments.
 */
import { DecodeError, toHex } from '../codec/bytes.ts';
import type { NativeCrypto } from './crypto.ts';
import { flag, frameNonce, openFrame, replyType, sealFrame, version, writeFrame, type Frame } from './frame.ts';
import {
  decodeBody,
  encodeBody,
  type BodyOf,
  type NativeMessage,
  type PileReply,
  type PileRequest,
  type PlatformCommand,
  type PlatformReply,
} from './messages.ts';
import {
  decodeRecordBody,
  encodeRecordBody,
  recordMessageOf,
  type AnyRecord,
  type RecordBody,
  type RecordCommand,
  type RecordCommandReply,
  type RecordReply,
  type RecordRequest,
} from './records/messages.ts';
import { NO_CHECK_CODE } from './records/messages/9004-order.ts';
import { CHECK_CODE_BYTES, checkCode, loginAuth, secretBytes } from './secret.ts';
import { encryptionMode, type EncryptionMode } from '../codes.ts';

export interface PileLink {
  readonly cpCode: string;
  /** The variant that the pile speaks: one of `version`. */
  readonly version: number;
  readonly key: Uint8Array | null;
  readonly encrypted: boolean;
  readonly random: number;
  readonly openedMs: number;
  readonly sealedCount: number;
  /** Sequence number of the next request. */
  readonly sequence: number;
}

/** A new connection of a pile. `random`: 32 random bits. Throws when the secret is not 16 characters or 32 hex digits. */
export const openLink = (pile: {
  readonly cpCode: string;
  readonly secret: string | null;
  readonly encryptionMode: EncryptionMode;
  readonly random: number;
  readonly nowMs: number;
  readonly version?: number;
}): PileLink => {
  const key = pile.secret === null ? null : secretBytes(pile.secret);
  if (key === undefined || (pile.encryptionMode === encryptionMode.aes && key === null)) throw new DecodeError('the secret of a pile has 16 bytes');
  return {
    cpCode: pile.cpCode,
    version: pile.version ?? version.typed,
    key,
    encrypted: pile.encryptionMode === encryptionMode.aes,
    random: pile.random,
    openedMs: pile.nowMs,
    sealedCount: 0,
    sequence: 1,
  };
};

export interface SentFrame {
  readonly link: PileLink;
  readonly bytes: Uint8Array;
  readonly sequence: number;
}

/** Encodes a request with the next sequence number, or repeats a request with its old number. `stored`: it was stored while the pile was offline. */
export const writeRequest = (
  link: PileLink,
  message: PileRequest | RecordRequest,
  { crypto, stored = false, sequence = link.sequence }: { crypto: NativeCrypto; stored?: boolean; sequence?: number },
): SentFrame => {
  const frame = writeMessage(link, { message, flags: stored ? flag.stored : 0, sequence }, crypto);
  return { ...frame, link: { ...frame.link, sequence: Math.max(link.sequence, sequence + 1) } };
};

/** Answers a platform command with the command's sequence number. */
export const writeReply = (
  link: PileLink,
  { sequence, message }: { readonly sequence: number; readonly message: PileReply | RecordCommandReply },
  crypto: NativeCrypto,
): SentFrame => writeMessage(link, { message, flags: flag.reply, sequence }, crypto);

/** A reply with the same result for any command, in the message type that answers the command. */
export const commandReplyTo = (command: PlatformCommand, answer: Omit<BodyOf<'1101'>, 'cmdId'>): PileReply => {
  const type = replyType(command.type);
  const reply = COMMAND_REPLIES.find((known) => known === type);
  if (!reply) throw new DecodeError(`no reply to ${command.type}`);
  return { type: reply, body: { cmdId: command.body.cmdId, ...answer } };
};

export type ReceivedFrame = { readonly sequence: number; readonly message: PlatformReply | PlatformCommand };

/** Decodes a frame of the platform; throws `DecodeError` when it is not a valid frame or cannot be decrypted. */
export const readPlatformFrame = (link: PileLink, frame: Frame, crypto: NativeCrypto): ReceivedFrame => {
  const message = decodeBody(frame.type, openedBody(link, frame, crypto));
  if (!isFromPlatform(message)) throw new DecodeError(`${frame.type} is not for a pile`);
  return { sequence: frame.sequence, message };
};

export type ReceivedRecord = { readonly sequence: number; readonly message: RecordReply | RecordCommand };

/** The same for a v1.0 pile. */
export const readPlatformRecord = (link: PileLink, frame: Frame, crypto: NativeCrypto): ReceivedRecord => {
  if (frame.version !== version.records) throw new DecodeError('the frame is of the other variant');
  const message = decodeRecordBody(frame.type, openedBody(link, frame, crypto));
  if (!isForRecordPile(message)) throw new DecodeError(`${frame.type} is not for a pile`);
  return { sequence: frame.sequence, message };
};

const openedBody = (link: PileLink, frame: Frame, crypto: NativeCrypto): Uint8Array => {
  const sealed = (frame.flags & flag.encrypted) !== 0;
  if (sealed !== link.encrypted && frame.type !== '0100') throw new DecodeError('encryption does not match the profile');
  const body = sealed && link.key ? openFrame(frame, { crypto, key: link.key }) : frame.payload;
  if (!body) throw new DecodeError(`${frame.type} does not decrypt`);
  return body;
};

/** A login with its proof; `nonce`: 8 random bytes in hex. */
export const loginRequest = (
  link: PileLink,
  facts: Omit<BodyOf<'0000'>, 'auth' | 'protoVer'>,
  crypto: NativeCrypto,
): Extract<PileRequest, { type: '0000' }> => {
  const nonce = facts.nonce.toUpperCase();
  const auth = link.key ? toHex(loginAuth(crypto, link.key, { cpCode: link.cpCode, time: facts.time, nonce })) : '0'.repeat(32);
  return { type: '0000', body: { protoVer: link.version, ...facts, nonce, auth } };
};

/** An end record with its check code. */
export const endRecordMessage = (link: PileLink, facts: Omit<BodyOf<'0015'>, 'checkCode'>, crypto: NativeCrypto): PileRequest => {
  const blank = { ...facts, checkCode: '0'.repeat(2 * CHECK_CODE_BYTES) };
  if (!link.key) return { type: '0015', body: blank };
  const withoutCode = encodeBody({ type: '0015', body: blank }).subarray(0, -CHECK_CODE_BYTES);
  return { type: '0015', body: { ...facts, checkCode: toHex(checkCode(crypto, link.key, { cpCode: link.cpCode, withoutCode })) } };
};

/** The order record of a v1.0 pile with its check code. */
export const orderRecordMessage = (link: PileLink, facts: Omit<RecordBody<'9004'>, 'checkCode'>, crypto: NativeCrypto): RecordRequest => {
  const withCode = (code: string): RecordRequest => ({ type: '9004', body: { ...facts, checkCode: code } });
  if (!link.key) return withCode(NO_CHECK_CODE);
  // Without a code the body ends with its brace, which the code does not cover.
  const withoutCode = encodeRecordBody(withCode(NO_CHECK_CODE)).subarray(0, -1);
  return withCode(toHex(checkCode(crypto, link.key, { cpCode: link.cpCode, withoutCode })));
};

const COMMAND_REPLIES: readonly PileReply['type'][] = [
  '1101',
  '1102',
  '1103',
  '1104',
  '1105',
  '1106',
  '1107',
  '1108',
  '1109',
  '1110',
  '1111',
  '1112',
  '1113',
  '1114',
  '1115',
];

const writeMessage = (
  link: PileLink,
  outgoing: { message: NativeMessage | AnyRecord; flags: number; sequence: number },
  crypto: NativeCrypto,
): SentFrame => {
  const { message, flags, sequence } = outgoing;
  const head = { version: link.version, flags, type: message.type, sequence, cpCode: link.cpCode };
  const body = link.version === version.records ? encodeRecordBody(message) : encodeTyped(message);
  if (!link.encrypted || !link.key) return { link, bytes: writeFrame(head, body), sequence };
  const bytes = sealFrame(head, body, { crypto, key: link.key, nonce: frameNonce(link.random, link.openedMs, link.sealedCount) });
  return { link: { ...link, sealedCount: link.sealedCount + 1 }, bytes, sequence };
};

const encodeTyped = (message: NativeMessage | AnyRecord): Uint8Array => {
  if (!isTyped(message)) throw new DecodeError(`${message.type} is a v1.0 record`);
  return encodeBody(message);
};

const isTyped = (message: NativeMessage | AnyRecord): message is NativeMessage => !message.type.startsWith('9');
const isForRecordPile = (message: AnyRecord): message is RecordReply | RecordCommand => recordMessageOf(message.type)?.from === 'platform';
const isFromPlatform = (message: NativeMessage): message is PlatformReply | PlatformCommand => /^(01|10)/.test(message.type);
