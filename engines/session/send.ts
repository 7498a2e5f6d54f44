import { flag, frameNonce, sealFrame, version, writeFrame, type Frame } from '../protocol/native/frame.ts';
import { EncodeError } from '../protocol/codec/bytes.ts';
import { decodeBody, encodeBody, messageOf, type NativeMessage } from '../protocol/native/messages.ts';
import { redactedBody, redactedFrame, summary } from '../protocol/native/render.ts';
import type { FrameRecord, GatewayAlarm } from '../protocol/door.ts';
import type { Doing, Output, Session } from './session.ts';

/** Puts a body on the wire, sealed if the pile's profile says so, and into the log. Returns the session that has counted it. */
export const sendBody = (
  session: Session, frame: { readonly type: string; readonly sequence: number; readonly body: Uint8Array; readonly reply: boolean; readonly message?: NativeMessage | undefined },
  { env, out, nowMs }: Doing,
): Session => {
  const { type, sequence, body } = frame;
  const head = { version: version.typed, flags: frame.reply ? flag.reply : 0, type, sequence, cpCode: session.cpCode };
  const { key } = session;
  const seal = session.encrypted && key ? { crypto: env.crypto, key, nonce: frameNonce(session.random, session.openedMs, session.sealedCount) } : null;
  const bytes = seal ? sealFrame(head, body, seal) : writeFrame(head, body);
  out.push({ kind: 'send', bytes }, { kind: 'log', record: logRecord(session, { direction: 'down', type, sequence, bytes, body, sealed: seal !== null, message: frame.message }, nowMs) });
  return seal ? { ...session, sealedCount: session.sealedCount + 1 } : session;
};

/** A frame of the pile for the log. `body` is null when it could not be decrypted. */
export const logReceived = (session: Session, frame: Frame, { body, message }: { body: Uint8Array | null; message?: NativeMessage | undefined }, nowMs: number): Output => ({
  kind: 'log',
  record: logRecord(session, {
    direction: 'up', type: frame.type, sequence: frame.sequence, bytes: frame.bytes, body, sealed: (frame.flags & flag.encrypted) !== 0, message,
  }, nowMs),
});

export const alarm = (session: Session, kind: GatewayAlarm['kind'], detail: string, nowMs: number): Output =>
  ({ kind: 'alarm', alarm: { kind, cpCode: session.cpCode, remoteAddress: session.remoteAddress, detail, atMs: nowMs } });

/** The body of a message of ours, or an alarm when the domain gave a value that the wire cannot carry. */
export const encoded = (session: Session, message: NativeMessage, { out, nowMs }: Doing): Uint8Array | undefined => {
  try {
    return encodeBody(message);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    out.push(alarm(session, 'unencodable', `${message.type}: ${error.message}`, nowMs));
    return undefined;
  }
};

interface Logged {
  readonly direction: 'up' | 'down';
  readonly type: string;
  readonly sequence: number;
  readonly bytes: Uint8Array;
  readonly body: Uint8Array | null;
  readonly sealed: boolean;
  /** The body as it has been decoded or encoded, if it has. */
  readonly message: NativeMessage | undefined;
}

const logRecord = (session: Session, { direction, type, sequence, bytes, body, sealed, message }: Logged, nowMs: number): FrameRecord => ({
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
});

const summaryOf = (type: string, body: Uint8Array | null): string => {
  if (!body) return 'not decryptable';
  if (!messageOf(type)) return 'unknown message';
  try {
    return summary(type, decodeBody(type, body).body);
  } catch {
    return `${messageOf(type)?.name ?? type}, unreadable`;
  }
};
