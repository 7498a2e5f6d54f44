import { genericResult, recordResult } from '../../codes.ts';
import type { AnswerTo } from '../../device.ts';
import type { LoginVerdict, PileEvent } from '../../device-backend.ts';
import { loginBody } from '../to-reply.ts';
import type { RecordReply } from './messages.ts';

/** The reply for the domain's answers to the events of one record: that of the first event that was refused, otherwise success. */
export const toRecordReply = (type: string, answers: readonly AnswerTo<PileEvent>[]): RecordReply | undefined =>
  resultReply(
    type,
    answers.map((answer) => ('result' in answer ? answer.result : genericResult.failure)).find((result) => result !== genericResult.success) ??
      genericResult.success,
  );

/**
 * The reply when a record was not stored: an order record is requested again later, and any other request gets no reply (undefined), so that the pile
 * repeats it.
 */
export const recordFailureReply = (type: string): RecordReply | undefined =>
  type === '9004' ? { type: '9104', body: { result: recordResult.later } } : undefined;

/** The reply to an unreadable record. */
export const unreadableRecordReply = (type: string): RecordReply | undefined => resultReply(type, genericResult.failure);

export const recordLoginReply = (verdict: LoginVerdict, nowMs: number): RecordReply => ({ type: '0100', body: loginBody(verdict, nowMs) });

const resultReply = (type: string, result: number): RecordReply | undefined => {
  switch (type) {
    case '9001':
      return { type: '9101', body: { result } };
    case '9002':
      return { type: '9102', body: { result } };
    case '9003':
      return { type: '9103', body: { result } };
    case '9004':
      return { type: '9104', body: { result } };
    case '9005':
      return { type: '9105', body: { result } };
    default:
      return undefined;
  }
};
