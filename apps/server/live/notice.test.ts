import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noticeApi, receivedApi } from '#domains/system/resources.ts';
import { allNoticeRoutes, createBell, createFileStores, uploadRoutes } from '#domains/system/server.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { startStaff } from '../testing/staff.ts';
import type { Staff } from '../testing/staff.ts';

let staff: Staff;
let folder = '';
beforeAll(async () => {
  folder = temporaryFolder('notice');
  const stores = createFileStores({ folder: path.join(folder, 'files'), s3: undefined });
  staff = await startStaff(
    ({ database, bus, clock }) => [
      ...allNoticeRoutes(createBell({ database, clock, bus })),
      ...uploadRoutes({ database, clock, stores, onError: (error) => expect.fail(String(error)) }),
    ],
    { spoolFolder: path.join(folder, 'incoming') },
  );
});
afterAll(async () => {
  await staff?.close();
});

type StaffName = keyof Staff['token'];
const everyone: readonly StaffName[] = ['admin', 'boss', 'amy', 'sam', 'far'];
const draft = { titile: 'Maintenance', msgContent: '<p>Tonight</p>', priority: 'H', msgCategory: '1', msgType: 'ALL' };
const ok = async (who: StaffName, ...[endpoint, input]: readonly [Parameters<Staff['ask']>[1], Readonly<Record<string, unknown>>?]) =>
  resultOf(await staff.ask(staff.token[who], endpoint, input), `${who} ${endpoint.path}`);
const add = async (who: StaffName, more: Readonly<Record<string, unknown>> = {}) => textAt(await ok(who, noticeApi.add, { ...draft, ...more }), 'id');
const released = async (who: StaffName, more: Readonly<Record<string, unknown>> = {}) => {
  const id = await add(who, more);
  await ok(who, noticeApi.doReleaseData, { id });
  return id;
};
/** Ids in the two lists of a user's bell. */
const bellOf = async (who: StaffName) => {
  const answer = await ok(who, noticeApi.listByUser, { pageSize: 20 });
  const at = (name: string): readonly unknown[] => (isRecord(answer) && Array.isArray(answer[name]) ? answer[name] : []);
  return [...at('anntMsgList'), ...at('sysMsgList')].map((item) => textAt(item, 'id'));
};
const whoHas = async (id: string): Promise<readonly StaffName[]> => {
  const has = await Promise.all(everyone.map(async (who) => (await bellOf(who)).includes(id)));
  return everyone.filter((_who, index) => has[index]);
};

describe('who is reached', () => {
  test('a draft nobody; a release of a tenant its own people; a revoke nobody again', async () => {
    const id = await add('boss');
    expect(await whoHas(id)).toEqual([]);
    await ok('boss', noticeApi.doReleaseData, { id });
    expect(await whoHas(id)).toEqual(['boss', 'amy', 'sam']);
    await ok('boss', noticeApi.doReovkeData, { id });
    expect(await whoHas(id)).toEqual([]);
    await ok('boss', noticeApi.doReleaseData, { id });
    expect(await whoHas(id)).toEqual(['boss', 'amy', 'sam']);
  });

  test('a tenant’s message of the system kind stays with its own people, and is signed by who sent it', async () => {
    const id = await released('boss', { msgCategory: '2', sender: 'bw-admin' });
    expect(await whoHas(id)).toEqual(['boss', 'amy', 'sam']);
    const bell = await ok('amy', noticeApi.listByUser, {});
    expect(JSON.stringify(isRecord(bell) && bell['sysMsgList'])).toContain(`"${id}"`);
    expect(JSON.stringify(bell)).not.toContain('bw-admin');
  });

  test('the platform speaks to all tenants', async () => {
    expect(await whoHas(await released('admin'))).toEqual(everyone);
  });

  test.each(['', ','])('chosen people alone, with %j at the end of the list', async (end) => {
    const id = await released('boss', { msgType: 'USER', userIds: `${staff.id.boss},${staff.id.sam}${end}` });
    expect(await whoHas(id)).toEqual(['boss', 'sam']);
    expect((await staff.ask(staff.token.amy, noticeApi.queryById, { id })).status).toBe(404);
    const read = await ok('sam', noticeApi.queryById, { id });
    expect(read).toMatchObject({ titile: 'Maintenance', msgContent: '<p>Tonight</p>' });
    expect(JSON.stringify(read)).not.toContain('userIds');
  });

  test('nobody outside the scope can be chosen, and the answer is that of one who does not exist', async () => {
    const [far, none] = await Promise.all(
      [staff.id.far, '999999999'].map((userIds) => staff.ask(staff.token.boss, noticeApi.add, { ...draft, msgType: 'USER', userIds })),
    );
    expect(far).toMatchObject({ success: false, message: 'A chosen user does not exist' });
    expect(far?.message).toBe(none?.message);
    expect(await staff.ask(staff.token.boss, noticeApi.add, { ...draft, msgType: 'USER', userIds: ',' })).toMatchObject({
      message: 'Choose whom the notice is for',
    });
  });

  test('not before its time, and not after', async () => {
    const [early, late] = [await released('boss', { startTime: '2090-01-01 00:00:00' }), await released('boss', { endTime: '2020-01-01 00:00:00' })];
    expect([await whoHas(early), await whoHas(late)]).toEqual([[], []]);
  });
});

