import { fitUtf8 } from '../codec/text.ts';
import type { AnswerTo } from '../device.ts';
import type { LoginVerdict, PileEvent } from '../device-backend.ts';
import type { ReplyTarget } from './dialect.ts';
import type { PlatformReply } from './messages.ts';
import { genericResult, loginResult, recordResult, startRequestResult } from '../codes.ts';

type Answer = AnswerTo<PileEvent>;

/** The reply for the domain's answer. Undefined when the answer does not match the request, which is a programming error. */
export const toReply = (request: ReplyTarget, answer: Answer): PlatformReply | undefined => {
  if (!('result' in answer)) return undefined;
  switch (request.type) {
    case '0003':
      return 'displayName' in answer
        ? {
            type: '0103',
            body: {
              result: answer.result,
              balance: wireCents(answer.balanceCents),
              currency: answer.currency,
              displayName: fitUtf8(answer.displayName, 32),
            },
          }
        : undefined;
    case '0004':
      return 'maxAmountCents' in answer
        ? {
            type: '0104',
            body: {
              result: answer.result,
              chargingOrderNo: answer.chargingOrderNo,
              balance: wireCents(answer.balanceCents),
              rateRuleNo: answer.rateRuleNo,
              maxAmount: wireCents(answer.maxAmountCents),
            },
          }
        : undefined;
    case '0015':
      return { type: '0115', body: { chargingOrderNo: request.chargingOrderNo, result: answer.result } };
    default:
      return resultReply(request.type, answer.result);
  }
};

/**
 * The reply when an event was not stored: a waiting driver gets "other", an end record is requested again later, and any other request gets no reply
 * (undefined), so that the pile repeats it.
 */
export const failureReply = (request: ReplyTarget): PlatformReply | undefined => {
  switch (request.type) {
    case '0003':
      return { type: '0103', body: { result: startRequestResult.other, balance: 0, currency: '', displayName: '' } };
    case '0004':
      return { type: '0104', body: { result: startRequestResult.other, chargingOrderNo: '', balance: 0, rateRuleNo: '', maxAmount: 0 } };
    case '0015':
      return { type: '0115', body: { chargingOrderNo: request.chargingOrderNo, result: recordResult.later } };
    default:
      return undefined;
  }
};

/** The reply to an unreadable message. A repetition would not help, so it is refused permanently where the protocol allows that. */
export const unreadableReply = (request: ReplyTarget): PlatformReply | undefined =>
  failureReply(request) ?? resultReply(request.type, genericResult.failure);

export const loginReply = (verdict: LoginVerdict, nowMs: number): PlatformReply => ({ type: '0100', body: loginBody(verdict, nowMs) });

/** The content of 0100, which both variants of the protocol have. */
export const loginBody = (verdict: LoginVerdict, nowMs: number) => {
  const serverTime = Math.floor(nowMs / 1_000);
  if (verdict.result !== loginResult.success)
    return { result: verdict.result, serverTime, tzMinutes: 0, intervals: [0, 0, 0, 0, 0, 0, 0], rateRuleNo: '' };
  const { intervals: s, tzMinutes, rateRuleNo } = verdict.profile;
  const intervals = [s.pileS, s.gunS, s.chargingS, s.bmsHandshakeS, s.bmsParameterS, s.bmsChargingS, s.bmsEndS];
  return { result: loginResult.success, serverTime, tzMinutes, intervals, rateRuleNo };
};

const resultReply = (type: string, result: number): PlatformReply | undefined => {
  switch (type) {
    case '0001':
      return { type: '0101', body: { result } };
    case '0002':
      return { type: '0102', body: { result } };
    case '0005':
      return { type: '0105', body: { result } };
    case '0006':
      return { type: '0106', body: { result } };
    case '0010':
      return { type: '0110', body: { result } };
    case '0011':
      return { type: '0111', body: { result } };
    case '0012':
      return { type: '0112', body: { result } };
    case '0013':
      return { type: '0113', body: { result } };
    case '0014':
      return { type: '0114', body: { result } };
    default:
      return undefined;
  }
};

const CENTS_MAX = 2 ** 32 - 1;
/** Negative balances are sent as 0, and balances too large for the field as its maximum. */
const wireCents = (cents: number): number => Math.min(Math.max(cents, 0), CENTS_MAX);
