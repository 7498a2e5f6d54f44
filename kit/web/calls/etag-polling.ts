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

/** The last answers with their ETags, by user, path and input. */
const cache = new Map<string, CachedAnswer>();
const KEPT_MAX = 20;

/**
 * Polls an endpoint that answers with an ETag, so an unchanged answer has no body. It pauses while the page is hidden. It stops when the first call
 * fails, and shows no errors, because the viewer did not start the call.
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
  if (response.status === 304 && cached) return cached.result as WireAnswerOf<E>; // the answer was cached from this endpoint
  const body = asRecord(await readJson(response));
  // An ended session is reported as for any other call.
  if (response.status === 401) settle(response.status, body, token);
  if (body['success'] !== true) throw new CallError(response.status, '');
  const tag = response.headers.get('etag');
  if (cache.size >= KEPT_MAX) cache.clear();
  if (tag !== null) cache.set(key, { tag, result: body['result'] });
  return body['result'] as WireAnswerOf<E>; // the endpoint's output declares the type of the result
};
