/** Why a call did not succeed: no network, or the server's refusal with its code. */
export interface CallFailure {
  readonly ok: false;
  /** Null without an answer. */
  readonly httpStatus: number | null;
  /** Of the server's problem, such as `driver.gunBusy`; empty without one. */
  readonly code: string;
  readonly retryAfterS: number;
  /** The order that the problem names. */
  readonly orderNo: string | null;
}

export type CallResult<T> = { readonly ok: true; readonly value: T } | CallFailure;

export interface CallOptions {
  /** A value sends a POST with it. */
  readonly body?: object;
  /** The same for repetitions of one press, which then do nothing anew. */
  readonly key?: string;
  readonly language: string;
}

/** So long may an answer take; a phone under a roof of steel is slow. */
const ANSWER_MS = 15_000;

/** Calls the driver API. `T` is what the endpoint declares as its output. */
export const callDriver = async <T>(url: string, { body, key, language }: CallOptions): Promise<CallResult<T>> => {
  const headers = {
    'accept-language': language,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  // What is sent arrives even if the driver goes to another page meanwhile.
  const request = body === undefined ? { method: 'GET', headers } : { method: 'POST', headers, body: JSON.stringify(body), keepalive: true };
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  if (!answer) return { ok: false, httpStatus: null, code: '', retryAfterS: 0, orderNo: null };
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the server encodes its answers by the declared types
  const value = await answer.json().catch(() => undefined);
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- as above
  if (answer.ok) return { ok: true, value };
  return { ok: false, httpStatus: answer.status, ...problemIn(value) };
};

const problemIn = (value: unknown): Omit<CallFailure, 'ok' | 'httpStatus'> => {
  const problem = typeof value === 'object' && value !== null ? value : {};
  const next = 'next' in problem && typeof problem.next === 'object' && problem.next !== null ? problem.next : {};
  return {
    code: 'code' in problem && typeof problem.code === 'string' ? problem.code : '',
    retryAfterS: 'retryAfter' in problem && typeof problem.retryAfter === 'number' ? problem.retryAfter : 0,
    orderNo: 'orderNo' in next && typeof next.orderNo === 'string' ? next.orderNo : null,
  };
};

/** A key for one press. `crypto.randomUUID` wants HTTPS, which a demo in a local network lacks. */
export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte, index) => (index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
};
