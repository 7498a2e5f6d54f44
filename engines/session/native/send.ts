import { EncodeError } from '../../protocol/codec/bytes.ts';
import type { FrameRecord, GatewayAlarm } from '../../protocol/device-backend.ts';
import { flag, frameNonce, sealFrame, version, writeFrame, type Frame } from '../../protocol/native/frame.ts';
import { decodeBody, encodeBody, messageOf, type NativeMessage } from '../../protocol/native/messages.ts';
import { redactedBody, redactedFrame, summary } from '../../protocol/native/render.ts';
import type { StepContext, Session } from './session.ts';

/** A body that is sent to the pile. */
interface OutgoingMessage {
  readonly type: string;
  readonly sequence: number;
  readonly reply: boolean;
  readonly body: Uint8Array;
  /** The decoded body, where it is known. */
  readonly message?: NativeMessage;
}

/** A frame of the pile with its decoded content. */
interface IncomingFrame {
  readonly frame: Frame;
  /** Null when it could not be decrypted. */
  readonly body: Uint8Array | null;
  readonly message?: NativeMessage | undefined;
}

/** Sends a body, encrypted if the pile's profile requires it, and logs it. Returns the session with the frame counted. */
export const sendBody = (session: Session, outgoing: OutgoingMessage, context: StepContext): Session => {
  const { type, sequence, body, message } = outgoing;
  const { key, random, openedMs, sealedCount } = session;
  const head = { version: version.typed, flags: outgoing.reply ? flag.reply : 0, type, sequence, cpCode: session.cpCode };
  const sealed = session.encrypted && key !== null;
  const bytes = sealed
    ? sealFrame(head, body, { crypto: context.env.crypto, key, nonce: frameNonce(random, openedMs, sealedCount) })
    : writeFrame(head, body);
  context.out.push({ kind: 'send', bytes });
  log(session, { direction: 'down', type, sequence, bytes, body, sealed, message }, context);
  return sealed ? { ...session, sealedCount: sealedCount + 1 } : session;
};

export const logReceived = (session: Session, { frame, body, message }: IncomingFrame, context: StepContext): void => {
  const { type, sequence, bytes, flags } = frame;
  log(session, { direction: 'up', type, sequence, bytes, body, sealed: (flags & flag.encrypted) !== 0, message }, context);
};

/** The part of a frame that may be logged before its session has a key. */
export const plainPayload = (frame: Frame): Uint8Array | null => (frame.flags & flag.encrypted ? null : frame.payload);

/** Raises an alarm for the operators. */
export const raise = (session: Session, { kind, detail }: Pick<GatewayAlarm, 'kind' | 'detail'>, { out, nowMs }: StepContext): void => {
  out.push({ kind: 'alarm', alarm: { kind, cpCode: session.cpCode, remoteAddress: session.remoteAddress, detail, atMs: nowMs } });
};

/** The encoded body of a message of the platform; raises an alarm when the domain gave a value that the wire cannot carry. */
export const encodeOrRaise = (session: Session, message: NativeMessage, context: StepContext): Uint8Array | undefined => {
  try {
    return encodeBody(message);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    raise(session, { kind: 'unencodable', detail: `${message.type}: ${error.message}` }, context);
    return undefined;
  }
};

interface FrameLogEntry extends Omit<OutgoingMessage, 'body' | 'reply' | 'message'> {
  readonly direction: 'up' | 'down';
  readonly bytes: Uint8Array;
  readonly body: Uint8Array | null;
  readonly sealed: boolean;
  readonly message: NativeMessage | undefined;
}

const log = (session: Session, { direction, type, sequence, bytes, body, sealed, message }: FrameLogEntry, { out, nowMs }: StepContext): void => {
  const record: FrameRecord = {
    cpCode: session.cpCode,
    epoch: session.epoch,
    protocol: 'native',
    direction,
    type,
    sequence: String(sequence),
    raw: redactedFrame(bytes, type, sealed),
    plainBody: sealed && body ? redactedBody(body, type) : null,
    summary: message ? summary(type, message.body) : summaryOf(type, body),
    atMs: nowMs,
  };
  out.push({ kind: 'log', record });
};

const summaryOf = (type: string, body: Uint8Array | null): string => {
  if (!body) return 'not decryptable';
  if (!messageOf(type)) return 'unknown message';
  try {
    return summary(type, decodeBody(type, body).body);
  } catch {
    return `${messageOf(type)?.name ?? type}, unreadable`;
  }
};
