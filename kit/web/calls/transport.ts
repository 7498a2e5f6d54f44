import { KEY_HEADER, REFUSAL_HEADER, SEALED_HEADER } from '#kit/cipher/headers.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { languageStore, languageTags, sayNow } from '../language.ts';
import { sessionStore, tenantHeader, tokenAfter } from '../session/session.ts';
import { textOf } from '../text-of.ts';
import { reportSessionError } from '../session/session-errors.ts';
import { forgetSigningInfo, knownSigningInfo, signOf, stampOf, signingInfo } from './request-signing.ts';
import type { SigningInfo } from './request-signing.ts';
import { words } from '../words.ts';

export { BASE_PATH };
const TIMEOUT_MS = 20_000;
const TOKEN_HEADER = 'X-Access-Token';
/** The session continues under a new token, which another tab is about to store. */
const ROTATED = 'session.rotated';

/** The envelope around every result in the product family. */
export interface Envelope {
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly result: unknown;
  readonly timestamp: number;
  /** The code of a business refusal. */
  readonly refusal?: string;
  /** Details of a refusal: problems of single fields, or the current row. */
  readonly detail?: unknown;
}

/** A call that failed. `message` is in the viewer's language. */
export class CallError extends Error {
  /** The code in the envelope, or the HTTP status; 0 when no answer came. */
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
  /** Problems of single inputs by field name, in the viewer's language. */
  get fields(): Readonly<Record<string, string>> {
    const { fields } = asRecord(this.detail);
    return Object.fromEntries(Object.entries(asRecord(fields)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** One key for each press of a button; a retry of the same press sends the same key. */
  readonly idempotencyKey?: string;
  /** The ETag of the answer that the browser already has. */
  readonly ifNoneMatch?: string | undefined;
  /** Sends credentials, because browsers obey `Clear-Site-Data` only on requests that could carry cookies. The product sets no cookies. */
  readonly empties?: boolean;
}

export type Params = Readonly<Record<string, unknown>>;
export type AnyEndpoint = Pick<Endpoint, 'method' | 'path' | 'changes'>;

export const asRecord = (value: unknown): Params => (typeof value === 'object' && value !== null ? (value as Params) : {});

/** `crypto.randomUUID` does not exist on plain HTTP, for example inside a company network, so random bytes are used. */
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
    ...(token !== undefined && { [TOKEN_HEADER]: token }),
    'Accept-Language': languageTags[languageStore.get()],
    'tenant-id': tenantHeader(),
    ...(options.ifNoneMatch !== undefined && { 'If-None-Match': options.ifNoneMatch }),
    ...(!isRead(endpoint) && { 'Idempotency-Key': options.idempotencyKey ?? uuid() }),
  };
};

/** The URL of a call: base path, path and query. `null`, `undefined` and empty texts are left out. */
export const urlOf = (endpoint: AnyEndpoint, params: Params): string => {
  const query = new URLSearchParams();
  const inPath = new Set(pathNames(endpoint));
  for (const [name, value] of Object.entries(params)) {
    if (!inPath.has(name) && value !== undefined && value !== null && value !== '')
      query.set(name, Array.isArray(value) ? value.join(',') : textOf(value));
  }
  if (endpoint.method === 'GET' && !DICT_LOOKUP.test(endpoint.path)) query.set('_t', String(Math.floor(Date.now() / 1_000)));
  const text = query.toString();
  const path = endpoint.path.replace(PATH_NAME, (_whole, name: string) => encodeURIComponent(textOf(params[name])));
  return `${BASE_PATH}${path}${text && `?${text}`}`;
};

/** Matches path parameters: `/sys/dict/back/:id` takes `id` from the input. */
const PATH_NAME = /:(\w+)/g;
const pathNames = (endpoint: AnyEndpoint): readonly string[] => [...endpoint.path.matchAll(PATH_NAME)].map(([, name = '']) => name);
const onlyInPath = (endpoint: AnyEndpoint, params: Params): Params => Object.fromEntries(pathNames(endpoint).map((name) => [name, params[name]]));

/** Lookups of dictionary items may be answered from a cache. */
const DICT_LOOKUP = /^\/sys\/dict\/(getDictItems|loadDictItem|loadDict)\//;

export const sendsInputInUrl = (endpoint: AnyEndpoint): boolean => endpoint.method === 'GET' || endpoint.method === 'DELETE';

/** The timestamp, the signature and, where bodies are encrypted, the name of the key. `body` is the text that is signed. */
export const wireHeaders = (wire: SigningInfo, url: string, body: string | undefined): Record<string, string> => {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  const request = { path: pathname.slice(BASE_PATH.length), query: Object.fromEntries(searchParams), body };
  return {
    'X-TIMESTAMP': stampOf(wire),
    ...(wire.signSecret !== null && { 'X-Sign': signOf(request, wire.signSecret) }),
    ...(wire.sealing && { [KEY_HEADER]: wire.sealing.ticket }),
  };
};

/** Refusals after which the browser has to read the settings of signing and encryption again. */
const otherwise: readonly unknown[] = ['badSign', 'encryptionNeeded', 'encryptionKey'];

/** Sends a request and resolves when the headers of the answer are there. */
export const send = async (endpoint: AnyEndpoint, params: Params, options: CallOptions = {}): Promise<Response> => {
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const headers = headersFor(endpoint, options);
  try {
    const credentials = options.empties === true ? 'same-origin' : 'omit';
    const first = await sendOnce(endpoint, params, { headers, signal, credentials });
    const refusalCode = first.headers.get(REFUSAL_HEADER);
    if (first.status !== 400 && first.status !== 401 && refusalCode === null) return first;
    const refusal = refusalCode ?? asRecord(await readJson(first.clone()))['refusal'];
    const token = headers[TOKEN_HEADER];
    if (refusal === ROTATED && token !== undefined) {
      const next = await tokenAfter(token);
      return next === undefined ? first : await sendOnce(endpoint, params, { headers: { ...headers, [TOKEN_HEADER]: next }, signal, credentials });
    }
    if (!otherwise.includes(refusal)) return first;
    forgetSigningInfo();
    return await sendOnce(endpoint, params, { headers, signal, credentials });
  } catch (problem) {
    if (options.signal?.aborted) throw problem;
    throw limit.aborted ? new CallError(504, sayNow(words.timeout)) : new CallError(0, sayNow(words.network));
  }
};

interface SentRequest {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly credentials: RequestCredentials;
}

const sendOnce = async (endpoint: AnyEndpoint, params: Params, { headers, signal, credentials }: SentRequest): Promise<Response> => {
  const wire = knownSigningInfo() ?? (await signingInfo());
  const url = urlOf(endpoint, sendsInputInUrl(endpoint) ? params : onlyInPath(endpoint, params));
  const body = sendsInputInUrl(endpoint) ? undefined : JSON.stringify(params);
  const signedHeaders = wireHeaders(wire, url, body);
  const cipherContext = { method: endpoint.method, url, timestamp: signedHeaders['X-TIMESTAMP'] ?? '' };
  const channel = wire.sealing?.channel;
  const sealed =
    channel && body !== undefined ? JSON.stringify({ encData: await channel.seal(body, { ...cipherContext, direction: 'request' }) }) : body;
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { ...headers, ...signedHeaders, ...(sealed !== undefined && { 'Content-Type': 'application/json' }) },
    ...(sealed !== undefined && { body: sealed }),
    credentials,
    cache: 'no-store',
    signal,
  });
  if (!channel || response.headers.get(SEALED_HEADER) === null) return response;
  const decrypted = await channel.open(textOf(asRecord(await readJson(response))['encData']), { ...cipherContext, direction: 'response' });
  // A body that cannot be decrypted counts as missing, and the status describes the answer.
  const keptHeaders = ['etag', REFUSAL_HEADER].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return new Response(decrypted?.text ?? '', {
    status: response.status,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(keptHeaders) },
  });
};

/**
 * Returns the result of an envelope, or throws its refusal as a `CallError`. Ended sessions and missing permissions are reported here, once for the
 * whole product.
 */
export const settle = (status: number, body: unknown, token: string | undefined): Envelope => {
  const envelope = asRecord(body);
  if (envelope['success'] === true) return envelope as unknown as Envelope;
  const problem = typeof envelope['success'] === 'boolean' ? refusedBy(status, envelope as unknown as Envelope) : unread(status);
  reportSessionError({ status, code: problem.code, message: problem.message, refusal: problem.refusal, token });
  throw problem;
};

const refusedBy = (status: number, { code, message, refusal, detail, result }: Envelope): CallError =>
  new CallError(typeof code === 'number' ? code : status, message, { refusal, detail: detail ?? result });

/** An answer without an envelope comes from a proxy between the browser and the server. */
const unread = (status: number): CallError => {
  if (status === 404) return new CallError(status, sayNow(words.missing));
  if (status === 504) return new CallError(status, sayNow(words.timeout));
  return new CallError(status, sayNow(words.badAnswer, { status }));
};

export const readJson = async (response: Response): Promise<unknown> => {
  try {
    return (await response.json()) as unknown;
  } catch {
    return undefined;
  }
};