describe('managing', () => {
  test('a tenant manages its own; the levels below manage none', async () => {
    const [own, theirs] = [await add('boss'), await add('far')];
    expect((await staff.ask(staff.token.boss, noticeApi.queryById, { id: theirs })).status).toBe(404);
    for (const endpoint of [noticeApi.doReleaseData, noticeApi.doReovkeData, noticeApi.delete])
      expect((await staff.ask(staff.token.boss, endpoint, { id: theirs })).status).toBe(404);
    for (const who of ['amy', 'sam'] as const) expect((await staff.ask(staff.token[who], noticeApi.doReleaseData, { id: own })).status).toBe(403);
    const listed = JSON.stringify(await ok('boss', noticeApi.list, { pageSize: 100 }));
    expect(listed).toContain(own);
    expect(listed).not.toContain(`"${theirs}"`);
  });

  test('what people read is not changed under them', async () => {
    const id = await released('boss');
    expect(await staff.ask(staff.token.boss, noticeApi.edit, { id, titile: 'Other' })).toMatchObject({
      success: false,
      message: 'A released notice cannot be changed; revoke it first',
    });
    await ok('boss', noticeApi.doReovkeData, { id });
    expect(await ok('boss', noticeApi.edit, { id, titile: 'Other' })).toMatchObject({
      titile: 'Other',
      msgContent: '<p>Tonight</p>',
      sendStatus: '2',
    });
    await ok('boss', noticeApi.doReleaseData, { id });
    await ok('boss', noticeApi.delete, { id });
    expect(await whoHas(id)).toEqual([]);
  });

  test('nothing that runs is kept, whatever was sent', async () => {
    const payloads = [
      '<script>alert(1)</script>ok',
      '<img src=x onerror=alert(1)>ok',
      '<a href="javascript:alert(1)">ok</a>',
      '<svg><script>alert(1)</script></svg>ok',
      '<p onclick="alert(1)" style="background:url(//evil)">ok</p>',
      '<iframe src="https://evil"></iframe>ok',
      '<a href="//evil.example">ok</a>',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>ok',
    ];
    for (const msgContent of payloads) {
      const row = await ok('boss', noticeApi.add, { ...draft, titile: `T ${msgContent}`, msgContent });
      expect(textAt(row, 'msgContent')).toMatch(msgContent.includes('<math>') ? /table/ : /ok/);
      expect(textAt(row, 'msgContent')).not.toMatch(/script|onerror|onclick|style|iframe|svg|img|evil|javascript/i);
    }
    expect(await staff.ask(staff.token.boss, noticeApi.add, { ...draft, msgContent: '<script>x</script>' })).toMatchObject({
      message: 'The content is empty',
    });
    expect(await staff.ask(staff.token.boss, noticeApi.add, { ...draft, openPage: '//evil.example' })).toMatchObject({ success: false });
  });

  test('two who release at once do it once', async () => {
    const id = await add('boss');
    await Promise.all([ok('boss', noticeApi.doReleaseData, { id }), ok('boss', noticeApi.doReleaseData, { id })]);
    expect(await ok('boss', noticeApi.queryById, { id })).toMatchObject({ sendStatus: '1', sender: 'boss', version: 1 });
  });
});

describe('reading', () => {
  test('one marks it for oneself; it stays in the list of all', async () => {
    const id = await released('boss', { titile: 'Read me', msgCategory: '2' });
    const before = await ok('amy', noticeApi.listByUser);
    await ok('amy', receivedApi.editByAnntIdAndUserId, { anntId: id });
    const after = await ok('amy', noticeApi.listByUser);
    expect([Object(before).sysMsgTotal - Object(after).sysMsgTotal, Object(before).anntMsgTotal - Object(after).anntMsgTotal]).toEqual([1, 0]);
    expect(await whoHas(id)).toEqual(['boss', 'sam']);
    expect(await ok('amy', receivedApi.getMyAnnouncementSend, { titile: 'read ME' })).toMatchObject({
      total: 1,
      records: [{ id, readStat: '1', readFlag: '1', sender: 'boss' }],
    });
    expect(await ok('sam', receivedApi.getMyAnnouncementSend, { titile: 'Read me', readFlag: '0' })).toMatchObject({ total: 1 });
  });

  test('what did not reach somebody cannot be marked by them', async () => {
    const id = await released('far');
    expect((await staff.ask(staff.token.amy, receivedApi.editByAnntIdAndUserId, { anntId: id })).status).toBe(404);
    await ok('amy', receivedApi.readAll);
    expect(await bellOf('amy')).toEqual([]);
    expect(await bellOf('far')).toContain(id);
  });

  test('the bell asks as often as the operator has set it, without a start', async () => {
    const everySec = async () => {
      const answer = await ok('amy', noticeApi.listByUser, {});
      return isRecord(answer) && answer['pollSec'];
    };
    expect(await everySec()).toBe(6);
    await staff.server.database.asSuperuser(
      "insert into sys_config (config_key, value, update_by, update_time) values ('notice.pollSec', '20', 'test', now())",
    );
    await expect.poll(everySec).toBe(20);
    await staff.server.database.asSuperuser("delete from sys_config where config_key = 'notice.pollSec'");
    await expect.poll(everySec).toBe(6);
  });

  test('a poll with nothing new is answered by 304 without a body', async () => {
    await released('far', { titile: 'Tagged' });
    const poll = (tag?: string) =>
      fetch(`${staff.server.url}/sys/annountCement/listByUser?_t=${Math.random()}`, {
        headers: { 'x-access-token': staff.token.far, ...(tag && { 'if-none-match': tag }) },
      });
    const first = await poll();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag.length > 10, staff.server.url.endsWith(BASE_PATH)]).toEqual([200, true, true]);
    const again = await poll(tag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    await released('far', { titile: 'Newer' });
    const newer = await poll(tag);
    expect([newer.status, (await newer.text()).includes('Newer')]).toEqual([200, true]);
    expect((await poll(`W/${newer.headers.get('etag') ?? ''}`)).status).toBe(304);
  });
});

