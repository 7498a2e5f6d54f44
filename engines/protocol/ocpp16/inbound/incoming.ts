import type { AnswerTo } from '#engines/protocol/device.ts';
import type { PileEvent } from '#engines/protocol/device-backend.ts';
import type { CallReply } from '../rpc.ts';

/** The context of a translation besides the message. */
export interface MessageContext {
  readonly atMs: number;
  /** The heartbeat interval requested of the station, in seconds, from the pile's profile. */
  readonly heartbeatS: number;
  /** The text of the whole message. */
  readonly text: string;
}

/** The platform's answer to any event. */
export type PlatformAnswer = AnswerTo<PileEvent>;

/** A translated call of a station: the events for the business, in order, and the reply to send once the business has answered. */
export interface TranslatedCall {
  readonly events: readonly PileEvent[];
  /** `answers` has one entry per event, in the same order. */
  readonly reply: (answers: readonly PlatformAnswer[]) => CallReply;
}

/** The empty answer to most messages: the content was stored, and the protocol cannot express more. */
export const emptyReply: CallReply = { ok: true, payload: {} };

/** The answer when the platform failed; the station stores its message and sends it again. */
export const notStoredReply: CallReply = { ok: false, code: 'InternalError', description: 'not stored, send again' };

export const answered = (payload: object): CallReply => ({ ok: true, payload });
