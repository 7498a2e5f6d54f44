import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { departApi, identity, roleApi, userApi } from '#domains/identity/resources.ts';
import { dictApi, system } from '#domains/system/resources.ts';
import { openVenue, rowsOf, signIn } from './testing/browse.ts';
import type { Venue } from './testing/browse.ts';
import { inParallel } from '#apps/server/testing/ask.ts';
import { pushPayloads } from './testing/payload-rows.ts';
import type { Givens, Pushed } from './testing/payload-rows.ts';
import { payloads } from './testing/payloads.ts';
import { setStage, tenantPerson } from './testing/people.ts';
import type { Stage } from './testing/people.ts';

const features = [...system.features, ...identity.features].filter(({ resource, api }) => resource && api['add']);
/** Text fields whose own rule lets no such text in. */
const guarded: Readonly<Record<string, string>> = {
  'dict.dictCode': 'letters, digits and a few signs',
  'dictItem.itemValue': 'a value of the dictionary',
  'category.code': 'letters and digits',
  'checkRule.ruleCode': 'letters and digits',
  'user.phone': 'a phone number',
  'user.telephone': 'a phone number',
  'user.selectedroles': 'a role',
  'user.email': 'an address',
  'role.roleCode': 'letters and digits',
  'roleGroup.roleIds': 'roles',
  'roleGroup.userIds': 'people',
  'depart.mobile': 'a phone number',
  'departRole.roleCode': 'letters and digits',
  'position.code': 'letters and digits',
  'job.jobClassName': 'a kind of job',
  'job.cronExpression': 'a cron expression',
  'notice.openPage': 'a page of the product',
};
let venue: Venue;
let stage: Stage;
let pushed: readonly Pushed[];

beforeAll(async () => {
  venue = await openVenue();
  stage = await setStage(venue.product);
  const { url } = venue.product;
  const roles = (await stage.admin.ok(roleApi.list, { pageSize: '30' })).records;
  const dict = await stage.admin.ok(dictApi.add, { dictCode: 'payload_home', dictName: 'Payloads', type: 0 });
  const depart = await stage.admin.ok(departApi.add, { departName: 'Payloads', departOrder: 0, orgCategory: 1, status: 1 });
  const givens: Givens = {
    user: (n) => ({
      password: tenantPerson.password,
      roleId: roles.find(({ roleCode }) => roleCode === 'tenantAdmin')?.id,
      tenantId: stage.tenantId,
      username: `payload_${n}`,
      // Ids of rows, each of which is looked for; refused one by one they would cost a password hash each.
      selecteddeparts: null,
      departIds: null,
      post: null,
      relTenantIds: null,
    }),
    departRole: () => ({ departId: depart.id }),
    roleGroup: () => ({ roleIds: `${roles.find(({ roleCode }) => roleCode === 'stationManager')?.id ?? ''},`, userIds: null }),
    role: () => ({ permissions: ['station:list'], roleLevel: 90 }),
    category: () => ({ pid: '0' }),
    notice: () => ({ msgType: 'ALL', userIds: null }),
    dictItem: () => ({ dictId: dict.id }),
    permission: (n) => ({ menuType: 0, url: `/payload/${n}`, sortNo: 1 }),
    job: () => ({ jobClassName: 'jobRunRetention', cronExpression: '0 0 4 * * ?', timezone: 'UTC', parameter: { keepDays: 90 } }),
    checkRule: () => ({ ruleJson: [{ digits: '*', pattern: '^a$', message: 'x' }] }),
  };
  pushed = await inParallel(features, (feature) => pushPayloads({ url, token: stage.admin.token }, feature, givens));
}, 240_000);
afterAll(() => venue?.close());

declare global {
  interface Window {
    ran: string[];
  }
}

