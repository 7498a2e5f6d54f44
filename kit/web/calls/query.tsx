import { QueryClient, QueryClientProvider, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Query, QueryFilters, UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import { call, CallError } from './client.ts';
import { uuid } from './transport.ts';

/** An answer that is shown again may be this old. */
export const STALE_MS = 5_000;
const FORGET_MS = 1_800_000;
const RETRIES = 2;

/** A reading call is retried when no answer came, and never after a refusal. */
const worthRetrying = (failures: number, problem: unknown): boolean =>
  failures < RETRIES && problem instanceof CallError && (problem.code === 0 || problem.code === 504);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, gcTime: FORGET_MS, retry: worthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

export const QueryRoot = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

export interface CallQueryOptions {
  readonly enabled?: boolean;
  /** Shows the previous answer while the answer for a new input loads. */
  readonly keep?: boolean;
  readonly staleMs?: number;
  /** Repeats the call at this interval, in milliseconds. Live pages receive pushes instead. */
  readonly everyMs?: number;
}

/** The answer of a reading endpoint, cached and shared by path and input. */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  input: WireInputOf<E>,
  options: CallQueryOptions = {},
): UseQueryResult<WireAnswerOf<E>, CallError> =>
  useQuery<WireAnswerOf<E>, CallError>({
    ...askingOf(endpoint, input),
    enabled: options.enabled ?? true,
    ...(options.keep === true && { placeholderData: keepPreviousData }),
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
    ...(options.everyMs !== undefined && { refetchInterval: options.everyMs }),
  });

const askingOf = <E extends Endpoint>(endpoint: E, input: WireInputOf<E>) => ({
  queryKey: queryKey(endpoint, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(endpoint, input, { signal }),
});

/**
 * Starts a call before the component that uses its answer is mounted; that component then joins the running call. Errors are left to that
 * component.
 */
export const prefetch = async <E extends Endpoint>(endpoint: E, input: WireInputOf<E>): Promise<WireAnswerOf<E> | undefined> => {
  const query = askingOf(endpoint, input);
  if (!queryClient.getQueryState(query.queryKey)) await queryClient.prefetchQuery(query);
  return queryClient.getQueryData<WireAnswerOf<E>>(query.queryKey);
};

export const queryKey = (endpoint: Pick<Endpoint, 'path'>, input: unknown): readonly [string, unknown] => [endpoint.path, input];

/** Reloads everything that was read under the path of a noun: `refresh(station)` after a station changed. */
export const refresh = (...nouns: readonly { readonly path: string }[]): Promise<void> =>
  reload({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && nouns.some((noun) => path === noun.path || path.startsWith(`${noun.path}/`)),
  });

/** Reloads what was read, all of it by default. A first reading that is under way is followed by another, because the library only joins it. */
export const reload = (filters: QueryFilters = {}): Promise<void> => {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    if (query.state.data === undefined) void readOnceMore(query);
  return queryClient.invalidateQueries(filters);
};

/** Reads the answer of a call again after a change, while something shows it. */
export const readAgain = (endpoint: Pick<Endpoint, 'path'>, input: unknown): void => {
  const query = queryClient.getQueryCache().find({ queryKey: queryKey(endpoint, input) });
  if (query) void readOnceMore(query);
};

const readOnceMoreHashes = new Set<string>();

/**
 * A reading that is under way may have been answered before the change. It is let end, so that an answer that changes all the time is shown, and is then
 * followed by one more, however many changes there were.
 */
const readOnceMore = async ({ queryHash, queryKey: key, promise }: Query): Promise<void> => {
  if (readOnceMoreHashes.has(queryHash)) return;
  readOnceMoreHashes.add(queryHash);
  await promise?.catch(() => undefined);
  readOnceMoreHashes.delete(queryHash);
  await queryClient.refetchQueries({ queryKey: key, exact: true, type: 'active' }, { cancelRefetch: false });
};

export interface Mutation<E extends Endpoint> {
  /** Resolves to undefined after a refusal, which `onRefused` has then shown. */
  readonly send: (input: WireInputOf<E>) => Promise<WireAnswerOf<E> | undefined>;
  readonly sending: boolean;
}

interface SendOptions<E extends Endpoint> {
  /** Nouns whose lists and details are reloaded after the call. */
  readonly changes?: readonly { readonly path: string }[];
  readonly onDone?: (answer: WireAnswerOf<E>, input: WireInputOf<E>) => void;
  readonly onRefused: (problem: CallError) => void;
}

/**
 * A call that changes something. While it runs, further presses have no effect. After a press without an answer, the next press sends the same
 * idempotency key, so that the effect cannot happen twice.
 */
export const useSendRaw = <E extends Endpoint>(endpoint: E, options: SendOptions<E>): Mutation<E> => {
  const press = useRef<{ readonly input: string; readonly key: string } | null>(null);
  const { mutateAsync, isPending } = useMutation<WireAnswerOf<E>, CallError, WireInputOf<E>>({
    mutationFn: (input) => call(endpoint, input, { idempotencyKey: keyFor(press, input) }),
  });
  const busy = useRef(false);
  const { changes, onDone, onRefused } = options;
  const send = useCallback(
    async (input: WireInputOf<E>) => {
      if (busy.current) return undefined;
      busy.current = true;
      try {
        const answer = await mutateAsync(input);
        press.current = null;
        if (changes) void refresh(...changes);
        onDone?.(answer, input);
        return answer;
      } catch (problem) {
        if (!(problem instanceof CallError)) throw problem;
        if (problem.code !== 0 && problem.code !== 504) press.current = null;
        onRefused(problem);
        return undefined;
      } finally {
        busy.current = false;
      }
    },
    [mutateAsync, changes, onDone, onRefused],
  );
  return { send, sending: isPending };
};

const keyFor = (press: { current: { readonly input: string; readonly key: string } | null }, input: unknown): string => {
  const text = JSON.stringify(input);
  if (press.current?.input !== text) press.current = { input: text, key: uuid() };
  return press.current.key;
};
