import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { departApi, identity, roleApi, userApi } from '#domains/identity/resources.ts';
import { dictApi, system } from '#domains/system/resources.ts';
import { openTestSite, rowsOf, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { createCallEndpoint, inParallel } from '#kit/test/nouns/call-endpoint.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { fileNameInput, pushPayloadsByActs, refuseAll, releaseAll, uploadNamed } from '../testing/payload-acts.ts';
import type { ActCaller } from '../testing/payload-acts.ts';
import { ADDS, CALL_NAME, EDITS, pushPayloads } from '../testing/payload-rows.ts';
import type { PayloadInputs, PayloadReport } from '../testing/payload-rows.ts';
import { payloads } from '../testing/payloads.ts';
import { northPerson, openTestNetwork, signInCaller, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';
import { namedInputs, exclusionReasonOf, textInputs } from '../testing/text-inputs.ts';

const all = [...system.features, ...identity.features];
const features = all.filter(({ resource, api }) => resource && api['add']);
let site: TestSite;
let network: TestNetwork;
let reports: readonly PayloadReport[];
let acceptedInputs: ReadonlySet<string>;

beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const { url } = site.product;
  const acting: ActCaller = { url, ask: createCallEndpoint(`${url}${BASE_PATH}`), features: all, token: network.admin.token };
  const { token: ownToken } = await signInCaller(url, northPerson);
  const acts = await pushPayloadsByActs(acting, { ownToken });
  const givens = await givensOf(await uploadNamed(acting));
  // Users and rights last: after a change of them every session is read anew.
  const inOrder = [system, identity].map((domain) => features.filter((feature) => domain.features.includes(feature)));
  const parts: PayloadReport[] = [];
  for (const part of inOrder) {
    parts.push(...(await inParallel(part, (feature) => pushPayloads(acting, { feature, at: features.indexOf(feature) }, givens), 3)));
    // Between the two domains, because the log shows the last operations first.
    if (parts.length === part.length) await refuseAll(acting, refusedOf(parts));
  }
  reports = parts;
  await releaseAll(acting, parts.find(({ noun }) => noun === 'notice')?.rows.slice(0, RELEASED) ?? []);
  acceptedInputs = new Set([...acts, ...reports.flatMap((each) => each.accepted), fileNameInput]);
});
afterAll(() => site?.close());

/** Every fourth category, so that every carrier is among them. */
const refusedOf = (parts: readonly PayloadReport[]) =>
  parts.find(({ noun }) => noun === 'category')?.rows.filter((_row, n) => n % REFUSED_EVERY === 0) ?? [];
const REFUSED_EVERY = 4;

/** More than one page of the list of own notices. */
const RELEASED = 40;

const givensOf = async (files: readonly string[]): Promise<PayloadInputs> => {
  const roles = (await network.admin.ok(roleApi.list, { pageSize: '30' })).records;
  const dict = await network.admin.ok(dictApi.add, { dictCode: 'payload_home', dictName: 'Payloads', type: 0 });
  const depart = await network.admin.ok(departApi.add, { departName: 'Payloads', departOrder: 0, orgCategory: 1, status: 1 });
  const stationManager = roles.find(({ roleCode }) => roleCode === 'stationManager')?.id ?? '';
  return {
    user: (n) => ({
      password: tenantPerson.password,
      roleId: roles.find(({ roleCode }) => roleCode === 'tenantAdmin')?.id,
      tenantId: network.tenantId,
      username: `payload_${n}`,
    }),
    departRole: () => ({ departId: depart.id }),
    roleGroup: () => ({ roleIds: `${stationManager},` }),
    role: () => ({ permissions: ['station:list'], roleLevel: 90 }),
    category: () => ({ pid: '0' }),
    notice: (n, payload) => ({ msgType: 'ALL', files: [{ path: files[n], name: payload }] }),
    dict: () => ({ protected: 0 }),
    dictItem: () => ({ dictId: dict.id, protected: 0 }),
    permission: (n) => ({ menuType: 0, url: `/payload/${n}`, sortNo: 1 }),
    job: () => ({ jobClassName: 'jobRunRetention', cronExpression: '0 0 4 * * ?', timezone: 'UTC', parameter: { keepDays: 90 } }),
    checkRule: (_n, payload) => ({ ruleJson: [{ digits: '*', pattern: '^a$', message: payload }] }),
  };
};

declare global {
  interface Window {
    ran: string[];
  }
}

