import { randomUUID } from 'node:crypto';
import { sessionApi } from '#domains/identity/resources.ts';
import type { GivenWire, Shape } from '#kit/fields/field.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';

/** What the platform refused, in its own words. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  constructor(path: string, status: number, message: string) {
    super(`${path} answered ${status}: ${message}`);
    this.status = status;
  }
}

/** The platform's HTTP door, signed in. */
export interface Api {
  /** Throws `ApiRefusal`. */
  call<I extends Shape, W>(endpoint: Endpoint<I, unknown, W>, input: GivenWire<I>): Promise<W>;
  /** Every row of a list that a filter lets through, up to `ROWS_MAX`. */
  all<W>(endpoint: Endpoint<{}, unknown, Page<W>>, filter?: Readonly<Record<string, string>>): Promise<readonly W[]>;
}

const BASE_PATH = '/jeecg-boot';
const PAGE_SIZE = 100;
const ROWS_MAX = 20_000;
const ANSWER_MS = 30_000;

export interface Account {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Signs in. A session that has run out is renewed once for each call. */
export const signIn = async (account: Account): Promise<Api> => {
  let token = await login(account);
  const ask = async (endpoint: Endpoint, input: object): Promise<unknown> => {
    try {
      return await send(account.url, { endpoint, input, token });
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 401) throw error;
      token = await login(account);
      return send(account.url, { endpoint, input, token });
    }
  };
  async function call<I extends Shape, W>(endpoint: Endpoint<I, unknown, W>, input: GivenWire<I>): Promise<W>;
  async function call(endpoint: Endpoint, input: object): Promise<unknown> {
    return ask(endpoint, input);
  }
  return {
    call,
    all: async (endpoint, filter = {}) => {
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

const login = async ({ url, username, password }: Account): Promise<string> => {
  const answer = await send(url, { endpoint: sessionApi.login, input: { username, password }, token: '' });
  const token = field(answer, 'token');
  if (typeof token !== 'string') throw new Error('the sign-in answered no token');
  return token;
};

interface Asked {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'idempotent'>;
  readonly input: object;
  readonly token: string;
}

const send = async (url: string, { endpoint, input, token }: Asked): Promise<unknown> => {
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = inQuery
    ? `?${new URLSearchParams(Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))).toString()}`
    : '';
  const response = await fetch(`${url.replace(/\/$/, '')}${BASE_PATH}${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: {
      'x-access-token': token,
      'accept-language': 'en-US',
      ...(!inQuery && { 'content-type': 'application/json' }),
      ...(endpoint.idempotent && { 'idempotency-key': randomUUID() }),
    },
    body: inQuery ? null : JSON.stringify(input),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const envelope: unknown = await response.json().catch(() => undefined);
  if (field(envelope, 'success') === true) return field(envelope, 'result');
  const message = field(envelope, 'message');
  throw new ApiRefusal(endpoint.path, response.status, typeof message === 'string' ? message : 'no readable answer');
};

const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined);
