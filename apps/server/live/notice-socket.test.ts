import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import { WebSocket } from 'ws';
import { liveApi, noticeApi } from '#domains/system/resources.ts';
import { allNoticeRoutes, createBell, createNoticePush, noticeLine, noticeTopicRule, systemRoutes } from '#domains/system/server.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { mountLive } from '#kit/server/live/live-server.ts';
import type { Live } from '#kit/server/live/live-server.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { permissionApi, userApi } from '#domains/identity/resources.ts';
import { textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import { startStaff } from '../testing/staff.ts';
import type { Staff } from '../testing/staff.ts';

let staff: Staff;
let live: Live;
const tickets = createTickets(() => new Date());
beforeAll(async () => {
  staff = await startStaff(({ database, bus, clock }) => [...systemRoutes({ tickets }), ...allNoticeRoutes(createBell({ database, clock, bus }))]);
  const { database, registry, http } = staff.server;
  const push = createNoticePush({
    database,
    bus: staff.bus,
    onError: (error) => {
      throw error;
    },
  });
  const common = { database, registry, clock: () => new Date(), hub: createHub(), tickets, peek: staff.identity.sessions.peek };
  live = mountLive(http, {
    ...common,
    topics: [noticeTopicRule(push)],
    endpoints: [noticeLine(push)],
    origins: ['https://ops.example'],
    timings: { silenceMs: 1_500, sweepMs: 50 },
  });
  staff.identity.sessions.onChange(live.recheck);
});
afterAll(async () => {
  await live?.close();
  await staff?.close();
});

type StaffName = keyof Staff['token'];
const urlOf = (path: string): string => `${staff.server.url.replace('http', 'ws')}${path}`;
const dial = (path: string, protocol: string, headers: Readonly<Record<string, string>> = {}): WebSocket => {
  const socket = new WebSocket(urlOf(path), protocol === '' ? [] : [protocol], { headers: { 'user-agent': 'node', ...headers } });
  socket.on('error', () => undefined);
  return socket;
};
/** The status of a handshake: 101, or that of the refusal. */
const knock = async (path: string, protocol: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const socket = dial(path, protocol, headers);
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.close();
      resolve(101);
    });
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
};
interface SocketRecorder {
  readonly socket: WebSocket;
  readonly heard: string[];
  readonly closed: Promise<number>;
}
const listen = async (who: StaffName): Promise<SocketRecorder> => {
  const socket = dial(`/websocket/${staff.id[who]}`, staff.token[who]);
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return { socket, heard, closed };
};
const release = async (who: StaffName, more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const draft = { titile: 'Pushed', msgContent: 'x', priority: 'L', msgCategory: '1', msgType: 'ALL', ...more };
  const id = textAt(resultOf(await staff.ask(staff.token[who], noticeApi.add, draft), 'add'), 'id');
  resultOf(await staff.ask(staff.token[who], noticeApi.doReleaseData, { id }), 'release');
  return id;
};

describe('opening the socket', () => {
  test('takes a token or a ticket as sub-protocol, and echoes it', async () => {
    const ear = await listen('boss');
    expect(ear.socket.protocol).toBe(staff.token.boss);
    const ticket = textAt(resultOf(await staff.ask(staff.token.boss, liveApi.ticket), 'ticket'), 'ticket');
    expect(await knock(`/websocket/${staff.id.boss}`, ticket)).toBe(101);
    expect(await knock(`/websocket/${staff.id.boss}`, ticket)).toBe(401);
    ear.socket.close();
  });

  test('lets nobody in without one, as somebody else, or with one in the address', async () => {
    expect(await knock(`/websocket/${staff.id.boss}`, '')).toBe(401);
    expect(await knock(`/websocket/${staff.id.boss}?token=${staff.token.boss}`, '')).toBe(401);
    expect(await knock(`/websocket/${staff.id.boss}`, 'x'.repeat(43))).toBe(401);
    expect(await knock(`/websocket/${staff.id.admin}`, staff.token.boss)).toBe(403);
    expect(await knock('/websocket/0', staff.token.boss)).toBe(403);
    expect(await knock('/websocket/', staff.token.boss)).toBe(404);
    expect(await knock('/live', staff.token.boss)).toBe(401);
  });

  test('lets in no page of another site, whatever it brings', async () => {
    const paths = [`/websocket/${staff.id.boss}`, '/live'];
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', 'https://ops.example.evil.example'])
      for (const path of paths) expect([origin, path, await knock(path, staff.token.boss, { origin })]).toEqual([origin, path, 403]);
    expect(await knock(`/websocket/${staff.id.boss}`, staff.token.boss, { origin: 'https://ops.example' })).toBe(101);
    expect(await knock(`/websocket/${staff.id.boss}`, staff.token.boss, { origin: new URL(staff.server.url).origin })).toBe(101);
  });

  test('holds five lines a person', async () => {
    const ears = await Promise.all([1, 2, 3, 4, 5].map(() => listen('sam')));
    const sixth = await listen('sam');
    expect(await sixth.closed).toBe(4429);
    for (const { socket } of ears) socket.close();
    await Promise.all(ears.map(({ closed }) => closed));
  });
});

