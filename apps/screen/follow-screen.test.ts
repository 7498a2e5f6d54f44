import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followScreen } from './follow-screen.ts';

/** A stream of the server, which the test writes to and ends. */
type Stream = ReadableStreamDefaultController<Uint8Array>;

const streams: Stream[] = [];
let answer: 'opens' | 'fails' | 'refuses';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

beforeEach(() => {
  streams.length = 0;
  answer = 'opens';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    if (answer === 'fails') return Promise.reject(new TypeError('nobody listens'));
    if (answer === 'refuses') return Promise.resolve(new Response('', { status: 401 }));
    const start = (stream: Stream): void => {
      streams.push(stream);
      signal.addEventListener('abort', () => stream.error(signal.reason));
    };
    return Promise.resolve(new Response(new ReadableStream<Uint8Array>({ start })));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ROUNDS = 1_000;
/** Waits while the clock of the test stands. */
const settle = async (isSo: () => boolean): Promise<void> => {
  for (let round = 0; round < ROUNDS && !isSo(); round += 1) await new Promise(setImmediate);
};

const opened = async (count: number): Promise<Stream> => {
  await settle(() => streams.length === count);
  const stream = streams.at(-1);
  if (!stream) throw new Error('no stream was opened');
  return stream;
};

/** Follows with a first event; the list grows with each state of the connection. */
const follow = async () => {
  const states: string[] = [];
  const ending = new AbortController();
  const followed = followScreen(
    { api: 'http://test', screenKey: 'k' },
    { signal: ending.signal, change: ({ connection }) => void states.push(connection ?? '') },
  );
  const stream = await opened(1);
  stream.enqueue(bytes('event: live\nid: 1\ndata: {}\n\n'));
  await settle(() => states.length === 1);
  expect(states).toEqual(['open']);
  return {
    states,
    stream,
    leave: async () => {
      ending.abort();
      await followed;
    },
  };
};

/** Comments keep a stream open, as those of the server do. */
const keepOpen = async (stream: Stream, seconds: number): Promise<void> => {
  for (let at = 0; at < seconds; at += 20) {
    await vi.advanceTimersByTimeAsync(20_000);
    stream.enqueue(bytes(': still here\n\n'));
    await new Promise(setImmediate);
  }
};

test('a stream that the server ends after a while is opened again at once, and nothing is lost', async () => {
  const { states, stream, leave } = await follow();
  await keepOpen(stream, 60);
  stream.close();
  (await opened(2)).enqueue(bytes('event: live\nid: 1\ndata: {}\n\n'));
  await settle(() => states.length === 2);
  expect(states).toEqual(['open', 'open']);
  await leave();
});

test('a stream that ends soon is lost, and is opened again after a second or more', async () => {
  const { states, stream, leave } = await follow();
  stream.close();
  await settle(() => states.length === 2);
  expect(states).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(999);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(501);
  await opened(2);
  await leave();
});

test('a server that is gone when its stream has ended is lost', async () => {
  const { states, stream, leave } = await follow();
  await keepOpen(stream, 60);
  answer = 'fails';
  stream.close();
  await settle(() => states.length === 2);
  expect(states).toEqual(['open', 'lost']);
  await leave();
});

test('a key that was taken back while its stream was open is refused', async () => {
  const { states, stream, leave } = await follow();
  await keepOpen(stream, 60);
  answer = 'refuses';
  stream.close();
  await settle(() => states.length === 2);
  expect(states).toEqual(['open', 'refused']);
  await leave();
});

test('a stream that is silent for half a minute is lost', async () => {
  const { states, leave } = await follow();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(states).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(1);
  await settle(() => states.length === 2);
  expect(states).toEqual(['open', 'lost']);
  await leave();
});
