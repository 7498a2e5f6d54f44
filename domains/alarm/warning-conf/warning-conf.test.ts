import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { startReceiver, startWarningTestbed } from '../warning-log/warning-testbed.fixture.ts';
import type { WarningTestbed } from '../warning-log/warning-testbed.fixture.ts';
import { checkTemplate, fillTemplate, sampleValues, templateNames } from './template.rules.ts';
import { warningConfApi } from './warning-conf.ts';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let bed: WarningTestbed;
beforeAll(async () => {
  receiver = await startReceiver();
  bed = await startWarningTestbed({ origins: [receiver.origin] });
});
afterAll(async () => {
  await bed.close();
  await receiver.close();
});
beforeEach(() => bed.clear());

const tenant = viewers.tenant('1');
const template = '{time} {station} {cp} {errorInfo}';
const draft = { warningConfName: 'Own', warningLang: 'en_US', warningMsgTempl: template, warningCount: 2 } as const;

describe('a template', () => {
  test.each([
    ['', 'warningConf.empty'],
    ['   ', 'warningConf.empty'],
    ['{time} {station} {cp}', 'warningConf.missingName'],
    [`${template} {date}`, 'warningConf.unknownName'],
    [`${template} {}`, 'warningConf.unknownName'],
    [`${template} {`, 'warningConf.brace'],
    [`${template} }`, 'warningConf.brace'],
    [`{${template}}`, 'warningConf.brace'],
    [template.replace('{cp}', '{ cp }'), 'warningConf.unknownName'],
  ])('%s is refused', (text, refusal) => expect(checkTemplate(text)).toMatchObject({ ok: false, refusal }));

  test('all names at once are accepted, and none stays', () => {
    const all = templateNames.map((name) => `{${name}}`).join(' ');
    expect(checkTemplate(all).ok).toBe(true);
    expect(fillTemplate(all, sampleValues('zh_TW'))).not.toMatch(/[{}]/u);
  });

  test('values are never read as templates', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const values = { ...sampleValues('en_US'), time: value, station: '', cp: '', errorInfo: '' };
        expect(fillTemplate(template, values)).toBe(`${value}   `);
      }),
    );
    expect(fillTemplate(template, { ...sampleValues('en_US'), errorInfo: '{time}$&' })).toContain('{time}$&');
  });
});

test('there is a general text in each language from the first day, which only the platform changes', async () => {
  const { records } = await bed.server.ok(tenant, warningConfApi.list, {});
  expect(records.map(({ warningLang }) => warningLang).toSorted()).toEqual(['en_US', 'zh_CN', 'zh_TW']);
  expect(records.every(({ warningMsgTempl }) => checkTemplate(warningMsgTempl).ok)).toBe(true);
  const [row] = records;
  const id = row?.warningConfId ?? '';
  const refused = { success: false, message: 'The configuration of the platform is changed by the platform only' };
  expect(await bed.server.call(tenant, warningConfApi.edit, { warningConfId: id, warningMsgTempl: template })).toMatchObject(refused);
  expect(await bed.server.call(tenant, warningConfApi.delete, { id })).toMatchObject(refused);
  expect(await bed.server.call(tenant, warningConfApi.changeState, { entityId: id, setState: 0 })).toMatchObject(refused);
  expect((await bed.server.ok(viewers.platform(), warningConfApi.edit, { warningConfId: id, warningMsgTempl: template })).warningMsgTempl).toBe(
    template,
  );
});

test('a tenant has texts of its own, one for each exception and language, which others do not see', async () => {
  const own = await bed.server.ok(tenant, warningConfApi.add, draft);
  expect(own).toMatchObject({ tenantId: '1', warningCount: 2 });
  expect(await bed.server.call(tenant, warningConfApi.add, draft)).toMatchObject({ success: false });
  const names = async (tenantId: string) => (await bed.server.ok(viewers.tenant(tenantId), warningConfApi.list, { warningConfName: 'Own' })).total;
  expect([await names('1'), await names('2')]).toEqual([1, 0]);
  expect(await bed.server.call(viewers.tenant('2'), warningConfApi.delete, { id: own.warningConfId })).toMatchObject({ status: 404 });
});

test('a template that lacks a parameter or is too long changes nothing', async () => {
  const { warningConfId } = await bed.server.ok(tenant, warningConfApi.add, draft);
  for (const warningMsgTempl of ['{time}', `${template}${'x'.repeat(500)}`])
    expect((await bed.server.call(tenant, warningConfApi.edit, { warningConfId, warningMsgTempl })).success).toBe(false);
  expect((await bed.server.ok(tenant, warningConfApi.queryById, { id: warningConfId })).warningMsgTempl).toBe(template);
});

test('a text that an account uses is not deleted', async () => {
  const { warningConfId } = await bed.server.ok(tenant, warningConfApi.add, draft);
  await bed.addAccount({ warningAccountType: 7, warningAccount: `${receiver.origin}/services/a`, warningConfId });
  expect(await bed.server.call(tenant, warningConfApi.delete, { id: warningConfId })).toMatchObject({
    success: false,
    message: '1 warning accounts use this configuration',
  });
});

test('a preview is sent with example values, to a verified account of one’s own only', async () => {
  const warningAccountId = await bed.addAccount({ warningAccountType: 7, warningAccount: `${receiver.origin}/services/a` });
  const sample = { warningMsgTempl: `Hello ${template}`, warningLang: 'en_US', warningAccountId } as const;
  await bed.server.ok(tenant, warningConfApi.sendSample, sample);
  await bed.pass(1_000);
  expect(receiver.received[0]?.body).toContain('Hello 2026-01-31 08:30 Example station 10001234 The emergency stop was pressed');
  expect(await bed.server.call(viewers.tenant('2'), warningConfApi.sendSample, sample)).toMatchObject({ status: 404 });
  await bed.database.asSuperuser('update warning_account set verified_at = null');
  expect(await bed.server.call(tenant, warningConfApi.sendSample, sample)).toMatchObject({
    success: false,
    message: 'The account is not verified yet',
  });
});
