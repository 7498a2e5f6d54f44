import type { Endpoint } from '#kit/resource/endpoint.ts';
import { languageStore, languageTags, sayNow } from './language.ts';
import { expireToken, sessionStore, tenantHeader } from './session.ts';
import { textOf } from './text-of.ts';
import { words } from './words.ts';

export const BASE_PATH = '/jeecg-boot';
const TIMEOUT_MS = 20_000;

/** The family's answer around every result. */
export interface Envelope {
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly result: unknown;
  readonly timestamp: number;
  /** The name of a refusal, when it is one of ours. */
  readonly refusal?: string;
  /** More about a refusal: field problems, the row as it is now. */
  readonly detail?: unknown;
}

/** A call that was not answered with a success. `message` is in the viewer's language. */
export class CallError extends Error {
  /** The envelope's code or the HTTP status; 0 when nothing answered. */
  readonly code: number;
  readonly refusal: string | undefined;
  readonly detail: unknown;
  constructor(code: number, message: string, more: { readonly refusal?: string | undefined; readonly detail?: unknown } = {}) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.refusal = more.refusal;
    this.detail = more.detail;
  }
  /** What is wrong with single inputs, by field name, in the viewer's language. */
  get fields(): Readonly<Record<string, string>> {
    const { fields } = asRecord(this.detail);
    return Object.fromEntries(Object.entries(asRecord(fields)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** One key for each press of a button; a repeat of the same press passes the same key. */
  readonly idempotencyKey?: string;
}

export type Params = Readonly<Record<string, unknown>>;
export type AnyEndpoint = Pick<Endpoint, 'method' | 'path' | 'changes'>;

export const asRecord = (value: unknown): Params => (typeof value === 'object' && value !== null ? (value as Params) : {});

/** Random bytes work where `crypto.randomUUID` is missing: on plain HTTP inside a company network. */
export const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const isRead = (endpoint: AnyEndpoint): boolean => endpoint.method === 'GET' && endpoint.changes !== true;

export const headersFor = (endpoint: AnyEndpoint, options: CallOptions): Record<string, string> => {
  const token = sessionStore.get()?.token;
  return {
    ...(token !== undefined && { 'X-Access-Token': token }),
    'Accept-Language': languageTags[languageStore.get()],
    'tenant-id': tenantHeader(),
    'X-TIMESTAMP': String(Date.now()),
    ...(!isRead(endpoint) && { 'Idempotency-Key': options.idempotencyKey ?? uuid() }),
  };
};

/** Base path, path and query of a call; `null`, `undefined` and empty texts are not sent. */
export const urlOf = (endpoint: AnyEndpoint, params: Params): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, Array.isArray(value) ? value.join(',') : textOf(value));
  }
  if (endpoint.method === 'GET') query.set('_t', String(Math.floor(Date.now() / 1_000)));
  const text = query.toString();
  return `${BASE_PATH}${endpoint.path}${text && `?${text}`}`;
};

export const inUrl = (endpoint: AnyEndpoint): boolean => endpoint.method === 'GET' || endpoint.method === 'DELETE';

/** Sends and waits for the headers of the answer. */
export const send = async (endpoint: AnyEndpoint, params: Params, options: CallOptions = {}): Promise<Response> => {
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const headers = headersFor(endpoint, options);
  try {
    return await fetch(urlOf(endpoint, inUrl(endpoint) ? params : {}), {
      method: endpoint.method,
      headers: inUrl(endpoint) ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(!inUrl(endpoint) && { body: JSON.stringify(params) }),
      credentials: 'omit',
      cache: 'no-store',
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    });
  } catch (problem) {
    if (options.signal?.aborted) throw problem;
    throw limit.aborted ? new CallError(504, sayNow(words.timeout)) : new CallError(0, sayNow(words.network));
  }
};

/** The result of an envelope, or its refusal as a `CallError`. A refused token ends the session it belonged to. */
export const settle = (status: number, body: unknown, token: string | undefined): Envelope => {
  const envelope = asRecord(body);
  if (typeof envelope['success'] !== 'boolean') {
    if (status === 401) expireToken(token);
    throw new CallError(status, sayNow(words.badAnswer, { status }));
  }
  const { success, code, message } = envelope as unknown as Envelope;
  if (success) return envelope as unknown as Envelope;
  if (status === 401 || code === 401) expireToken(token);
  throw new CallError(typeof code === 'number' ? code : status, message, {
    refusal: envelope['refusal'] as string | undefined,
    detail: envelope['detail'] ?? envelope['result'],
  });
};

export const readJson = async (response: Response): Promise<unknown> => {
  try {
    return (await response.json()) as unknown;
  } catch {
    return undefined;
  }
};
