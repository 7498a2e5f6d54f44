import { createServer } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVenue, placeOf } from './testing/browse.ts';
import type { Venue } from './testing/browse.ts';
import { setStage, tenantPerson } from './testing/people.ts';

const provider = new OAuth2Server();
let venue: Venue;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => void (token.payload['sub'] = 'company-7'));
  const port = await freePort();
  venue = await openVenue({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OAUTH2_ISSUER: provider.issuer.url ?? '',
    OAUTH2_CLIENT_ID: 'chargeops',
    OAUTH2_NAME: 'Company ID',
    FILING_NUMBER: '沪ICP备2026000001号',
  });
  await setStage(venue.product);
});
afterAll(async () => {
  await venue?.close();
  await provider.stop();
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
  const visitor = await venue.visitor();
  const { page } = visitor;
  const come = () => page.getByRole('button', { name: 'Sign in with Company ID' }).click();
  await page.goto(`${venue.product.url}/#/network/agent`);
  await come();
  await page.getByRole('heading', { name: 'Connect your account' }).waitFor();
  await page.getByText('company-7 is not connected yet').waitFor();
  await page.getByLabel('Account', { exact: true }).fill(tenantPerson.username);
  await page.getByLabel('Password', { exact: true }).fill(tenantPerson.password);
  await page.getByRole('button', { name: 'Sign in and connect' }).click();
  await page.getByText('North Agent').waitFor();
  // Where they meant to go before they left, and nothing of the provider's answer.
  expect(placeOf(page)).toBe('/network/agent');
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
  expect(visitor.misdeeds.errors).toEqual([]);
  expect(visitor.misdeeds.abroad.every((url) => url.startsWith(`${provider.issuer.url}/authorize`))).toBe(true);
});

test('an answer that this browser never asked for opens nothing', async () => {
  const { page } = await venue.visitor();
  await page.goto(`${venue.product.url}/?code=someone-elses&state=theirs`);
  await page.getByRole('alert').filter({ hasText: 'This browser did not begin this sign-in' }).waitFor();
  expect(placeOf(page)).toMatch(/^\/oauth2-app\/login/);
});

test('the foot of the door tells the filing number and, over the whole page, what is done with personal data', async () => {
  const { page } = await venue.visitor({ locale: 'zh-CN' });
  await page.goto(venue.product.url);
  await page.getByText('沪ICP备2026000001号').waitFor();
  await page.getByRole('button', { name: '隐私政策' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('收集哪些信息').waitFor();
  expect(await dialog.boundingBox()).toMatchObject({ width: 1200, height: 900 });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});
