import type { AnswerTo } from '#engines/protocol/device.ts';
import type { PileEvent } from '#engines/protocol/door.ts';
import type { CallReply } from '../rpc.ts';

/** What a translation may know beside the message. */
export interface MessageContext {
  readonly atMs: number;
  /** Heartbeat interval we ask for, seconds, from the pile's profile. */
  readonly heartbeatS: number;
  /** The whole message as it came. */
  readonly text: string;
}

/** The platform's answer to any event. */
export type PlatformAnswer = AnswerTo<PileEvent>;

/** A station's call in the platform's words: what to tell the business, in order, and how to answer once it has answered. */
export interface TranslatedCall {
  readonly events: readonly PileEvent[];
  /** `answers` has one entry per event, in the same order. */
  readonly reply: (answers: readonly PlatformAnswer[]) => CallReply;
}

/** The empty answer most messages get: what was said has been kept, and that is all the protocol can tell. */
export const taken: CallReply = { ok: true, payload: {} };

/** Something failed on our side; the station keeps its message and says it again. */
export const notTaken: CallReply = { ok: false, code: 'InternalError', description: 'not stored, send again' };

export const answered = (payload: object): CallReply => ({ ok: true, payload });
