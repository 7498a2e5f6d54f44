import type { NativeVersion } from '../codes.ts';
import type { AnswerTo, CommandReply, ParameterReport } from '../device.ts';
import type { DeviceCommand } from '../device-command.ts';
import type { LoginVerdict, PileEvent } from '../device-backend.ts';
import type { BodyOf } from './messages.ts';
import type { RecordMemory } from './records/to-events.ts';
import type { ReceiptContext } from './to-event.ts';

/** A body for the pile, with the words for the communication log. */
export interface EncodedMessage {
  readonly type: string;
  readonly body: Uint8Array;
  readonly summary: string;
}

/** The part of a request that its reply needs. */
export interface ReplyTarget {
  /** Type of the request. */
  readonly type: string;
  /** The order number of a 0015, which its reply repeats; otherwise empty. */
  readonly chargingOrderNo: string;
}

export type IncomingMessage = { readonly summary: string } & (
  | { readonly kind: 'login' }
  | {
      readonly kind: 'request';
      /** Whether it is the order record, whose check code has to be verified and whose body is stored. */
      readonly isOrder: boolean;
      readonly needsDigest: boolean;
      readonly chargingOrderNo: string;
      /** The pile's clock in a message about the present, in seconds. */
      readonly clockS: number | undefined;
      /** The events of the message, in the order in which they have to be processed. */
      toEvents(
        received: ReceiptContext,
        memory: RecordMemory,
      ): { readonly events: readonly [PileEvent, ...PileEvent[]]; readonly memory: RecordMemory };
    }
  | {
      readonly kind: 'reply';
      readonly reply: CommandReply;
      /** Parameters that the answer itself carries. */
      readonly report: ParameterReport | undefined;
    }
);

/** The part of an order record that its check code covers, and the code. */
export interface CheckedRecord {
  readonly withoutCode: Uint8Array;
  readonly code: Uint8Array;
}

/**
 * One of the two variants of the native protocol. Header, encryption, sequence numbers, retries and login are the same; the messages and their bodies
 * differ. Methods that encode throw `EncodeError` when a value does not fit.
 */
export interface Dialect {
  /** The version byte of its frames. */
  readonly version: NativeVersion;
  /** Undefined for a body that is no login. */
  readLogin(body: Uint8Array): BodyOf<'0000'> | undefined;
  loginReply(verdict: LoginVerdict, nowMs: number): EncodedMessage;
  /** Undefined for a body that cannot be read, or a type that no pile sends. */
  read(type: string, body: Uint8Array): IncomingMessage | undefined;
  /** Undefined when the answer does not match the request, which is a programming error. */
  reply(request: ReplyTarget, answers: readonly AnswerTo<PileEvent>[]): EncodedMessage | undefined;
  /** The reply when nothing was stored; undefined where the pile has to repeat the request. */
  failureReply(request: ReplyTarget): EncodedMessage | undefined;
  unreadableReply(request: ReplyTarget, body: Uint8Array): EncodedMessage | undefined;
  /** Undefined when the variant has no such command. */
  command(command: DeviceCommand): EncodedMessage | undefined;
  /** A request for a sign of life. */
  probe(cmdId: string): EncodedMessage;
  /** Undefined when the record has no code in its place. */
  checkedRecord(body: Uint8Array): CheckedRecord | undefined;
  /** The body as it is stored: hex, or JSON text. */
  rawText(body: Uint8Array): string;
  /** The body as hex, with the bytes of secret values as `xx`. */
  redactedBody(body: Uint8Array, type: string): string;
  summary(type: string, body: Uint8Array): string;
}
