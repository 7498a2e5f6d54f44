import { idempotencyHeader } from './idempotency-key.ts';
import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';

/** Calls a running server with the token of a session, as another program would. */
export interface Caller {
  readonly token: string;
  /** Returns the result, or throws the refusal. */
  readonly ok: <E extends Endpoint>(endpoint: E, input: WireInputOf<E> | Readonly<Record<string, unknown>>) => Promise<WireAnswerOf<E>>;
}

interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly result: unknown;
}

/** An empty token calls without a session; `headers` are sent with each call. */
export const callerOf = (url: string, token: string, headers: Readonly<Record<string, string>> = {}): Caller => ({
  token,
  ok: async <E extends Endpoint>(endpoint: E, input: WireInputOf<E> | Readonly<Record<string, unknown>>) => {
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
    const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
    const query = inQuery ? `?${new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()}` : '';
    const response = await fetch(`${url}${BASE_PATH}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: {
        'accept-language': 'en-US',
        ...(token !== '' && { 'x-access-token': token }),
        ...(!inQuery && { 'content-type': 'application/json' }),
        ...idempotencyHeader(endpoint),
        ...headers,
      },
      ...(!inQuery && { body: JSON.stringify(input) }),
    });
    const { success, message, result } = (await response.json()) as Envelope; // every answer is one
    if (!success) throw new Error(`${endpoint.method} ${endpoint.path}: ${message} ${JSON.stringify(result)}`);
    return result as WireAnswerOf<E>; // the endpoint's output declares the type of the result
  },
});
