import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, routeOf, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { slideByKeys, slideByMouse, slideUntil } from '../testing/slider.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

test.each([
  { locale: 'zh-CN', account: '账号', password: '密码', button: '登录', refusal: '用户名或密码错误，请核对后重试，或点“忘记密码”重新设置' },
  { locale: 'zh-TW', account: '帳號', password: '密碼', button: '登入', refusal: '使用者名稱或密碼錯誤，請核對後重試，或點「忘記密碼」重新設定' },
  {
    locale: 'en-US',
    account: 'Account',
    password: 'Password',
    button: 'Sign in',
    refusal: 'User name or password is wrong; check both, or choose Forgotten password',
  },
])('a browser in $locale is told a wrong password in its own words', async ({ locale, account, password, button, refusal }) => {
  const { page } = await site.visitor({ locale });
  await page.goto(site.product.url);
  await page.getByLabel(account, { exact: true }).fill(`tenant.${locale}`);
  await page.getByLabel(password, { exact: true }).fill('not-the-password-1');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('alert').filter({ hasText: refusal }).waitFor();
  // The account stays, the wrong password goes, and typing can begin again at once.
  expect(await page.getByLabel(account, { exact: true }).inputValue()).toBe(`tenant.${locale}`);
  expect(await page.getByLabel(password, { exact: true }).inputValue()).toBe('');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
  await page.context().close();
});

test('a link into the product leads there after signing in, and signing out leads back to the sign-in page', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  await page.goto(`${site.product.url}/#/network/agent?agentName=North`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(routeOf(page)).toBe(`/user/login?redirect=${encodeURIComponent('/network/agent?agentName=North')}`);
  await signIn(page, tenantPerson);
  await page.getByText('North Agent').waitFor();
  expect(routeOf(page)).toBe('/network/agent?agentName=North');

  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // Nothing of the page before is left, and the way back asks again.
  await page.goto(`${site.product.url}/#/network/agent`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('North Agent').count()).toBe(0);
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('who signs out while the server cannot be told is out in this browser, and reads why the server is not', async () => {
  const { page } = await site.enter(tenantPerson, '/network/agent');
  await page.route('**/sys/logout*', (route) => route.abort());
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByText('the server could not be told: No connection').waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('Access-Token'), 'wasHere' in window])).toEqual([null, false]);
});

test('whether browser and line are fit is open to everybody, and an address beside it to nobody', async () => {
  const { page, pageFaults } = await site.visitor();
  await page.goto(`${site.product.url}/#/user/login`);
  await page.getByRole('link', { name: 'Self-check' }).click();
  await page.getByText(/Answers after \d+ ms/).waitFor();
  await page.getByText('As the server has it').waitFor();
  await page.getByText('Checked for whoever is signed in').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${site.product.url}/#/test`);
  await expect.poll(() => routeOf(page)).toBe('/test/home');
  await page.goto(`${site.product.url}/#/test/nothing`);
  await expect.poll(() => routeOf(page)).toBe('/user/login?redirect=%2F404');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
  const signedIn = await site.enter(tenantPerson, '/network/agent');
  await signedIn.page.goto(`${site.product.url}/#/test/home`);
  await signedIn.page.getByText('Can be opened').waitFor();
});

test('a signed-in user who opens the sign-in page is redirected, never to another site', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  await page.goto(`${site.product.url}/#/user/login?redirect=//evil.example/`);
  await signIn(page, northPerson);
  expect(new URL(page.url()).origin).toBe(site.product.url);
  await page.goto(`${site.product.url}/#/user/login`);
  await page.locator('.co-menu').waitFor();
  expect(routeOf(page)).not.toContain('/user/login');
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('after a wrong password the slider is moved by mouse, by a miss and by keys, and then the right one opens', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  const submitPassword = async (password: string): Promise<void> => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto(site.product.url);
  await page.getByLabel('Account', { exact: true }).fill(northPerson.username);
  await submitPassword('not-the-password-1');
  await page.getByRole('alert').waitFor();
  await submitPassword('not-the-password-2');
  await slideByMouse(page, { off: -30 });
  await page.getByText('That did not fit the gap, try again').waitFor();
  await slideByMouse(page);
  await page.getByRole('alert').filter({ hasText: 'User name or password is wrong; check both, or choose Forgotten password' }).waitFor();
  await submitPassword(northPerson.password);
  await slideUntil(page, page.locator('.co-menu'), slideByKeys);
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
