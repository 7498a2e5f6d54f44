import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import type { DriverCommentView, DriverProblem, DriverStationComments } from '#domains/driver/resources.ts';
import { commentApi } from '#domains/marketing/resources.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** What drivers say of a station: written on the phone, judged in the back office, and read by others. */

let bed: DriverTestbed | undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
const query = (text: string) => running().base.server.database.asSuperuser(text);
const staff = () => running().base.staff;
const server = () => running().base.server;
const messageOf = async (viewer: Viewer, endpoint: Endpoint, input: object) =>
  (await running().base.server.call(viewer, endpoint, { ...input })).message;

const settledOrder = async (mine = running().phone()) => {
  running().later();
  await running().base.plug();
  await mine.scan();
  const { orderNo } = (await mine.order()).body;
  expect((await mine.press<DriverProblem>(`/orders/${orderNo}/comment`, { stars: 5 })).body.code).toBe('driver.noComment');
  expect(running().standIn.pay(running().newest())).toBe(true);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('starting');
  await chargePaid(running().base, await running().billOf(orderNo), 20_000);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('done');
  const write = (said: object) => mine.press<DriverCommentView & DriverProblem>(`/orders/${orderNo}/comment`, said);
  const own = async () => (await mine.call<DriverCommentView>('GET', `/orders/${orderNo}/comment`)).body;
  return { mine, orderNo, write, own };
};
const ofStation = async () => (await running().phone().call<DriverStationComments>('GET', `/guns/${running().label}/1/comments`)).body;
const waiting = async (filter: object = { commentStatus: 0 }) => (await server().ok(staff(), commentApi.list, filter)).records;
const counts = () => server().ok(staff(), commentApi.counts, {});
/** The counter of a station, and what a recount says. */
const stars = () =>
  query(`select coalesce(s.comment_count, 0)::int as count, coalesce(s.star_sum, 0)::int as sum, r.count as recount, r.sum as resum
    from (select station_id, count(*) filter (where comment_status = 1 and not is_delete)::int as count,
        coalesce(sum(score) filter (where comment_status = 1 and not is_delete), 0)::int as sum from comment group by station_id) r
    left join station_stars s using (station_id)`);
const starsAre = async (count: number, sum: number) => expect(await stars()).toEqual([{ count, sum, recount: count, resum: sum }]);

test('a comment waits, is published, read by others, changed, and judged again', async () => {
  const { write, own } = await settledOrder();
  expect(await own()).toEqual({ comment: null, mayWrite: true });
  expect((await write({ stars: 6 })).status).toBe(400);
  expect((await write({ stars: 5, tags: ['no such'] })).status).toBe(400);
  expect(await write({ stars: 5, tags: ['fast', 'fast', 'clean'], text: ' quick and clean ' })).toMatchObject({
    status: 201,
    body: { comment: { stars: 5, tags: ['fast', 'clean'], text: 'quick and clean', state: 'waiting', reply: null, reason: null }, mayWrite: true },
  });
  expect(await ofStation()).toEqual({ stars: null, count: 0, comments: [] });
  const [row] = await waiting();
  expect(row).toMatchObject({ score: 5, content: 'quick and clean', machineVerdict: 'pass', chargeMinutes: expect.any(Number), custId: null });
  const id = row?.commentId ?? '';
  expect(await counts()).toEqual({ pending: 1, reported: 0 });
  expect(await server().ok(staff(), commentApi.updateCommentStatus, { id, commentStatus: 1, version: row?.version })).toEqual({
    done: [id],
    left: [],
  });
  // A second press changes nothing, and the state cannot go back to waiting.
  expect(await server().ok(staff(), commentApi.updateCommentStatus, { id, commentStatus: 1 })).toEqual({ done: [id], left: [] });
  expect(await messageOf(staff(), commentApi.updateCommentStatus, { id, commentStatus: 2, reason: 'no reason' })).toContain('cannot be changed');
  await server().ok(staff(), commentApi.reply, { id, reply: 'Come again' });
  expect(await ofStation()).toMatchObject({ count: 1, stars: null, comments: [{ stars: 5, text: 'quick and clean', reply: 'Come again' }] });
  await starsAre(1, 5);
  expect((await write({ stars: 2, text: 'slow today' })).body.comment).toMatchObject({ stars: 2, state: 'waiting' });
  await starsAre(0, 0);
  expect(await ofStation()).toMatchObject({ count: 0, comments: [] });
  expect(await messageOf(staff(), commentApi.updateCommentStatus, { id, commentStatus: 2 })).toContain('Give a reason');
  await server().ok(staff(), commentApi.updateCommentStatus, { id, commentStatus: 2, reason: 'about another station' });
  expect((await own()).comment).toMatchObject({ state: 'rejected', reason: 'about another station' });
});