/** A page that notes payloads that run and violations of the content security policy. */
const openWatchedPage = async (): Promise<Page> => {
  const { page } = await site.visitor();
  // The script below stays in the context, so no other test may use it.
  onTestFinished(() => page.context().close());
  await page.context().addInitScript(() => {
    window.ran = [];
    Object.assign(window, { __ran: () => window.ran.push('a payload ran') });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.ran.push(`stopped by ${violatedDirective}: ${blockedURI}`),
    );
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  return page;
};
/** A payload has replaced the privacy text, so the sign-in asks for the consent again. */
const agreeAndSignIn = async (page: Page, who: Person): Promise<void> => {
  const consent = page.locator('.co-sign-consent');
  await consent.getByRole('button', { name: 'Privacy' }).click();
  await page.getByRole('dialog', { name: 'Privacy' }).locator('article:not([aria-busy])').waitFor();
  await page.waitForLoadState('networkidle');
  await expectNothingRan(page, 'the privacy text');
  await page.getByRole('button', { name: 'Close' }).click();
  await consent.getByRole('checkbox').check();
  await signIn(page, who);
};
const expectNothingRan = async (page: Page, where: string) => expect([where, await page.evaluate(() => window.ran)]).toEqual([where, []]);

test('two hundred payloads go through the text fields that take any text, half of them through each noun', () => {
  expect(payloads.length).toBe(200);
  expect(new Set(payloads).size).toBe(200);
  // When a noun accepts none, its required inputs are missing in `givensOf`.
  for (const { noun, added, edited } of reports) expect([noun, added, edited]).toEqual([noun, ADDS, EDITS]);
  const inputs = textInputs(all);
  // Every text input either accepted the payloads or has a reason in text-inputs.ts.
  expect(inputs.filter((input) => !acceptedInputs.has(input) && exclusionReasonOf(input) === undefined)).toEqual([]);
  expect(namedInputs.filter((input) => !inputs.includes(input) || acceptedInputs.has(input))).toEqual([]);
});

test('the policy of the built product lets no written script and no evaluated text run', async () => {
  for (const path of ['/', '/index.html']) {
    const policy = (await fetch(`${site.product.url}${path}`)).headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect([path, scripts]).toEqual([path, "'self'"]);
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain("object-src 'none'");
  }
  const api = await fetch(`${site.product.url}/jeecg-boot/sys/role/list`);
  expect(api.headers.get('x-content-type-options')).toBe('nosniff');
  expect(api.headers.get('content-security-policy')).toContain("default-src 'none'");
  // The page of these tests notes a script that is written into it.
  const page = await openWatchedPage();
  await page.goto(site.product.url);
  await page.evaluate(() => {
    const image = document.createElement('div');
    image.innerHTML = '<img src=x onerror=__ran(1)>';
    document.body.append(image);
  });
  await expect.poll(() => page.evaluate(() => window.ran.length)).toBeGreaterThan(0);
});

const mainText = (page: Page): Promise<string> => page.locator('main').innerText();
/** Waits until the text of the page differs from `before`. */
const waitForChange = async (page: Page, before: string): Promise<void> => {
  await expect.poll(() => mainText(page)).not.toBe(before);
};

/** Goes through pages of a list, to the last one at most. Payloads that run later are noted too. */
const readPages = async (page: Page, where: string, pagesMax = PAGES_MAX): Promise<void> => {
  const mark = textsToFind[where] ?? CALL_NAME;
  let isSeen = false;
  for (let pageNo = 1; ; pageNo += 1) {
    const next = page.locator('.ant-pagination-next:not(.ant-pagination-disabled) button').filter({ visible: true }).last();
    const before = await mainText(page);
    isSeen ||= before.includes(mark);
    if (pageNo === pagesMax) break;
    // The button is disabled as soon as the rows of the last page arrive.
    const isTurned = (await next.isVisible()) && (await next.click({ timeout: 3_000 }).then(always, never));
    if (!isTurned) break;
    await waitForChange(page, before);
  }
  if (!isSeen) await expect.poll(() => mainText(page), { message: where }).toContain(mark);
};
const PAGES_MAX = 7;
/** The login log masks unknown accounts, because somebody may have typed a password there. */
const textsToFind: Readonly<Record<string, string>> = { '/system/login-log': ']]***' };
const always = (): boolean => true;
const never = (): boolean => false;

/** Opens a box that shows payloads by its button, and closes it. */
const openAndClose = async (page: Page, button: string, box: string): Promise<void> => {
  await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
  await page.locator(box).filter({ hasText: CALL_NAME, visible: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator(box).filter({ visible: true }).first().waitFor({ state: 'hidden' });
};

/** What to open on a page, besides the edit form of its first row. */
const openings: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/system/role': async (page) => {
    await openAndClose(page, 'Views', '.ant-dropdown');
    await openAndClose(page, 'Advanced', '.ant-modal');
  },
  '/system/config': (page) => page.getByRole('listitem').filter({ hasText: 'Filing number' }).getByRole('button', { name: 'History' }).click(),
  '/system/oper-log': async (page) => {
    const before = await mainText(page);
    await page.goto(`${site.product.url}/#/system/oper-log?noun=category&outcome=2`);
    await waitForChange(page, before);
    await rowsOf(page).filter({ hasText: 'delete' }).first().getByText('Details').click();
    await page.locator('.ant-drawer').filter({ hasText: CALL_NAME, visible: true }).first().waitFor();
    await expectNothingRan(page, 'a refusal in the log');
    await page.keyboard.press('Escape');
  },
  '/isps/userAnnouncement': async (page) => {
    // Notices of the same time have no fixed order, so one is searched for.
    const title = page.getByLabel('Title', { exact: true }).locator('visible=true');
    await title.fill(CALL_NAME);
    await title.press('Enter');
    await page.getByRole('button', { name: CALL_NAME }).first().click();
  },
  '/system/dict': async (page) => {
    await page.getByText('Custom', { exact: true }).locator('visible=true').click();
    await readPages(page, 'dictionaries');
    await page.getByPlaceholder('Find by name or code').locator('visible=true').fill('payload_home');
    await page.getByText('payload_home').first().click();
    await rowsOf(page).first().waitFor();
    await readPages(page, 'items of a dictionary');
  },
};

interface ListToRead {
  readonly path: string;
  readonly pageNo: number;
  readonly pagesMax: number;
}

const checkPage = async (page: Page, { path, pageNo, pagesMax }: ListToRead): Promise<void> => {
  const before = await mainText(page);
  await page.goto(`${site.product.url}/#${path}?pageSize=100&pageNo=${pageNo}`);
  await waitForChange(page, before);
  if (path !== '/system/dict') await readPages(page, path, pagesMax);
  await openings[path]?.(page);
  const edit = rowsOf(page).first().getByRole('button', { name: 'Edit' });
  if (await edit.isVisible()) {
    await edit.click();
    await page.getByRole('dialog').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  }
  await page.waitForLoadState('networkidle');
  await expectNothingRan(page, path);
};

test('nothing of it runs in any list, detail or form of the system', async () => {
  const page = await openWatchedPage();
  await page.goto(`${site.product.url}/#/system/software`);
  await agreeAndSignIn(page, { username: 'admin', password: site.product.adminPassword });
  const ofNouns = features.flatMap(({ menu }) => (menu ?? []).map(({ path }) => path));
  const lists: readonly ListToRead[] = [
    // One page of each noun has all of its payloads.
    ...ofNouns.map((path) => ({ path, pageNo: 1, pagesMax: 1 })),
    ...['/system/config', '/system/oper-log', '/system/login-log', '/isps/userAnnouncement'].map((path) => ({
      path,
      pageNo: 1,
      pagesMax: PAGES_MAX,
    })),
  ];
  expect(lists.length).toBeGreaterThan(6);
  const waiting = [...lists];
  const windows = [page, await page.context().newPage()];
  await Promise.all(
    windows.map(async (each) => {
      await each.goto(`${site.product.url}/#/system/software`);
      for (let list = waiting.shift(); list !== undefined; list = waiting.shift()) await checkPage(each, list);
    }),
  );
});

test('nor in the frame of the page: the own name, a title, an address and a refusal', async () => {
  const [payload = ''] = payloads;
  const { id, version } = (await network.admin.ok(userApi.list, { username: tenantPerson.username })).records[0] ?? {};
  await network.admin.ok(userApi.edit, { id, version, realname: payload });
  const page = await openWatchedPage();
  await page.goto(`${site.product.url}/#/system/user?realname=${encodeURIComponent(payload)}&column=${encodeURIComponent(payload)}`);
  await agreeAndSignIn(page, tenantPerson);
  await page.getByRole('button', { name: payload }).first().waitFor();
  await rowsOf(page).filter({ visible: true }).first().waitFor();
  await expectNothingRan(page, 'header');
  for (const address of [`/${payload}`, `/user/login?redirect=javascript:__ran(1)`, `/system/role?view=${payload}`]) {
    await page.goto(`${site.product.url}/#${address.split('?').map(encodeURI).join('?')}`);
    await page.waitForLoadState('networkidle');
    expect([address, await page.evaluate(() => window.ran)]).toEqual([address, []]);
  }
});
