import { afterAll, beforeAll, expect, test } from 'vitest';
import { stationApi } from '#domains/network/resources.ts';
import { noticeApi } from '#domains/system/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, routeOf, rowOf, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, signInCaller, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const release = async ({ tenant }: Pick<TestNetwork, 'tenant'>, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  const draft = {
    titile: 'Night work',
    msgContent: '<p>From <b>one</b> to three</p><img src=x onerror=alert(1)>',
    priority: 'H',
    msgCategory: '1',
    msgType: 'ALL',
  };
  const { id } = await tenant.ok(noticeApi.add, { ...draft, ...more });
  await tenant.ok(noticeApi.doReleaseData, { id });
};

test('a notice is written, released, heard by the bell, opened and read', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/isps/annountCement');
  const bell = (unread: number) => page.getByRole('button', { name: `Messages, ${unread} unread` });
  await bell(0).waitFor();
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title').fill('Night work');
  await drawer.getByLabel('Content', { exact: true }).click();
  await page.keyboard.type('From ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('one');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' to three');
  await drawer.getByRole('button', { name: 'Picture' }).click();
  const pictures = page.getByRole('dialog', { name: 'Upload a picture' });
  await pictures.locator('input[type=file]').setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: await bell(0).screenshot() });
  await pictures.getByRole('listitem', { name: 'gate.png' }).locator('img[src^="blob:"]').waitFor();
  await pictures.getByLabel('Remark').fill('The gate');
  await pictures.getByRole('button', { name: 'OK' }).click();
  await drawer.locator('.ed-text img[src^="blob:"]').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'Night work').getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await bell(1).click();
  const panel = page.getByRole('region', { name: 'My announcements' });
  await panel.getByRole('tab', { name: 'Notices (1)' }).waitFor();
  expect((await panel.boundingBox())?.width).toBe(300);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: /Night work/ }).click();
  const shown = page.getByRole('dialog').filter({ hasText: 'From one to three' });
  await shown.locator('strong', { hasText: 'one' }).waitFor();
  await shown.locator('img[src^="blob:"][alt="The gate"]').waitFor();
  await bell(0).waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
  await page.goto(`${site.product.url}/#/isps/userAnnouncement`);
  await page
    .getByRole('row', { name: /Night work/ })
    .getByText('Read', { exact: true })
    .waitFor();
  // Where the close button was, another one is pointed at now.
  await page.mouse.move(0, 0);
  expect(await axeViolations(page)).toEqual([]);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('one of the system opens its page, and markup of others runs nothing', async () => {
  const { page, pageFaults } = await site.visitor({ locale: 'zh-CN' });
  await page.goto(site.product.url);
  await page.getByLabel('账号', { exact: true }).fill(tenantPerson.username);
  await page.getByLabel('密码', { exact: true }).fill(tenantPerson.password);
  await page.keyboard.press('Enter');
  const bell = page.getByRole('button', { name: /^消息，\d+ 条未读$/ });
  await bell.waitFor();
  await release(network, { titile: 'To the stations', msgCategory: '2', openType: 'component', openPage: '/network/station' });
  await page.getByRole('button', { name: '消息，1 条未读' }).click();
  await page.getByRole('tab', { name: '系统消息（1）' }).click();
  await page.getByRole('button', { name: /To the stations/ }).click();
  await expect.poll(() => routeOf(page)).toBe('/network/station');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

/** The server says that from now on this page hears of rows that change. */
const isHearingOfStations = ({ payload }: { readonly payload: string | Buffer }): boolean => /watching.*rows:station/u.test(String(payload));

test('a row that somebody else changes is read anew and lights up', async () => {
  const { page } = await site.visitor();
  const hearing = page.waitForEvent('websocket').then((line) => line.waitForEvent('framereceived', isHearingOfStations));
  await page.goto(`${site.product.url}/#/network/station`);
  await signIn(page, tenantPerson);
  await rowOf(page, 'South Two').waitFor();
  await hearing;
  await network.tenant.ok(stationApi.edit, { stationId: network.stations['South Two'], stationName: 'South Renamed' });
  await page.locator('tr.co-row-reload').waitFor();
  await rowOf(page, 'South Renamed').waitFor();
  await expect.poll(() => page.locator('tr.co-row-reload').count()).toBe(0);
});

test('the bell goes on by itself after a restart of the server', async () => {
  const { page, pageFaults } = await site.visitor();
  await page.goto(site.product.url);
  await signIn(page, tenantPerson);
  const bell = page.getByRole('button', { name: /^Messages/ });
  const unread = async (): Promise<number> => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  await release(network);
  await expect.poll(unread).toBeGreaterThan(0);
  const before = await unread();
  await site.restart();
  const lines: string[] = [];
  page.on('websocket', (socket) => lines.push(socket.url()));
  await expect.poll(() => lines.length).toBe(1);
  await release({ tenant: await signInCaller(site.product.url, tenantPerson) }, { titile: 'After the restart' });
  await expect.poll(unread).toBe(before + 1);
  expect([lines.length, pageFaults.foreignRequests]).toEqual([1, []]);
});
