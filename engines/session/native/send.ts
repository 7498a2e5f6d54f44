import { EncodeError } from '../../protocol/codec/bytes.ts';
import type { FrameRecord, GatewayAlarm } from '../../protocol/device-backend.ts';
import { dialectOf } from '../../protocol/native/dialects.ts';
import type { Dialect, EncodedMessage } from '../../protocol/native/dialect.ts';
import { flag, frameNonce, sealFrame, writeFrame, type Frame } from '../../protocol/native/frame.ts';
import { redactedFrame } from '../../protocol/native/render.ts';
import type { StepContext, Session } from './session.ts';

/** A body that is sent to the pile. */
interface OutgoingMessage {
  readonly type: string;
  readonly sequence: number;
  readonly reply: boolean;
  readonly body: Uint8Array;
  /** For the log, where it is known. */
  readonly summary?: string;
}

/** A frame of the pile with its decoded content. */
interface IncomingFrame {
  readonly frame: Frame;
  /** Null when it could not be decrypted. */
  readonly body: Uint8Array | null;
  readonly summary?: string | undefined;
}

/** Sends a body, encrypted if the pile's profile requires it, and logs it. Returns the session with the frame counted. */
export const sendBody = (session: Session, outgoing: OutgoingMessage, context: StepContext): Session => {
  const { type, sequence, body, summary } = outgoing;
  const { dialect, key, random, openedMs, sealedCount } = session;
  const head = { version: dialect.version, flags: outgoing.reply ? flag.reply : 0, type, sequence, cpCode: session.cpCode };
  const sealed = session.encrypted && key !== null;
  const bytes = sealed
    ? sealFrame(head, body, { crypto: context.env.crypto, key, nonce: frameNonce(random, openedMs, sealedCount) })
    : writeFrame(head, body);
  context.out.push({ kind: 'send', bytes });
  log(session, { direction: 'down', type, sequence, bytes, body, sealed, summary, dialect }, context);
  return sealed ? { ...session, sealedCount: sealedCount + 1 } : session;
};

export const logReceived = (session: Session, { frame, body, summary }: IncomingFrame, context: StepContext): void => {
  const { type, sequence, bytes, flags } = frame;
  // A frame of the other variant is logged as what it is.
  const dialect = dialectOf(frame.version) ?? session.dialect;
  log(session, { direction: 'up', type, sequence, bytes, body, sealed: (flags & flag.encrypted) !== 0, summary, dialect }, context);
};

/** The part of a frame that may be logged before its session has a key. */
export const plainPayload = (frame: Frame): Uint8Array | null => (frame.flags & flag.encrypted ? null : frame.payload);

/** Raises an alarm for the operators. */
export const raise = (session: Session, { kind, detail }: Pick<GatewayAlarm, 'kind' | 'detail'>, { out, nowMs }: StepContext): void => {
  out.push({ kind: 'alarm', alarm: { kind, cpCode: session.cpCode, remoteAddress: session.remoteAddress, detail, atMs: nowMs } });
};

/** Encodes a message of the platform; raises an alarm when the domain gave a value that the wire cannot carry. */
export const encodeOrRaise = (
  session: Session,
  { type, encode }: { readonly type: string; readonly encode: () => EncodedMessage | undefined },
  context: StepContext,
): EncodedMessage | undefined => {
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    raise(session, { kind: 'unencodable', detail: `${type}: ${error.message}` }, context);
    return undefined;
  }
};

interface FrameLogEntry extends Omit<OutgoingMessage, 'body' | 'reply' | 'summary'> {
  readonly direction: 'up' | 'down';
  readonly bytes: Uint8Array;
  readonly body: Uint8Array | null;
  readonly sealed: boolean;
  readonly summary: string | undefined;
  readonly dialect: Dialect;
}

const log = (session: Session, entry: FrameLogEntry, { out, nowMs }: StepContext): void => {
  const { direction, type, sequence, bytes, body, sealed, dialect } = entry;
  const record: FrameRecord = {
    cpCode: session.cpCode,
    epoch: session.epoch,
    protocol: 'native',
    direction,
    type,
    sequence: String(sequence),
    raw: redactedFrame(bytes, type, sealed),
    plainBody: sealed && body ? dialect.redactedBody(body, type) : null,
    summary: entry.summary ?? (body ? dialect.summary(type, body) : 'not decryptable'),
    atMs: nowMs,
  };
  out.push({ kind: 'log', record });
};
