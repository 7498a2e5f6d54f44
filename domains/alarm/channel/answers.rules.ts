import { accountType } from './channel.codes.ts';
import type { AccountType } from './channel.codes.ts';

/** What follows from the answer of a provider. */
export interface AnswerVerdict {
  /** `gone`: this address will never accept anything again, so the account is disabled. */
  readonly outcome: 'accepted' | 'retry' | 'permanent' | 'gone';
  /** What the provider said, for the log; it contains no secret of ours. */
  readonly said: string;
  /** The provider wants no further attempt before. */
  readonly waitS?: number;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

const SAID_MAX = 300;
/** A provider cannot postpone a warning beyond this. */
const WAIT_S_MAX = 3_600;
const DINGTALK_BLOCK_S = 600;
const MINUTE_S = 60;

const RETRIED_STATUS = new Set([408, 425, 429]);
const GONE = 410;

/** Chat robots answer HTTP 200 with an error in the body, so the body decides. Codes that are unknown are tried again. */
const robots: Partial<Record<AccountType, RobotCodes>> = {
  [accountType.dingtalk]: {
    codeIn: (body) => body['errcode'],
    textIn: (body) => body['errmsg'],
    permanent: new Set([40_035, 300_001, 300_005, 310_000, 400_013, 400_101, 400_102, 400_105, 400_106, 430_101, 430_102, 430_103, 430_104]),
    waitS: { 130_101: DINGTALK_BLOCK_S, 410_100: DINGTALK_BLOCK_S, 90_030: WAIT_S_MAX },
  },
  [accountType.wecom]: {
    codeIn: (body) => body['errcode'],
    textIn: (body) => body['errmsg'],
    permanent: new Set([93_000, 40_008, 40_058, 44_004, 45_002, 93_004, 93_008]),
    waitS: { 45_009: MINUTE_S, 45_033: MINUTE_S },
  },
  [accountType.feishu]: {
    codeIn: (body) => body['code'] ?? body['StatusCode'],
    textIn: (body) => body['msg'] ?? body['StatusMessage'],
    permanent: new Set([9_499, 19_001, 19_002, 19_021, 19_022, 19_024, 11_246]),
    waitS: { 11_232: MINUTE_S, 99_991_400: MINUTE_S },
  },
};

interface RobotCodes {
  readonly codeIn: (body: Readonly<Record<string, unknown>>) => unknown;
  readonly textIn: (body: Readonly<Record<string, unknown>>) => unknown;
  readonly permanent: ReadonlySet<number>;
  /** Codes that say that there were too many messages, and how long the robot is then blocked. */
  readonly waitS: Readonly<Record<number, number>>;
}

/** Judges an answer. `nowMs` is for a Retry-After that names a date. */
export const judgeAnswer = (type: AccountType, answer: ProviderAnswer, nowMs: number): AnswerVerdict => {
  const { status, body } = answer;
  const said = `${status} ${body.replaceAll(/\s+/gu, ' ')}`.trim().slice(0, SAID_MAX);
  if (status === GONE) return { outcome: 'gone', said };
  const waitS = retryAfterS(answer.retryAfter, nowMs);
  if (status >= 500 || RETRIED_STATUS.has(status)) return { outcome: 'retry', said, ...(waitS !== undefined && { waitS }) };
  if (status < 200 || status >= 300) return { outcome: 'permanent', said };
  const codes = robots[type];
  return codes ? judgeRobot(codes, body, said) : { outcome: 'accepted', said };
};

const judgeRobot = (codes: RobotCodes, body: string, said: string): AnswerVerdict => {
  const parsed = jsonObject(body);
  const code = parsed && Number(codes.codeIn(parsed) ?? Number.NaN);
  // A page of a proxy, or an empty body, is no answer of the robot.
  if (parsed === undefined || code === undefined || Number.isNaN(code)) return { outcome: 'retry', said };
  const text = codes.textIn(parsed);
  const words = `${code} ${typeof text === 'string' ? text : ''}`.trim().slice(0, SAID_MAX);
  if (code === 0) return { outcome: 'accepted', said: words };
  if (codes.permanent.has(code)) return { outcome: 'permanent', said: words };
  const waitS = codes.waitS[code];
  return { outcome: 'retry', said: words, ...(waitS !== undefined && { waitS }) };
};

const jsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/** The seconds of a Retry-After header, which is a number or a date. */
export const retryAfterS = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,9}$/u.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1_000);
  return Number.isNaN(seconds) || seconds <= 0 ? undefined : Math.min(seconds, WAIT_S_MAX);
};
