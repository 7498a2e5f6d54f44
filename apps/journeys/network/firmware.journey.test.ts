import { createSign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firmwareFile } from '#apps/simulator/pile/upgrade.ts';
import { createCertificate } from '#kit/test/certificates.ts';
import { storageKeys } from '#kit/web/storage.ts';
import { axeViolations } from '../testing/axe.ts';
import { openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { chooseBatchAction, chooseOption, openTestSite, rowOf, rowsOf, toast, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
let piles: ChargingFixture;
const content = Buffer.from(firmwareFile('9.1.0', 60_000));

beforeAll(async () => {
  site = await openTestSite();
  piles = await openChargingFixture(site.product, await openTestNetwork(site.product));
  await piles.ocpp.waitFor(({ connection }) => connection.live);
});
afterAll(async () => {
  piles?.close();
  await site?.close();
});

test('a firmware is uploaded, signed by its maker, and sent to a pile, whose state is seen', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/device/firmware');
  await page.getByRole('button', { name: 'Add' }).click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Name', { exact: true }).fill('Fast charger 9.1');
  await form.getByLabel('Version', { exact: true }).fill('9.1.0');
  const chooser = form.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('these are notes') });
  await page.getByText('This is no firmware').first().waitFor();
  await form
    .getByRole('button', { name: /Remove|Delete/u })
    .first()
    .click();
  await chooser.setInputFiles({ name: 'fast-9.1.bin', mimeType: 'application/octet-stream', buffer: content });
  await form.getByText('fast-9.1.bin').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();

  const { cert, key } = await createCertificate({ name: 'maker.example' });
  await rowOf(page, 'Fast charger 9.1').getByRole('button', { name: 'Verify signature' }).click();
  const signing = page.getByRole('dialog').last();
  await signing.getByLabel("The maker's certificate (PEM)").fill(cert);
  await signing.getByLabel('Signature (base64)').fill('AAAA');
  await signing.getByRole('button', { name: 'OK' }).click();
  await signing.getByText('The signature is not that of this file').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await signing.getByLabel('Signature (base64)').fill(createSign('sha256').update(content).sign(key, 'base64'));
  await signing.getByRole('button', { name: 'OK' }).click();
  await rowOf(page, 'Fast charger 9.1').getByText('CN=maker.example').waitFor();

  await page.goto(page.url().replace('/device/firmware', '/network/pile'));
  const pile = rowOf(page, piles.ocpp.facts.cpCode);
  await pile.getByRole('checkbox').check();
  await chooseBatchAction(page, 'Upgrade firmware');
  const upgrading = page.getByRole('dialog').filter({ hasText: 'Upgrade firmware' });
  await chooseOption(upgrading, 'Firmware', 'Fast charger 9.1');
  await upgrading.getByRole('row', { name: /Is upgraded/u }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await upgrading.getByRole('button', { name: 'Upgrade firmware' }).click();
  await toast(page, 'The upgrade has been requested').waitFor();
  await pile.getByText('Upgrading').waitFor();

  await page.goto(page.url().replace(/#.*/u, '#/device/upgrade-campaign'));
  await rowOf(page, 'Fast charger 9.1').getByText('0 / 1').waitFor();
  await rowOf(page, 'Fast charger 9.1').getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog').last();
  await drawer
    .getByText(/Downloaded|Installing/u)
    .first()
    .waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the log of a pile is fetched and downloaded', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile');
  const pile = rowOf(page, piles.native.facts.cpCode);
  await pile.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Fetch log' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Fetch log' });
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByText('Security', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Fetch log' }).click();
  await page.getByText('The protocol of this pile has no security log').waitFor();
  await dialog.getByText('Diagnostics', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Fetch log' }).click();
  await toast(page, 'The log has been requested').waitFor();
  await page.goto(page.url().replace(/#.*/u, '#/device/pile-log'));
  const row = rowsOf(page).first();
  await row.getByText('Received').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toContain(piles.native.facts.cpCode);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test.each([
  { language: 'zh_CN', path: '/device/upgrade-record', title: '升级记录', header: '目标版本' },
  { language: 'zh_TW', path: '/device/upgrade-record', title: '升級記錄', header: '目標版本' },
  { language: 'zh_CN', path: '/device/pile-log', title: '设备日志', header: '日志类型' },
  { language: 'zh_TW', path: '/device/pile-log', title: '裝置日誌', header: '日誌類型' },
])('$path in $language', async ({ language, path, title, header }) => {
  const { page, pageFaults } = await site.enter(tenantPerson, path, { settings: { [storageKeys.language]: language } });
  await page.getByRole('columnheader', { name: header }).waitFor();
  await waitForTab(page, title);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
