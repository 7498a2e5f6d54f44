import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyInvoiceInfoApi } from '#domains/money/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { addWeChatAccount, CONTRAST, IPHONE, pathBehindCode, sidewaysPx, smallTargets } from '../testing/driver-fixture.ts';
import { startMailReceiver } from '../testing/mail-receiver.ts';
import type { MailReceiver } from '../testing/mail-receiver.ts';
import { startStandInProgram } from '../testing/stand-in.ts';
import type { StandInProgram } from '../testing/stand-in.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import { openTestSite, rowOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let site: TestSite;
let chargers: ChargingFixture;
let standIn: StandInProgram;
let mailbox: MailReceiver;
let path = '';
beforeAll(async () => {
  standIn = await startStandInProgram();
  mailbox = await startMailReceiver();
  site = await openTestSite({ PAYMENT_STAND_IN: standIn.origin, ...mailbox.env });
  const network = await openTestNetwork(site.product);
  chargers = await openChargingFixture(site.product, network);
  await addWeChatAccount(standIn, network);
  const { companyInvoiceInfoId } = await network.tenant.ok(companyInvoiceInfoApi.add, {
    tenantId: network.tenantId,
    companyName: '旅程充电有限公司',
    taxNumber: '91350100M000100Y43',
    elecGoodsCode: '1100101020200000000',
    elecGoodsName: '充电电费',
    elecTaxRate: '13.00',
    srvGoodsCode: '3049900000000000000',
    srvGoodsName: '充电服务费',
    srvTaxRate: '6.00',
    ...(await standIn.invoiceAccount()),
  });
  await network.tenant.ok(companyInvoiceInfoApi.checkSeller, { companyInvoiceInfoId });
  path = await pathBehindCode(network, chargers.native.facts.cpCode);
});
afterAll(async () => {
  chargers?.close();
  await site?.close();
  await mailbox?.stop();
  standIn?.stop();
});

const MAIL = 'books@fleet.example';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const faultsOf = async (page: Page) => [
  await axeViolations(page, 'html'),
  await axeViolations(page, 'html', CONTRAST),
  await smallTargets(page),
  await sidewaysPx(page),
];

/** A driver has paid and charged, and sees the bill. */
const chargedPhone = async () => {
  const visitor = await site.visitor({ viewport: { width: 390, height: 844 }, userAgent: IPHONE });
  const { page } = visitor;
  chargers.native.plug(1, aCar('LINVOICE000000001'));
  await page.goto(`${site.product.url}${path}`);
  await page.getByText('Plugged in').waitFor();
  await button(page, /^Pay ¥\d+\.00 and start$/u).click();
  await page.waitForURL((url) => url.origin === standIn.origin);
  await button(page, /^Pay CNY/u).click();
  await page.waitForURL(/\/o\/[\w-]+$/u);
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await page.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  await button(page, 'Stop charging').click();
  await button(page, 'Yes, stop').click();
  await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  return visitor;
};

test('a driver asks for an invoice on the phone and gets the PDF by mail; the operator cancels it by a red one', async () => {
  const { page, pageFaults } = await chargedPhone();
  await button(page, 'Ask for an invoice').click();
  await page.getByText('A company').click();
  await page.getByLabel('Name of the company').fill('上海物流有限公司');
  await page.getByLabel('Tax number').fill('9144030071526726XH');
  await page.getByLabel('Send it to this mail address').fill(MAIL);
  await button(page, 'Ask for an invoice').click();
  await page.getByText('This tax number is not right. Please check it').waitFor();
  expect(await faultsOf(page)).toEqual([[], [], [], 0]);
  await page.getByLabel('Tax number').fill('9144 0300 7152 6726 XG');
  await button(page, 'Ask for an invoice').click();
  await page.getByText('Your invoice is issued').waitFor();
  const number = /No\. (\d{20})/u.exec(await page.locator('main').innerText())?.[1] ?? '';
  expect(number).toMatch(/^\d{20}$/u);
  await page.getByText('Sent to bo***@fleet.example').waitFor();
  expect(await faultsOf(page)).toEqual([[], [], [], 0]);
  await expect.poll(() => mailbox.mailsTo(MAIL).length).toBe(1);
  const [mail] = mailbox.mailsTo(MAIL);
  expect(mail?.files.map(({ name }) => name)).toEqual([`invoice-${number}.pdf`, `invoice-${number}.xml`]);
  expect(mail?.files[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(mail?.files[1]?.bytes.toString('utf8')).toContain('上海物流有限公司');

  const office = await site.enter(tenantPerson, '/money/invoice');
  const row = rowOf(office.page, number);
  await row.getByText('Issued', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'More' }).click();
  await office.page.getByRole('menuitem', { name: 'Red-dash' }).click();
  const dialog = office.page.getByRole('dialog').filter({ hasText: `Red-dash of invoice ${number}` });
  await dialog.getByLabel('Remark of the red-dash').fill('The company has another name');
  await dialog.getByRole('button', { name: 'Red-dash' }).click();
  await toast(office.page, 'The red-dash is asked for').waitFor();
  await row.getByText('In progress').waitFor();
  await row.getByRole('button', { name: 'More' }).click();
  await office.page.getByRole('menuitem', { name: 'Details' }).click();
  const drawer = office.page.locator('.ant-drawer').filter({ hasText: 'tenant asked for it: The company has another name' });
  await drawer.getByRole('button', { name: 'Proceed' }).click();
  await office.page.getByRole('dialog').filter({ hasText: 'A red invoice cancels this one' }).getByRole('button', { name: 'Proceed' }).click();
  await toast(office.page, 'The red-dash proceeds').waitFor();
  await expect.poll(() => mailbox.mailsTo(MAIL).length).toBe(2);
  expect(mailbox.mailsTo(MAIL)[1]?.files[1]?.bytes.toString('utf8')).toMatch(/<Total>-\d/u);
  await page.reload();
  await page.getByText('The invoice was cancelled').waitFor();
  // The order may be invoiced anew.
  await button(page, 'Ask for an invoice').waitFor();
  // The wrong tax number was refused, which the browser reports.
  expect(pageFaults.errors.filter((error) => !error.includes('409'))).toEqual([]);
  expect(office.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
