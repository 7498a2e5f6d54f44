import { readXlsx } from 'hucre/xlsx';
import type { Endpoint, Method } from '#kit/resource/endpoint.ts';
import { sendRequest } from '../send-request.ts';
import type { HttpReply } from '../send-request.ts';
import { idempotencyHeader } from '../idempotency-key.ts';

export type Input = Readonly<Record<string, unknown>>;

/** An answer over HTTP; a workbook as its cells. */
export interface CallResult {
  readonly status: number;
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly result: unknown;
  /** All text of the answer, including that of workbooks. */
  readonly text: string;
  /** The content type. */
  readonly type: string;
}

export interface CallOptions {
  /** The token of a session; empty for a call without one. */
  readonly token: string;
  readonly method?: Method;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as the body in place of the input. */
  readonly body?: string | FormData;
  /** Sent as the query in place of the input. */
  readonly query?: string;
}

/** Calls an endpoint over HTTP as a user, given by a token, or with options. */
export type CallEndpoint = (who: string | CallOptions, endpoint: Endpoint, input?: Input) => Promise<CallResult>;

/** A call: endpoint, method, input and answer. */
export interface CallRecord {
  readonly endpoint: Endpoint;
  readonly method: Method;
  /** Undefined when something else was sent in place of the input. */
  readonly input: Input | undefined;
  readonly result: CallResult;
}

export const createCallEndpoint = (url: string, language = 'en-US', onCall?: (record: CallRecord) => void): CallEndpoint => {
  let callCount = 0;
  const sheets = new Map<string, Promise<unknown>>();
  return async (who, endpoint, input = {}) => {
    callCount += 1;
    const options: CallOptions = typeof who === 'string' ? { token: who } : who;
    const { token } = options;
    const method = options.method ?? endpoint.method;
    const inQuery = method === 'GET' || method === 'DELETE';
    const { path, rest } = fillPath(endpoint.path, input);
    const query = options.query ?? (inQuery ? new URLSearchParams(flat(rest)).toString() : '');
    const json = !inQuery && options.body === undefined;
    const headers = {
      'user-agent': 'node',
      'accept-language': language,
      // Each call comes from another address, as through a proxy, because limits by address are tested elsewhere.
      'x-forwarded-for': `10.${(callCount >> 16) & 255}.${(callCount >> 8) & 255}.${callCount & 255}`,
      ...(token !== '' && { 'x-access-token': token }),
      ...(json && { 'content-type': 'application/json' }),
      ...idempotencyHeader(endpoint),
      ...options.headers,
    };
    const address = `${url}${path}${query && `?${query}`}`;
    const reply =
      options.body === undefined
        ? await sendRequest(address, { method, headers, body: inQuery ? undefined : JSON.stringify(rest) })
        : await fetchReply(address, { method, headers, ...(!inQuery && { body: options.body }) });
    const result = await readReply(reply, sheets);
    onCall?.({ endpoint, method, input: options.body === undefined && options.query === undefined ? input : undefined, result });
    return result;
  };
};

/** Calls as a user; a repeated request is answered from a cache. */
export const cachedCalls = (ask: CallEndpoint, token: string): ((endpoint: Endpoint, input: Input) => Promise<CallResult>) => {
  const answers = new Map<string, Promise<CallResult>>();
  return (endpoint, input) => {
    const request = `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`;
    const answer = answers.get(request) ?? ask(token, endpoint, input);
    answers.set(request, answer);
    return answer;
  };
};

/** Expects success and returns the result. */
export const resultOf = (result: CallResult, about: string): unknown => {
  if (!result.success) throw new Error(`${about}: ${result.status} ${result.text}`);
  return result.result;
};

export const isRecord = (value: unknown): value is Input => typeof value === 'object' && value !== null;
/** A text or number inside an answer, as text. */
export const textAt = (value: unknown, name: string): string => {
  const found = isRecord(value) ? value[name] : undefined;
  if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`no ${name} in ${JSON.stringify(value)}`);
  return String(found);
};

const fillPath = (path: string, input: Input): { readonly path: string; readonly rest: Input } => {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/:(\w+)|\*/g, (whole, name: string | undefined) => {
    const key = name ?? whole;
    // An unpaired surrogate cannot be part of a URL.
    const value = Buffer.from(asText(rest[key] ?? 'none')).toString();
    delete rest[key];
    return name ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');
  });
  return { path: filled, rest };
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const flat = (input: Input): [string, string][] =>
  Object.entries(input).flatMap(([name, value]): [string, string][] => (value === undefined || value === null ? [] : [[name, asText(value)]]));

const fetchReply = async (address: string, init: RequestInit): Promise<HttpReply> => {
  const answer = await fetch(address, init);
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
};

const readReply = async ({ status, type, bytes }: HttpReply, sheets: Map<string, Promise<unknown>>): Promise<CallResult> => {
  if (type.includes('json')) return { ...readEnvelope(status, bytes.toString()), type };
  const result = type.includes('spreadsheetml') ? await cellsOf(bytes, sheets) : `${type} ${bytes.length}`;
  return { status, success: status >= 200 && status < 300, code: status, message: '', result, text: JSON.stringify(result), type };
};

const readEnvelope = (status: number, text: string): Omit<CallResult, 'type'> => {
  const body: unknown = JSON.parse(text);
  // A few answers are an array without an envelope; their refusals have an envelope.
  if (Array.isArray(body)) return { status, success: status === 200, code: status, message: '', result: body, text };
  // A public API answers with the bare value, and with a problem as RFC 9457 says.
  if (isRecord(body) && !('success' in body)) {
    const isProblem = status >= 400;
    return { status, success: !isProblem, code: status, message: isProblem ? textAt(body, 'title') : '', result: body, text };
  }
  if (!isRecord(body)) return { status, success: false, code: 0, message: 'no envelope', result: body, text };
  return { status, success: body['success'] === true, code: Number(body['code']), message: String(body['message']), result: body['result'], text };
};

/** Equal workbooks are parsed once: most contain only a header. */
const cellsOf = (bytes: Buffer, sheets: Map<string, Promise<unknown>>): Promise<unknown> => {
  const key = bytes.toString('latin1');
  const cells = sheets.get(key) ?? readXlsx(bytes).then((book) => book.sheets.map((sheet) => sheet.rows));
  sheets.set(key, cells);
  return cells;
};

/** Processes all items, a few at a time. After an error no further item is started, and running ones are awaited. */
export const inParallel = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>, lanes = 8): Promise<readonly R[]> => {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      try {
        results[index] = await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
};
