import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import { WebSocket } from 'ws';
import { networkRoutes } from '#domains/network/server.ts';
import { pileCommandSender } from '#domains/device/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { stationApi } from '#domains/network/resources.ts';
import { liveApi } from '#domains/system/resources.ts';
import { systemRoutes } from '#domains/system/server.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { createLiveRows } from '#kit/server/live/live-rows.ts';
import type { LiveRows } from '#kit/server/live/live-rows.ts';
import { mountLive } from '#kit/server/live/live-server.ts';
import type { Live } from '#kit/server/live/live-server.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { rowTopicRule } from '#kit/server/live/row-topic-rule.ts';
import { vxeEndpoint } from '#kit/server/live/vxe-socket.ts';
import { textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import { startStaff } from '../testing/staff.ts';
import type { Staff } from '../testing/staff.ts';

let staff: Staff;
let live: Live;
let rows: LiveRows | undefined;
let far = '';
const tickets = createTickets(() => new Date());

beforeAll(async () => {
  staff = await startStaff(() => [...systemRoutes({ tickets }), ...networkRoutes({ secrets: testSecrets, piles: pileCommandSender })], {
    onRowsChanged: (changes) => rows?.rowsWritten(changes),
  });
  const { database, registry, http } = staff.server;
  const onError = (error: unknown): never => {
    throw error;
  };
  const deps = { database, registry, clock: () => new Date() };
  const hub = createHub();
  rows = createLiveRows(deps, hub, { onError, gatherMs: 20 });
  const peek = staff.identity.sessions.peek;
  live = mountLive(http, { ...deps, hub, tickets, peek, topics: [rowTopicRule(rows)], endpoints: [vxeEndpoint(deps, { rows, hub, onError })] });
  await database.asSuperuser(`insert into agent (agent_id, tenant_id, agent_name, timezone) values (12, 1, 'Agent Two', 'UTC'), (21, 2, 'Agent Far', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (121, 1, 12, 'South', 'UTC'), (211, 2, 21, 'Far', 'UTC')`);
  far = '211';
});
afterAll(async () => {
  await live?.close();
  await rows?.close();
  await staff?.close();
});

type StaffName = keyof Staff['token'];
const everyone = ['admin', 'boss', 'amy', 'sam', 'far'] as const;
interface SocketRecorder {
  readonly socket: WebSocket;
  readonly heard: string[];
  readonly closed: Promise<number>;
}
const earOf = async (socket: WebSocket): Promise<SocketRecorder> => {
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return { socket, heard, closed };
};
const base = (): string => staff.server.url.replace('http', 'ws');
/** The client that requests tickets. */
const browser = { headers: { 'user-agent': 'node' } };
const vxe = (who: StaffName, page = 'page1'): Promise<SocketRecorder> =>
  earOf(new WebSocket(`${base()}/vxeSocket/${staff.id[who]}/${page}`, [staff.token[who]], browser));
const say = (ear: SocketRecorder | undefined, message: unknown): void => ear?.socket.send(JSON.stringify(message));
const BEAT = '{"type":"heart_beat","data":true}';
const LAST = 'told last';
/**
 * Returns once every message and change so far has been sent: each connection has answered a ping, no row is being read, and every client has
 * received a later change. Changes are sent in the order in which they were made.
 */
const everythingTold = async (ears: readonly SocketRecorder[]): Promise<void> => {
  await allAnswerBeats(ears);
  const { appPool } = staff.server.database;
  await untilHolds(() => appPool.idleCount === appPool.totalCount && appPool.waitingCount === 0);
  say(ears[3], hint({ stationId: '111' }, LAST));
  say(ears[4], hint({ stationId: far }, LAST));
  await untilHolds(() => ears.every(({ heard }) => heard.some((text) => text.includes(LAST))));
};
const allAnswerBeats = async (ears: readonly SocketRecorder[]): Promise<void> => {
  for (const ear of ears) say(ear, { type: 'heart_beat', data: '' });
  await untilHolds(() => ears.every(({ heard }) => heard.includes(BEAT)));
};
const heardBy = ({ heard }: SocketRecorder): readonly string[] => heard.filter((text) => text !== BEAT && !text.includes(LAST));
const hint = (row: unknown, caseId = 'case-1', socketKey = 'station') => ({ type: 'update_vxe_table', data: { socketKey, args: [row, caseId] } });

describe('the table line of the family', () => {
  test('beats as its clients expect, for its own user alone', async () => {
    const ear = await vxe('boss');
    say(ear, { type: 'heart_beat', data: '' });
    await untilHolds(() => ear.heard.length === 1);
    expect(ear.heard).toEqual([BEAT]);
    const knock = async (path: string, protocol: string, headers: Readonly<Record<string, string>> = {}) => {
      const socket = new WebSocket(base() + path, [protocol], { headers: { ...browser.headers, ...headers } });
      socket.on('error', () => undefined);
      const [, response] = await once(socket, 'unexpected-response');
      return Number(Object(response).statusCode);
    };
    expect(await knock(`/vxeSocket/${staff.id.admin}/page1`, staff.token.boss)).toBe(403);
    expect(await knock(`/vxeSocket/${staff.id.boss}/page1`, 'x'.repeat(43))).toBe(401);
    for (const origin of ['https://evil.example', 'null'])
      expect(await knock(`/vxeSocket/${staff.id.boss}/page1`, staff.token.boss, { origin })).toBe(403);
    ear.socket.close();
  });

  test('a change by HTTP reaches those who may see the row, as they may see it', async () => {
    const ears = await Promise.all(everyone.map((who) => vxe(who)));
    const toldOf = (name: string) => everyone.filter((_who, index) => ears[index]?.heard.some((text) => text.includes(`"${name}"`)));
    await Promise.all([
      staff.ask(staff.token.boss, stationApi.edit, { stationId: '111', stationName: 'North New' }),
      staff.ask(staff.token.boss, stationApi.edit, { stationId: '121', stationName: 'South New' }),
      staff.ask(staff.token.far, stationApi.edit, { stationId: far, stationName: 'Far New' }),
    ]);
    await untilHolds(() => toldOf('North New').length === 4 && toldOf('South New').length === 2 && toldOf('Far New').length === 2);
    const before = ears.map(({ heard }) => heard.length);
    await everythingTold(ears);
    expect(ears.map((ear) => heardBy(ear).length)).toEqual(before);
    expect([toldOf('North New'), toldOf('South New'), toldOf('Far New')]).toEqual([
      ['admin', 'boss', 'amy', 'sam'],
      ['admin', 'boss'],
      ['admin', 'far'],
    ]);
    for (const { socket } of ears) socket.close();
  });

  test('what a client says of a row is a hint: the row is read anew, whatever it claimed', async () => {
    const ears = await Promise.all(everyone.map((who) => vxe(who)));
    say(ears[3], hint({ id: '111', stationName: 'Forged', tenantId: '2' }, 'mine'));
    await untilHolds(() => ears.slice(0, 4).every((ear) => ear.heard.length === 1));
    const message: unknown = JSON.parse(ears[1]?.heard[0] ?? '');
    expect(message).toMatchObject({
      type: 'update_vxe_table',
      data: { socketKey: 'station', args: [{ stationId: '111', stationName: 'North New', tenantId: '1' }, 'mine'] },
    });
    // A foreign row, a row that does not exist, a noun that does not exist: no client is notified.
    say(ears[3], hint({ stationId: far }));
    say(ears[2], hint({ stationId: '121' }));
    say(ears[3], hint({ stationId: '999' }));
    say(ears[3], hint({ id: '1' }, 'x', 'nothing'));
    say(ears[3], hint({ id: "1' or '1'='1" }));
    await everythingTold(ears);
    expect(ears.map((ear) => heardBy(ear).length)).toEqual([1, 1, 1, 1, 0]);
    for (const { socket } of ears) socket.close();
  });

  test('calls of functions go to one’s own other pages alone', async () => {
    const [one, two, other] = [await vxe('boss', 'a'), await vxe('boss', 'b'), await vxe('amy', 'a')];
    say(one, { type: 'common_send_date', data: { key: 'refresh', args: [1] } });
    await untilHolds(() => two.heard.length === 1);
    await allAnswerBeats([one, two, other]);
    expect([one, two, other].map(heardBy)).toEqual([[], ['{"type":"common_send_date","data":{"key":"refresh","args":[1]}}'], []]);
    for (const { socket } of [one, two, other]) socket.close();
  });

  test.each(['{', '[]', '{"type":"eval","data":{"args":[]}}', '{"type":"update_vxe_table"}', 'x'.repeat(20_000)])(
    'ends after %.30s',
    async (text) => {
      const ear = await vxe('amy');
      ear.socket.send(text);
      expect([4400, 1009]).toContain(await ear.closed);
    },
  );
});

const line = async (who: StaffName): Promise<SocketRecorder> =>
  earOf(new WebSocket(`${base()}/live`, [textAt(resultOf(await staff.ask(staff.token[who], liveApi.ticket), 'ticket'), 'ticket')], browser));

test('the house line: rows of a noun for those who may list it, each in their own scope', async () => {
  const [boss, sam] = [await line('boss'), await line('sam')];
  for (const ear of [boss, sam]) for (const topic of ['rows:station', 'rows:tenant', 'rows:nothing']) say(ear, { type: 'watch', topic });
  await untilHolds(() => boss.heard.length === 3 && sam.heard.length === 3);
  expect(boss.heard.map((text) => text.slice(9, 16))).toEqual(['watchin', 'watchin', 'refused']);
  expect(sam.heard.map((text) => text.slice(9, 16))).toEqual(['watchin', 'refused', 'refused']);
  await staff.ask(staff.token.boss, stationApi.edit, { stationId: '121', stationName: 'South Again' });
  await staff.ask(staff.token.boss, stationApi.edit, { stationId: '111', stationName: 'North Again' });
  await untilHolds(() => boss.heard.length >= 5 && sam.heard.length >= 4);
  // Later changes are sent later.
  await staff.ask(staff.token.boss, stationApi.edit, { stationId: '111', stationName: 'North at Last' });
  await untilHolds(() => sam.heard.join().includes('North at Last'));
  expect(sam.heard.slice(3).join()).toContain('North Again');
  expect(sam.heard.join()).not.toContain('South');
  for (const { socket } of [boss, sam]) socket.close();
});

test('the house line: who shows rows of before a change is told to reload them, and nobody else', async () => {
  /** A message takes its time to the server, by which the age of what is shown has grown. */
  const [pauseMs, onItsWayMs] = [1_500, 1_000];
  /** What a watcher of stations hears whose rows are as old as that. */
  const hear = async (ageMs: () => number | undefined): Promise<readonly string[]> => {
    const ear = await line('sam');
    say(ear, { type: 'watch', topic: 'rows:station', ageMs: ageMs() });
    say(ear, { type: 'heart_beat' });
    await untilHolds(() => ear.heard.includes(BEAT) && ear.heard.some((text) => text.includes('watching')));
    ear.socket.close();
    return ear.heard.filter((text) => text.includes('"data":{'));
  };
  // The first watcher begins the history of changes.
  await hear(() => 0);
  const startedMs = performance.now();
  await staff.ask(staff.token.boss, stationApi.edit, { stationId: '111', stationName: 'North Before' });
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  expect(await hear(() => undefined)).toEqual([]);
  expect(await hear(() => pauseMs / 3)).toEqual([]);
  expect(await hear(() => performance.now() - startedMs + onItsWayMs)).toEqual(['{"topic":"rows:station","data":{"key":"","row":null}}']);
  const changedAtMs = performance.now();
  rows?.nounChanged('station');
  expect(await hear(() => performance.now() - changedAtMs + onItsWayMs)).toEqual(['{"topic":"rows:station","data":{"key":"","row":null}}']);
});
