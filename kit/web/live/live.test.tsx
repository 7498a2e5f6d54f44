// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { topic } from '#kit/resource/topic.ts';
import { LiveBadge, useLive } from './live.tsx';
import { queryClient } from '../calls/query.tsx';
import { beginSession, endSession, sessionStore } from '../session/session.ts';
import { sessionErrorStore } from '../session/session-errors.ts';

/** A WebSocket whose other end is controlled by the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  readonly protocols: readonly string[];
  constructor(_url: string, protocols: readonly string[]) {
    super();
    this.protocols = protocols;
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  accept(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  close(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

const gun = topic<{ readonly kw: number }>('gun');
const received: number[] = [];
let watchings = 0;
const Watcher = ({ of }: { readonly of: string | undefined }) => {
  useLive(gun, of, { onMessage: ({ kw }) => void received.push(kw), onWatching: () => void (watchings += 1) });
  return <LiveBadge />;
};

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;
const show = (of: string | undefined) => act(async () => root.render(<Watcher of={of} />));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const line = (index: number): FakeSocket => FakeSocket.made[index] ?? expect.fail(`line ${index} was not opened`);
let tickets = 0;
/** The server's answer in place of a ticket. */
let refusal: object | undefined;
let readAgain: MockInstance<typeof queryClient.invalidateQueries>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (url: string) => {
    // The settings of encryption are requested first.
    if (url.includes('/sys/live/ticket')) tickets += 1;
    if (url.includes('/sys/live/ticket') && refusal) return Response.json(refusal, { status: 401 });
    return Response.json({ success: true, code: 200, message: '', result: { ticket: `ticket.${tickets}` }, timestamp: 0 });
  });
  readAgain = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  FakeSocket.made = [];
  received.length = 0;
  watchings = 0;
  tickets = 0;
  refusal = undefined;
  sessionErrorStore.set(null);
  beginSession('t', { username: 'w', realname: 'W', roleLevel: 100 });
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  endSession('left');
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('watches with a one-use ticket, hears its own topic only, and says so', async () => {
  await show('CP1:1');
  expect(box.querySelector('output')).toBeNull();
  expect(line(0).protocols).toEqual(['ticket.1']);
  await act(async () => line(0).accept());
  expect(line(0).sent).toEqual(['{"type":"watch","topic":"gun:CP1:1","ageMs":5000}']);
  await act(async () => {
    line(0).say({ topic: 'gun:CP1:1', data: { kw: 7 } });
    line(0).say({ topic: 'gun:CP2:1', data: { kw: 8 } });
    line(0).say('nonsense');
  });
  expect(received).toEqual([7]);
  expect(box.querySelector('output')?.className).toContain('co-live-on');
});

test('learns when the server watches its topic, because changes of before are not sent', async () => {
  await show('CP0001:1');
  await act(async () => line(0).accept());
  expect(watchings).toBe(0);
  line(0).say({ type: 'watching', about: 'gun:CP0002:1' });
  line(0).say({ type: 'refused', about: 'gun:CP0001:1' });
  expect(watchings).toBe(0);
  line(0).say({ type: 'watching', about: 'gun:CP0001:1' });
  expect(watchings).toBe(1);
});

test('comes back five seconds after a cut, once, watches again and has everything read anew', async () => {
  await show('CP1:1');
  await act(async () => line(0).accept());
  expect(readAgain).not.toHaveBeenCalled();
  await act(async () => line(0).close());
  await show('CP2:1');
  await pass(4_900);
  expect(FakeSocket.made).toHaveLength(1);
  await pass(200);
  expect(FakeSocket.made).toHaveLength(2);
  await act(async () => line(1).accept());
  expect(line(1).sent).toEqual(['{"type":"watch","topic":"gun:CP2:1","ageMs":0}']);
  expect(readAgain).toHaveBeenCalledTimes(1);
});

test('a line that does not answer a beat is given up', async () => {
  await show('CP1:1');
  await act(async () => line(0).accept());
  await pass(10_000);
  expect(line(0).sent.at(-1)).toBe('{"type":"heart_beat"}');
  await act(async () => line(0).say({ type: 'heart_beat', data: true }));
  await pass(9_000);
  expect(line(0).readyState).toBe(1);
  await pass(8_000);
  expect(line(0).readyState).toBe(3);
});

test('a reader who was too slow reads again', async () => {
  await show('CP1:1');
  await act(async () => line(0).accept());
  await act(async () => line(0).say({ type: 'missed' }));
  expect(readAgain).toHaveBeenCalledTimes(1);
});

test('one who is signed out asks why, and is told', async () => {
  await show('CP1:1');
  await act(async () => line(0).accept());
  refusal = { success: false, code: 401, message: 'An administrator has signed you out', refusal: 'ended.forced', result: null, timestamp: 0 };
  await act(async () => line(0).close(4401));
  await pass(500);
  expect(sessionErrorStore.get()).toMatchObject({ kind: 'ended', message: 'An administrator has signed you out' });
  await pass(60_000);
  expect([sessionStore.get()?.token, FakeSocket.made.length]).toEqual(['t', 1]);
});

test('one who signs out by themselves asks nothing', async () => {
  await show('CP1:1');
  await act(async () => line(0).accept());
  await act(async () => line(0).close(4401));
  endSession('left');
  await pass(60_000);
  expect([tickets, sessionErrorStore.get()]).toEqual([1, null]);
});

test('what is no longer shown is no longer watched, and an unused line is closed', async () => {
  await show('CP1:1');
  await act(async () => line(0).accept());
  await show(undefined);
  expect(line(0).sent.at(-1)).toBe('{"type":"unwatch","topic":"gun:CP1:1"}');
  await pass(10_100);
  expect(line(0).readyState).toBe(3);
  await pass(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(box.querySelector('output')).toBeNull();
});