/** Somebody whose page notes what runs, and what the policy had to stop. */
const openWatched = async (): Promise<Page> => {
  const { page } = await venue.visitor();
  await page.addInitScript(() => {
    window.ran = [];
    Object.assign(window, { __ran: () => window.ran.push('a payload ran') });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.ran.push(`stopped by ${violatedDirective}: ${blockedURI}`),
    );
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  return page;
};
const nothingRan = async (page: Page, where: string) => expect([where, await page.evaluate(() => window.ran)]).toEqual([where, []]);

test('two hundred payloads go through every text field that takes any text', () => {
  expect(payloads.length).toBe(200);
  expect(new Set(payloads).size).toBe(200);
  // A noun that takes none is asked for in a way it does not like: say above what else it wants.
  for (const { noun, added } of pushed) expect([noun, added]).toEqual([noun, 200]);
  expect(pushed.flatMap(({ noun, never }) => never.map((name) => `${noun}.${name}`)).filter((name) => !(name in guarded))).toEqual([]);
});

test('the policy of the built product lets no written script and no evaluated text run', async () => {
  for (const path of ['/', '/index.html']) {
    const policy = (await fetch(`${venue.product.url}${path}`)).headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect([path, scripts]).toEqual([path, "'self'"]);
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain("object-src 'none'");
  }
  const api = await fetch(`${venue.product.url}/jeecg-boot/sys/role/list`);
  expect(api.headers.get('x-content-type-options')).toBe('nosniff');
  expect(api.headers.get('content-security-policy')).toContain("default-src 'none'");
  // The watch of these tests works: a script that is written into the page is stopped and noted.
  const page = await openWatched();
  await page.goto(venue.product.url);
  await page.evaluate(() => {
    const image = document.createElement('div');
    image.innerHTML = '<img src=x onerror=__ran(1)>';
    document.body.append(image);
  });
  await expect.poll(() => page.evaluate(() => window.ran.length)).toBeGreaterThan(0);
});

/** Turns the pages of what is shown until there is no next one; answers whether payloads were in sight. */
const leafThrough = async (page: Page, where: string): Promise<boolean> => {
  let isSeen = false;
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    await page.waitForLoadState('networkidle');
    isSeen ||= (await page.locator('main').innerText()).includes('__ran(1)');
    await nothingRan(page, `${where}, page ${pageNo}`);
    const next = page.locator('.ant-pagination-next:not(.ant-pagination-disabled)').filter({ visible: true }).last();
    // The last page falls asleep while its rows come.
    if (
      !(await next.isVisible()) ||
      !(await next.click({ timeout: 3_000 }).then(
        () => true,
        () => false,
      ))
    )
      break;
  }
  return isSeen;
};
const PAGES_MAX = 10;

test('nothing of it runs in any list, detail or form of the system', async () => {
  const page = await openWatched();
  await page.goto(`${venue.product.url}/#/system/role`);
  await signIn(page, { username: 'admin', password: venue.product.adminPassword });
  const paths = features.flatMap(({ menu }) => (menu ?? []).map(({ path }) => path));
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) {
    await page.goto(`${venue.product.url}/#${path}?pageSize=100`);
    await page.locator('main .ant-pagination, main .ant-table, main .tt').filter({ visible: true }).first().waitFor();
    expect([path, await leafThrough(page, path)]).toEqual([path, true]);
    const edit = rowsOf(page).first().getByRole('button', { name: 'Edit' });
    if (!(await edit.isVisible())) continue;
    await edit.click();
    await page.getByRole('dialog').first().waitFor();
    await nothingRan(page, `${path} form`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  }
  await page.goto(`${venue.product.url}/#/system/dict`);
  await page.getByPlaceholder('Find by name or code').locator('visible=true').fill('payload_home');
  await page.getByText('payload_home').first().click();
  await rowsOf(page).first().waitFor();
  expect(await leafThrough(page, 'items of a dictionary')).toBe(true);
}, 240_000);

test('nor in the frame of the page: the own name, a title, an address and a refusal', async () => {
  const [payload = ''] = payloads;
  const { id, version } = (await stage.admin.ok(userApi.list, { username: tenantPerson.username })).records[0] ?? {};
  await stage.admin.ok(userApi.edit, { id, version, realname: payload });
  const page = await openWatched();
  await page.goto(`${venue.product.url}/#/system/user?realname=${encodeURIComponent(payload)}&column=${encodeURIComponent(payload)}`);
  await signIn(page, tenantPerson);
  await page.getByRole('button', { name: payload }).first().waitFor();
  await rowsOf(page).filter({ visible: true }).first().waitFor();
  await nothingRan(page, 'header');
  for (const address of [`/${payload}`, `/user/login?redirect=javascript:__ran(1)`, `/system/role?view=${payload}`]) {
    await page.goto(`${venue.product.url}/#${address.split('?').map(encodeURI).join('?')}`);
    await page.waitForLoadState('networkidle');
    expect([address, await page.evaluate(() => window.ran)]).toEqual([address, []]);
  }
});