describe('the line', () => {
  test('answers beats, ends with silence, and takes nothing else', async () => {
    // The clock by which silence is measured; connections and the sweep that ends them use the real one.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const [ear, silent] = [await listen('boss'), await listen('boss')];
    ear.socket.send('HeartBeat');
    ear.socket.send('ping');
    await untilHolds(() => ear.heard.length === 2);
    expect(ear.heard).toEqual(['{"cmd":"heartcheck","msgTxt":""}', 'ping']);
    vi.advanceTimersByTime(1_000);
    ear.socket.send('ping');
    await untilHolds(() => ear.heard.length === 3);
    vi.advanceTimersByTime(1_000);
    expect(await silent.closed).toBe(1006);
    ear.socket.send('ping');
    await untilHolds(() => ear.heard.length === 4);
    vi.advanceTimersByTime(1_501);
    expect(await ear.closed).toBe(1006);
    for (const message of ['{"cmd":"user","userId":"1"}', '', 'x'.repeat(20_000)]) {
      const other = await listen('boss');
      other.socket.send(message);
      expect([4400, 1009]).toContain(await other.closed);
    }
  });

  test('tells those who are reached, and nobody else', async () => {
    const names = ['admin', 'boss', 'amy', 'sam', 'far'] as const;
    const ears = await Promise.all(names.map(listen));
    const toldOf = (id: string) => names.filter((_name, index) => ears[index]?.heard.some((text) => text.includes(`"${id}"`)));
    const beat = setInterval(() => ears.forEach(({ socket }) => socket.send('HeartBeat')), 300);
    const own = await release('boss');
    await untilHolds(() => toldOf(own).length === 3);
    const chosen = await release('boss', { msgType: 'USER', userIds: `${staff.id.amy},` });
    await untilHolds(() => toldOf(chosen).length === 1);
    const all = await release('admin');
    await untilHolds(() => toldOf(all).length === 5);
    expect([toldOf(own), toldOf(chosen), toldOf(all)]).toEqual([['boss', 'amy', 'sam'], ['amy'], names]);
    expect(ears[2]?.heard.filter((text) => text.includes(chosen))).toEqual([JSON.stringify({ cmd: 'user', msgId: chosen, msgTxt: 'Pushed' })]);
    resultOf(await staff.ask(staff.token.boss, noticeApi.doReovkeData, { id: own }), 'revoke');
    await untilHolds(() => (ears[1]?.heard.filter((text) => text.includes(`"${own}"`)).length ?? 0) === 2);
    clearInterval(beat);
    for (const { socket } of ears) socket.close();
  });

  test('ends when its session does', async () => {
    const ear = await listen('amy');
    resultOf(await staff.ask(staff.token.boss, userApi.frozenBatch, { ids: staff.id.amy, status: 2 }), 'freeze');
    expect(await ear.closed).toBe(4401);
  });
});

test('a change of rights is told on both lines to those it is about, and to nobody else', async () => {
  const [sam, far] = [await listen('sam'), await listen('far')];
  const ticket = textAt(resultOf(await staff.ask(staff.token.boss, liveApi.ticket), 'ticket'), 'ticket');
  const house = dial('/live', ticket);
  const heard: string[] = [];
  house.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  await once(house, 'open');
  const entry = { menuType: 1, name: 'Own', url: 'https://own.example/', internalOrExternal: 1, sortNo: 1 };
  resultOf(await staff.ask(staff.token.boss, permissionApi.add, entry), 'add');
  await untilHolds(() => heard.includes('{"cmd":"permission"}') && sam.heard.includes('{"cmd":"permission"}'));
  expect(far.heard).toEqual([]);
  for (const socket of [house, sam.socket, far.socket]) socket.close();
});

test('the house line follows a person’s own bell and no other', async () => {
  const ticket = textAt(resultOf(await staff.ask(staff.token.far, liveApi.ticket), 'ticket'), 'ticket');
  const socket = dial('/live', ticket);
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  await once(socket, 'open');
  for (const id of ['mine', staff.id.boss, '']) socket.send(JSON.stringify({ type: 'watch', topic: `notice:${id}` }));
  await untilHolds(() => heard.length === 3);
  expect(heard.map((text) => text.slice(0, 18))).toEqual(['{"type":"watching"', '{"type":"refused",', '{"type":"refused",']);
  const id = await release('far', { titile: 'For Two' });
  await untilHolds(() => heard.length > 3);
  expect(heard.slice(3)).toEqual([JSON.stringify({ topic: 'notice:mine', data: { cmd: 'topic', msgId: id, msgTxt: 'For Two' } })]);
  socket.close();
});
