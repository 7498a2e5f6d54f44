import { createServer } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCas } from '#kit/test/cas.ts';
import type { CasServer } from '#kit/test/cas.ts';
import { openTestSite, routeOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

const provider = new OAuth2Server();
let cas: CasServer;
let site: TestSite;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => void (token.payload['sub'] = 'company-7'));
  cas = await startCas();
  const port = await freePort();
  site = await openTestSite({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OAUTH2_ISSUER: provider.issuer.url ?? '',
    OAUTH2_CLIENT_ID: 'chargeops',
    OAUTH2_NAME: 'Company ID',
    CAS_URL: cas.url,
    CAS_NAME: 'Campus',
    FILING_NUMBER: '沪ICP备2026000001号',
  });
  await openTestNetwork(site.product);
});
afterAll(async () => {
  await site?.close();
  await provider.stop();
  await cas?.close();
});

/** The product must know its own address before it starts. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

test('a person comes from another service, connects their account once, and comes straight in the next time', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  const come = () => page.getByRole('button', { name: 'Sign in with Company ID' }).click();
  await page.goto(`${site.product.url}/#/network/agent`);
  await come();
  await page.getByRole('heading', { name: 'Connect your account' }).waitFor();
  await page.getByText('company-7 is not connected yet').waitFor();
  await page.getByLabel('Account', { exact: true }).fill(tenantPerson.username);
  await page.getByLabel('Password', { exact: true }).fill(tenantPerson.password);
  await page.getByRole('button', { name: 'Sign in and connect' }).click();
  await page.getByText('North Agent').waitFor();
  // Where they meant to go before they left, and nothing of the provider's answer.
  expect(routeOf(page)).toBe('/network/agent');
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await come();
  await page.locator('.co-menu').waitFor();
  expect(await page.getByRole('button', { name: 'tenant person' }).isVisible()).toBe(true);

  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('My account', { exact: true }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Where you are signed in' });
  await drawer.getByText('This device').waitFor();
  await drawer.getByRole('listitem').filter({ hasText: 'Company ID' }).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Disconnect your Company ID account?' }).getByRole('button', { name: 'Disconnect' }).click();
  await drawer.getByText('None. Sign in with another service once').waitFor();
  expect(visitor.pageFaults.errors).toEqual([]);
  expect(visitor.pageFaults.foreignRequests.every((url) => url.startsWith(`${provider.issuer.url}/authorize`))).toBe(true);
});

test('by CAS one says there who one is, connects the account once, and is let straight in from then on', async () => {
  const visitor = await site.visitor({ locale: 'zh-CN' });
  const { page } = visitor;
  const come = () => page.getByRole('button', { name: '使用 Campus 登录' }).click();
  await page.goto(`${site.product.url}/#/network/agent`);
  await come();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.getByLabel('Name').fill('campus.worker');
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('campus.worker').waitFor();
  await page.getByLabel('账号', { exact: true }).fill(tenantPerson.username);
  await page.getByLabel('密码', { exact: true }).fill(tenantPerson.password);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.getByText('North Agent').waitFor();
  expect([routeOf(page), new URL(page.url()).search]).toEqual(['/network/agent', '']);

  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('退出登录', { exact: true }).click();
  await page.getByRole('dialog').locator('.ant-btn-primary').click();
  await come();
  // The server there remembers: nothing is asked on either side.
  await page.locator('.co-menu').waitFor();
  expect(visitor.pageFaults.errors).toEqual([]);
  expect(visitor.pageFaults.foreignRequests.every((url) => url.startsWith(`${cas.url}/login`))).toBe(true);
});

test.each(['code=someone-elses&state=theirs', 'ticket=ST-someone-elses'])(
  'an answer that this browser never asked for opens nothing: %s',
  async (answer) => {
    const { page } = await site.visitor();
    await page.goto(`${site.product.url}/?${answer}`);
    await page.getByRole('alert').filter({ hasText: 'This browser did not begin this sign-in' }).waitFor();
    expect(routeOf(page)).toMatch(/^\/oauth2-app\/login/);
  },
);

test('the footer of the sign-in page shows the filing number, and its privacy link opens the privacy text over the whole page', async () => {
  const { page } = await site.visitor({ locale: 'zh-CN' });
  await page.goto(site.product.url);
  await page.getByText('沪ICP备2026000001号').waitFor();
  await page.getByRole('button', { name: '隐私政策' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('收集哪些信息').waitFor();
  expect(await dialog.boundingBox()).toMatchObject({ width: 1200, height: 900 });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});