test('blocked words, links and repeated texts are told to whoever judges; a clean one of a regular appears at once', async () => {
  await query(
    `insert into sys_config (config_key, value, update_by, update_time) values ('comment.blockedWords', to_jsonb('Scam' || chr(10) || '诈骗'), 'test', now()), ('comment.publishAtOnce', '1', 'test', now())`,
  );
  const { write } = await settledOrder();
  const found = async (text: string) => {
    await write({ stars: 4, text });
    const [row] = await waiting({ commentStatus: 0, content: text });
    return [row?.machineVerdict, row?.machineFound];
  };
  expect(await found('a S-C-A-M')).toEqual(['block', ['Scam']]);
  expect(await found('see www.example.org')).toEqual(['review', ['link']]);
  const other = await settledOrder();
  await other.write({ stars: 4, text: 'See WWW.example.org' });
  expect((await waiting({ content: 'See WWW' }))[0]?.machineFound).toEqual(['link', 'repeated']);
  // Nobody has signed in, so even a clean one waits.
  expect((await write({ stars: 5, text: 'all well' })).body.comment?.state).toBe('waiting');
  const regular = running().phone();
  await regular.signIn('13700004242');
  const orders = [await settledOrder(regular), await settledOrder(regular)];
  expect((await orders[0]?.write({ stars: 5, text: 'fine' }))?.body.comment?.state).toBe('waiting');
  const third = await settledOrder(regular);
  expect((await third.write({ stars: 2, text: 'not fine' })).body.comment?.state).toBe('waiting');
  expect((await third.write({ stars: 3, text: 'good' })).body.comment?.state).toBe('published');
});

test('three people who report hide a comment, once each; whoever judges publishes it again and the reports are gone', async () => {
  const { mine, write } = await settledOrder();
  await write({ stars: 1, text: 'the screen is broken' });
  const [row] = await waiting({ content: 'screen is broken' });
  const id = row?.commentId ?? '';
  const reportBy = async (address: string) => {
    const reader = running().phone();
    await reader.scan();
    return reader.call('POST', `/comments/${id}/report`, { body: {}, headers: { 'idempotency-key': address, 'x-forwarded-for': address } });
  };
  expect((await reportBy('198.51.100.1')).status).toBe(404);
  await server().ok(staff(), commentApi.updateCommentStatus, { id, commentStatus: 1 });
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) expect((await reportBy(address)).status).toBe(200);
  expect((await waiting({ content: 'screen is broken' }))[0]).toMatchObject({ reportCount: 2, commentStatus: 1 });
  expect(await counts()).toMatchObject({ reported: 1 });
  expect((await reportBy('203.0.113.3')).status).toBe(200);
  expect((await waiting({ content: 'screen is broken' }))[0]).toMatchObject({ reportCount: 3, commentStatus: 3 });
  expect(
    (await mine.call<DriverStationComments>('GET', `/guns/${running().label}/1/comments`)).body.comments.map(({ commentId }) => commentId),
  ).not.toContain(id);
  await server().ok(staff(), commentApi.updateCommentStatus, { id, commentStatus: 1 });
  expect((await waiting({ content: 'screen is broken' }))[0]).toMatchObject({ reportCount: 0, commentStatus: 1 });
  expect(await query('select from comment_report')).toEqual([]);
});

test('many at once, each on its own; nobody of a station or an agent deletes; others see nothing', async () => {
  const rows = await waiting({});
  const ids = rows.map(({ commentId }) => commentId);
  const answer = await server().ok(staff(), commentApi.updateCommentStatus, { ids: [...ids, '999999'].join(','), commentStatus: 1 });
  expect([...answer.done].sort()).toEqual([...ids].sort());
  expect(answer.left).toEqual([{ id: '999999', reason: expect.any(String) }]);
  const [row] = rows;
  const ofAgent = viewers.agent(row?.tenantId ?? '', row?.agentId ?? '');
  expect(await messageOf(ofAgent, commentApi.delete, { id: row?.commentId })).toContain('Only staff of the whole tenant');
  expect((await server().ok(ofAgent, commentApi.list, {})).total).toBe(rows.length);
  const foreign = viewers.tenant('999');
  expect((await server().ok(foreign, commentApi.list, {})).total).toBe(0);
  expect(await server().ok(foreign, commentApi.counts, {})).toEqual({ pending: 0, reported: 0 });
  const [before] = await stars();
  await server().ok(staff(), commentApi.delete, { id: row?.commentId });
  const [after] = await stars();
  expect(before).not.toEqual(after);
  await starsAre(
    rows.length - 1,
    rows.slice(1).reduce((sum, { score }) => sum + score, 0),
  );
});

test('a stranger, a link that reads, and a charge of long ago leave no comment', async () => {
  const { mine, orderNo, own, write } = await settledOrder();
  const stranger = running().phone();
  await stranger.scan();
  expect((await stranger.press<DriverProblem>(`/orders/${orderNo}/comment`, { stars: 1 })).status).toBe(404);
  expect((await stranger.call('GET', `/orders/${orderNo}/comment`)).status).toBe(404);
  await query(`update charging_order set start_time = start_time - interval '31 days', stop_time = stop_time - interval '31 days'
    where charging_order_id = (select max(charging_order_id) from charging_order)`);
  expect(await own()).toEqual({ comment: null, mayWrite: false });
  expect((await write({ stars: 5 })).body.code).toBe('driver.noComment');
  expect(mine.cookie()).toContain('visit=');
});
