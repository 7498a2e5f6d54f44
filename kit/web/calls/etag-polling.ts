import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import { CallError } from './client.ts';
import { queryKey } from './query.tsx';
import { useStore } from '../store.ts';
import { sessionStore } from '../session/session.ts';
import { asRecord, readJson, send, settle } from './transport.ts';

interface CachedAnswer {
  readonly tag: string;
  readonly result: unknown;
}

/** The last answers with their marks, by person, path and input. */
const cache = new Map<string, CachedAnswer>();
const KEPT_MAX = 20;

/**
 * Asks a `tagged` endpoint again and again; what has not changed costs an empty answer. Rests while the page is hidden. When the first answer
 * fails it stops, and whatever fails is told nobody: it is nothing the viewer asked for.
 */
export const useEtagPolling = <E extends Endpoint>(
  endpoint: E,
  input: WireInputOf<E>,
  { everyMs }: { readonly everyMs: number },
): UseQueryResult<WireAnswerOf<E>, CallError> => {
  const token = useStore(sessionStore)?.token;
  return useQuery<WireAnswerOf<E>, CallError>({
    queryKey: [...queryKey(endpoint, input), token],
    queryFn: ({ signal }) => askTagged(endpoint, input, { signal, token }),
    enabled: token !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (state.data === undefined && state.error !== null ? false : everyMs),
  });
};

const askTagged = async <E extends Endpoint>(
  endpoint: E,
  input: WireInputOf<E>,
  { signal, token }: { readonly signal: AbortSignal; readonly token: string | undefined },
): Promise<WireAnswerOf<E>> => {
  const key = JSON.stringify([token, endpoint.path, input]);
  const cached = cache.get(key);
  const response = await send(endpoint, input, { signal, ifNoneMatch: cached?.tag });
  if (response.status === 304 && cached) return cached.result as WireAnswerOf<E>; // kept from this very endpoint
  const body = asRecord(await readJson(response));
  // An ended session is told like everywhere.
  if (response.status === 401) settle(response.status, body, token);
  if (body['success'] !== true) throw new CallError(response.status, '');
  const tag = response.headers.get('etag');
  if (cache.size >= KEPT_MAX) cache.clear();
  if (tag !== null) cache.set(key, { tag, result: body['result'] });
  return body['result'] as WireAnswerOf<E>; // the endpoint's output says what the result is
};