describe('what a notice brings along', () => {
  const upload = async (who: StaffName, biz = 'notice'): Promise<string> => {
    const form = new FormData();
    form.append('biz', biz);
    form.append('file', new Blob(['Closed on Friday'], { type: 'text/plain' }), 'Closing hours.txt');
    const headers = { 'X-Access-Token': staff.token[who] };
    const response = await fetch(`${staff.server.url}/sys/common/upload`, { method: 'POST', body: form, headers });
    return textAt(await response.json(), 'message');
  };
  const whoReads = async (file: string): Promise<readonly StaffName[]> => {
    const read = await Promise.all(
      everyone.map((who) => fetch(`${staff.server.url}/sys/common/static/${file}`, { headers: { 'X-Access-Token': staff.token[who] } })),
    );
    return everyone.filter((_who, index) => read[index]?.status === 200);
  };

  test('is told by its name, and read by whom the notice is for: the others not before it is released, nor after it is revoked', async () => {
    const file = await upload('boss');
    // Users who manage the tenant's notices see a draft with its attachments; before a file is attached, only its uploader sees it.
    expect(await whoReads(file)).toEqual(['boss']);
    const id = await add('boss', { msgType: 'USER', userIds: staff.id.sam, files: [{ path: file, name: '../other.exe', sizeBytes: 1 }] });
    expect(await whoReads(file)).toEqual(['admin', 'boss']);
    await ok('boss', noticeApi.doReleaseData, { id });
    expect(await whoReads(file)).toEqual(['admin', 'boss', 'sam']);
    expect(await ok('sam', noticeApi.queryById, { id })).toMatchObject({ files: [{ path: file, name: 'Closing hours.txt', sizeBytes: 16 }] });
    expect((await staff.ask(staff.token.amy, noticeApi.queryById, { id })).status).toBe(404);
    await ok('boss', noticeApi.doReovkeData, { id });
    expect(await whoReads(file)).toEqual(['admin', 'boss']);
  });

  test('of the platform is read in every tenant', async () => {
    const file = await upload('admin');
    await released('admin', { files: [{ path: file }] });
    expect(await whoReads(file)).toEqual(everyone);
  });

  test('stays through an edit that does not name it, and goes with one that does', async () => {
    const file = await upload('boss');
    const id = await add('boss', { files: [{ path: file }] });
    await ok('boss', noticeApi.edit, { id, version: 0, priority: 'L' });
    expect(await ok('boss', noticeApi.queryById, { id })).toMatchObject({ files: [{ path: file }] });
    await ok('boss', noticeApi.edit, { id, version: 1, files: null });
    expect(await ok('boss', noticeApi.queryById, { id })).toMatchObject({ files: null });
  });

  test('is refused when it is no file of notices, somebody else’s, too many, or no list at all', async () => {
    const theirs = await upload('far');
    const colleagues = await upload('admin');
    const elsewhere = await upload('boss', 'temp');
    const mine = await Promise.all(Array.from({ length: 10 }, () => upload('boss')));
    for (const files of [
      [{ path: theirs }],
      [{ path: colleagues }],
      [{ path: elsewhere }],
      [{ path: 'notice/none.txt' }],
      [{}],
      ['x'],
      'x',
      { path: mine[0] },
    ])
      expect(await staff.ask(staff.token.boss, noticeApi.add, { ...draft, files })).toMatchObject({
        success: false,
        message: 'An attachment does not exist; upload it again',
      });
    const files = mine.map((file) => ({ path: file }));
    expect(await staff.ask(staff.token.boss, noticeApi.add, { ...draft, files })).toMatchObject({ message: '9 attachments at most' });
  });
});
