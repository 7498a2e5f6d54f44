import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionApi } from '#domains/identity/resources.ts';
import { uploadApi } from '#domains/system/resources.ts';
import type { WireInput, FieldShape } from '#kit/fields/field.ts';
import { PROOF_NEEDED } from '#kit/resource/rights/proof-needed.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';

/** A refusal by the platform, in its own words. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  /** The code of the refusal, if the platform gave one. */
  readonly refusal: unknown;
  /** What the refusal contains beside its text. */
  readonly detail: unknown;
  constructor(
    path: string,
    { status, message, refusal, detail }: Readonly<Record<'refusal' | 'detail', unknown>> & { readonly status: number; readonly message: string },
  ) {
    super(`${path} answered ${status}: ${message}`);
    this.status = status;
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** The platform's HTTP API with a session. */
export interface Api {
  /** Throws `ApiRefusal`. */
  call<I extends FieldShape, W>(endpoint: Endpoint<I, unknown, W>, input: WireInput<I>): Promise<W>;
  /** Every row that a filtered list has, up to `ROWS_MAX`. */
  listAll<W>(endpoint: Endpoint<{}, unknown, Page<W>>, filter?: Readonly<Record<string, string>>): Promise<readonly W[]>;
  /** Stores a file and returns its path. Throws `ApiRefusal`. */
  upload(file: UploadedFile): Promise<string>;
}

export interface UploadedFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** The noun to which the file belongs. */
  readonly biz: string;
  readonly kind: 'image' | 'binary';
}

const BASE_PATH = process.env['BASE_PATH'] || '/jeecg-boot';
const PAGE_SIZE = 100;
const ROWS_MAX = 20_000;
const RESPONSE_TIMEOUT_MS = 30_000;

export interface Account {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The name of the program; without it, that of Node. */
  readonly userAgent?: string;
}

/** The refusal of a call whose statement took too long: nothing was changed. */
const TOO_SLOW = 'tooSlow';
const BUSY_TRIES = 5;
const BUSY_PAUSE_MS = 2_000;

/**
 * Signs in. An expired session is renewed, and a call that requires a fresh proof of identity is repeated after one, once for all calls that wait for
 * it. What a busy platform refuses is sent again after a pause.
 */
export const signIn = async (account: Account, { busyPauseMs = BUSY_PAUSE_MS } = {}): Promise<Api> => {
  let token = await login(account);
  const renew = shareRun(async () => {
    token = await login(account);
  });
  const prove = shareRun(() => send(account, { endpoint: stepUpApi.prove, input: { password: account.password }, token }));
  const sendPatiently = async (endpoint: Endpoint, input: object, tries = 1): Promise<unknown> => {
    try {
      return await send(account, { endpoint, input, token });
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.refusal !== TOO_SLOW || tries === BUSY_TRIES) throw error;
      await sleep(busyPauseMs);
      return sendPatiently(endpoint, input, tries + 1);
    }
  };
  const request = async (endpoint: Endpoint, input: object): Promise<unknown> => {
    try {
      return await sendPatiently(endpoint, input);
    } catch (error) {
      if (!(error instanceof ApiRefusal) || (error.status !== 401 && error.refusal !== PROOF_NEEDED)) throw error;
      await (error.refusal === PROOF_NEEDED ? prove() : renew());
      return sendPatiently(endpoint, input);
    }
  };
  async function call<I extends FieldShape, W>(endpoint: Endpoint<I, unknown, W>, input: WireInput<I>): Promise<W>;
  async function call(endpoint: Endpoint, input: object): Promise<unknown> {
    return request(endpoint, input);
  }
  return {
    call,
    upload: async ({ name, content, biz, kind }) => {
      const form = new FormData();
      form.append('file', new File([Uint8Array.from(content)], name));
      form.append('biz', biz);
      form.append('kind', kind);
      return String(await request(uploadApi.upload, form));
    },
    listAll: async (endpoint, filter = {}) => {
      const rows = [];
      for (let pageNo = 1; rows.length < ROWS_MAX; pageNo += 1) {
        const page = await call({ ...endpoint, input: {} }, { ...filter, pageNo: String(pageNo), pageSize: String(PAGE_SIZE) });
        rows.push(...page.records);
        if (page.records.length < PAGE_SIZE) break;
      }
      return rows;
    },
  };
};

/** The same run of the work for all callers that ask for it while it runs. */
const shareRun = (work: () => Promise<unknown>): (() => Promise<unknown>) => {
  let running: Promise<unknown> | undefined;
  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
};

const login = async ({ username, password, ...place }: Account): Promise<string> => {
  const answer = await send(place, { endpoint: sessionApi.login, input: { username, password }, token: '' });
  const token = field(answer, 'token');
  if (typeof token !== 'string') throw new Error('the sign-in answered no token');
  return token;
};

interface ApiRequest {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'idempotent'>;
  /** A form for an upload. */
  readonly input: object;
  readonly token: string;
}

const send = async ({ url, userAgent }: Pick<Account, 'url' | 'userAgent'>, { endpoint, input, token }: ApiRequest): Promise<unknown> => {
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = inQuery
    ? `?${new URLSearchParams(Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))).toString()}`
    : '';
  const isForm = input instanceof FormData;
  const response = await fetch(`${url.replace(/\/$/, '')}${BASE_PATH}${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: {
      'x-access-token': token,
      'accept-language': 'en-US',
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(!inQuery && !isForm && { 'content-type': 'application/json' }),
      ...(endpoint.idempotent && { 'idempotency-key': randomUUID() }),
    },
    body: inQuery ? null : isForm ? input : JSON.stringify(input),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const envelope: unknown = await response.json().catch(() => undefined);
  if (field(envelope, 'success') === true) return field(envelope, 'result');
  const message = field(envelope, 'message');
  throw new ApiRefusal(endpoint.path, {
    status: response.status,
    message: typeof message === 'string' ? message : 'no readable answer',
    refusal: field(envelope, 'refusal'),
    detail: field(envelope, 'result'),
  });
};

export const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined);
