import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderState } from '#engines/order/codes.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { aCar, addPrices, connectPile } from '../testing/charging-fixture.ts';
import { button, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';
import { tenantPerson } from '../testing/test-network.ts';
import { rowOf } from '../testing/test-site.ts';

/** What was paid is followed through the pages of the back office: each of them has to show the same cents. */

let drivers: DriverSite;
let piles: Readonly<Record<'prepaid' | 'company', Pile>>;
beforeAll(async () => {
  drivers = await openDriverSite();
  const { site, network } = drivers;
  const rateRuleId = await addPrices(network);
  const connect = (cpCode: string) => connectPile(site.product, network, { cpCode, protocol: 'native', rateRuleId });
  piles = { prepaid: await connect('CENT-1'), company: await connect('CENT-2') };
  for (const pile of Object.values(piles)) await pile.waitFor(({ connection }) => connection.live);
});
afterAll(async () => {
  for (const pile of Object.values(piles ?? {})) pile.close();
  await drivers?.close();
});

const centsOf = (text: string | undefined): number => Math.round(Number(/-?\d[\d,]*\.\d\d/u.exec(text ?? '')?.[0].replaceAll(',', '')) * 100);

/** The cells of the row with these words, by the titles of their columns. */
const cellsOf = async (page: Page, words: string): Promise<Readonly<Record<string, string>>> => {
  await rowOf(page, words).first().waitFor();
  const titles = await page.locator('.co-table:visible').first().locator('thead th').allInnerTexts();
  const cells = await rowOf(page, words).first().locator('td').allInnerTexts();
  expect(cells.length).toBe(titles.length);
  return Object.fromEntries(titles.map((title, index) => [title.trim(), cells[index] ?? '']));
};

const open = async (page: Page, place: string): Promise<void> => void (await page.goto(`${drivers.site.product.url}/#${place}`));

interface Books {
  readonly debitCents: number;
  readonly creditCents: number;
}

/** The sums of an account in the trial balance; nothing where it has no line. */
const inBooks = async (page: Page, account: string): Promise<Books> => {
  const line: Locator = page
    .locator('.co-table:visible')
    .filter({ hasText: 'Trial balance' })
    .locator('tbody tr')
    .filter({ has: page.getByText(account, { exact: true }) });
  if ((await line.count()) === 0) return { debitCents: 0, creditCents: 0 };
  const [, debit, credit] = await line.first().locator('td').allInnerTexts();
  return { debitCents: debit?.trim() ? centsOf(debit) : 0, creditCents: credit?.trim() ? centsOf(credit) : 0 };
};

const provenBooks = async (page: Page): Promise<(account: string) => Promise<Books>> => {
  await open(page, '/money/proof');
  await page.getByText('The books are proven').waitFor();
  // The page keeps what it proved before.
  const again = page.getByRole('button', { name: 'Prove again' });
  await Promise.all([page.waitForResponse((response) => response.url().includes('/money/proof')), again.click()]);
  await expect.poll(() => again.isEnabled()).toBe(true);
  await page.getByText('The books are proven').waitFor();
  await page.getByText('Trial balance').waitFor();
  return (account) => inBooks(page, account);
};

/** The bill of an order in its drawer, which says that it equals what was booked. */
const billedCents = async (page: Page): Promise<number> => {
  const drawer = page.getByRole('dialog').filter({ hasText: 'Overview' });
  await drawer.getByRole('tab', { name: 'Bill' }).click();
  await drawer.getByText('equal to what was booked, to the cent').waitFor();
  const cents = centsOf(await drawer.locator('.ch-table tr').filter({ hasText: 'Booked' }).locator('td').last().innerText());
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  return cents;
};

test('an operator follows each cent of a driver: payment, order, refund, consumption, books, and the provider’s own account', async () => {
  const { page: phone } = await drivers.phone();
  const { cpCode } = piles.prepaid.facts;
  piles.prepaid.plug(1, aCar('LCENTS00000000001'));
  await phone.goto(await drivers.urlBehindCode(cpCode));
  await phone.getByText('Plugged in').waitFor();
  await button(phone, 'Pay ¥50.00 and start').click();
  await drivers.pay(phone);
  await phone.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await phone.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  await button(phone, 'Stop charging').click();
  await button(phone, 'Yes, stop').click();
  await phone.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  await phone.getByText('Returned', { exact: true }).waitFor();
  const billed = centsOf(await phone.locator('.big').innerText());
  const rest = 50_00 - billed;
  expect([billed > 0, rest > 0]).toEqual([true, true]);
  const [payment] = await drivers.standIn.payments();
  expect([payment?.amountCents, payment?.refunds.map(({ amountCents }) => amountCents)]).toEqual([50_00, [rest]]);
  const { payNo = '' } = payment ?? {};

  const { page, pageFaults } = await drivers.site.enter(tenantPerson, '/order/prepaid-order');
  const prepaid = await cellsOf(page, payNo);
  expect(prepaid).toMatchObject({ Payment: 'Paid', 'Pile code': cpCode });
  expect([centsOf(prepaid['Asked for']), centsOf(prepaid['Refunded'])]).toEqual([50_00, rest]);
  const orderNo = prepaid['Order no.'] ?? '';
  await rowOf(page, payNo).getByRole('link', { name: orderNo }).click();
  expect(await billedCents(page)).toBe(billed);

  await open(page, '/order/refund-order');
  const refund = await cellsOf(page, payNo);
  expect(refund['Order no.']).toBe(orderNo);
  expect(centsOf(refund['Amount'])).toBe(rest);

  await open(page, '/money/consume');
  const consumed = await cellsOf(page, orderNo);
  expect([centsOf(consumed['Balance before']), centsOf(consumed['Amount']), centsOf(consumed['Balance after'])]).toEqual([50_00, billed, rest]);

  // Nothing else has been paid here: what the provider keeps is the revenue after discounts, and nothing is under way.
  const books = await provenBooks(page);
  const [fees, discounts] = [await books('Charging revenue'), await books('Tariff discounts')];
  expect(await books('Payment providers')).toEqual({ debitCents: billed, creditCents: 0 });
  expect(fees.creditCents - discounts.debitCents).toBe(billed);
  for (const account of ['Prepaid orders', 'Refunds in transit', 'Money to be clarified'])
    expect([account, await books(account)]).toEqual([account, { debitCents: 0, creditCents: 0 }]);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a company’s card charges from the funds of the company: order, consumption, statement and books show the same cents', async () => {
  const { tenant, agents } = drivers.network;
  const { custId } = await tenant.ok(customerApi.add, {
    custName: 'Harbour Freight',
    custType: 2,
    custPhone: '021 5555 0102',
    useFundsPool: 1,
    agentId: agents.north,
  });
  await tenant.ok(cardApi.add, { icCardNo: '80077', custId, cardPeople: 'Lin', canDiscount: 1, agentId: agents.north });
  await tenant.ok(rechargeApi.add, { mainPartType: 3, mainPartId: custId, rrMoney: '300.00', payMethod: 0 });
  const { page, pageFaults } = await drivers.site.enter(tenantPerson, '/money/proof');
  const before = await provenBooks(page);
  const [walletBefore, feesBefore, discountsBefore] = [await before('Wallets'), await before('Charging revenue'), await before('Tariff discounts')];

  // The driver holds the card to the pile, charges, and holds it there again.
  const { company: pile } = piles;
  pile.plug(1, aCar('LCENTS00000000002'));
  expect((await pile.startByCard(1, { account: '80077' })).result).toBe(0);
  await pile.waitFor((each) => (each.gun(1)?.session?.charge?.energyDwh ?? 0) > 500);
  pile.stop(1);
  const stateOf = async () => (await tenant.ok(chargingOrderApi.list, { cpCode: pile.facts.cpCode })).records[0]?.orderState;
  await expect.poll(stateOf).toBe(orderState.settled);

  await open(page, `/order/charging-order?cpCode=${pile.facts.cpCode}`);
  await rowOf(page, pile.facts.cpCode).getByText('Settled').waitFor();
  const order = await cellsOf(page, pile.facts.cpCode);
  const orderNo = order['Order no.'] ?? '';
  await rowOf(page, pile.facts.cpCode).getByRole('button').first().click();
  await page.getByRole('dialog').getByText('80077').first().waitFor();
  const billed = await billedCents(page);
  expect(billed).toBeGreaterThan(0);

  await open(page, '/money/consume');
  const consumed = await cellsOf(page, orderNo);
  expect([centsOf(consumed['Balance before']), centsOf(consumed['Amount']), centsOf(consumed['Balance after'])]).toEqual([
    300_00,
    billed,
    300_00 - billed,
  ]);
  expect(consumed['Customer name']).toBe('Harbour Freight');

  await open(page, `/money/wallet?mainPartType=3&mainPartId=${custId}`);
  const movement = page.locator('.co-table:visible tbody tr[data-row-key]').filter({ hasText: orderNo });
  await movement.waitFor();
  // The amount that left has a minus sign of its own kind.
  expect((await movement.innerText()).match(/\d+\.\d\d/gu)?.map(centsOf)).toEqual(expect.arrayContaining([300_00, billed, 300_00 - billed]));

  const after = await provenBooks(page);
  const [wallet, fees, discounts] = [await after('Wallets'), await after('Charging revenue'), await after('Tariff discounts')];
  expect(walletBefore.creditCents - wallet.creditCents).toBe(billed);
  expect(fees.creditCents - feesBefore.creditCents - (discounts.debitCents - discountsBefore.debitCents)).toBe(billed);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

/** The totals above the list of orders that is shown. */
const listTotals = async (page: Page): Promise<{ readonly orders: number; readonly cents: number }> => {
  const totals = page.locator('.ch-totals:visible > div');
  await totals.first().waitFor();
  return { orders: Number(await totals.first().locator('dd').innerText()), cents: centsOf(await totals.last().locator('dd').innerText()) };
};

const chinese = [
  { locale: 'zh_CN', board: '经营数据', year: '本年', amount: '充电金额', help: '充电开始日期在区间内' },
  { locale: 'zh_TW', board: '經營資料', year: '本年', amount: '充電金額', help: '充電開始日期在區間內' },
] as const;

/** The same figures, definitions and totals in the other languages; ends in English. */
const inBothChinese = async (page: Page, totals: { readonly orders: number; readonly cents: number }): Promise<void> => {
  const speak = (locale: string) => page.evaluate((language) => localStorage.setItem('BROWSER_LANG', language), locale);
  for (const { locale, board, year, amount, help } of chinese) {
    await speak(locale);
    await open(page, '/dashboard/analysis?data=operational');
    await page.reload();
    const row = page.getByRole('region', { name: board }).getByRole('row', { name: year });
    expect(centsOf(await row.getByRole('cell').last().innerText())).toBe(totals.cents);
    await row.getByRole('link').last().click();
    await expect.poll(() => listTotals(page)).toEqual(totals);
    await open(page, '/statistics/operation?days=30');
    const figure = page.locator('.op-figures:visible > div').first();
    await figure.getByRole('button', { name: amount }).click();
    await page.getByRole('tooltip').getByText(help).waitFor();
    expect(centsOf(await figure.locator('strong').innerText())).toBe(totals.cents);
  }
  await speak('en_US');
  await page.reload();
};

test('figures of the start page, of analytics and of statistics open their orders with equal totals, and a recount finds them right', async () => {
  const { page, pageFaults } = await drivers.site.enter(tenantPerson, '/dashboard/analysis?data=operational');
  const board = page.getByRole('region', { name: 'Business figures' });
  const cells = board.locator('tbody tr').last().getByRole('cell');
  const [orders, cents] = [Number(await cells.first().innerText()), centsOf(await cells.last().innerText())];
  expect([orders >= 2, cents > 0]).toEqual([true, true]);
  await cells.last().getByRole('link').click();
  await expect.poll(() => listTotals(page)).toEqual({ orders, cents });

  await open(page, '/statistics/operation?days=30');
  const amount = page.locator('.op-figures:visible > div').first();
  await amount.getByRole('button', { name: 'Charging amount' }).click();
  await page.getByRole('tooltip').getByText('The sum of what settled orders were billed').waitFor();
  expect(centsOf(await amount.locator('strong').innerText())).toBe(cents);
  await amount.getByRole('link').click();
  await expect.poll(() => listTotals(page)).toEqual({ orders, cents });

  await open(page, '/statistics/order-data?mainPartType=2&mainPartNo=80077');
  const ofCard = await cellsOf(page, '80077');
  await rowOf(page, '80077').getByRole('link', { name: '1', exact: true }).click();
  await expect.poll(() => listTotals(page)).toEqual({ orders: 1, cents: centsOf(ofCard['Billed']) });

  // The page remembers what it showed of the start page, for this user.
  await open(page, '/dashboard/analysis');
  await board.getByText('Annual', { exact: true }).click();
  await board.getByText('Energy by stage').waitFor();
  await page.reload();
  await open(page, '/dashboard/analysis');
  await board.getByText('Energy by stage').waitFor();

  await inBothChinese(page, { orders, cents });

  await open(page, '/statistics/charge-recount');
  await page.getByRole('button', { name: 'Add' }).click();
  const form = page.getByRole('dialog');
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const [label, value] of [
    ['First day', day(3)],
    ['Last day', day(-1)],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Tab');
  }
  await form.getByRole('button', { name: 'Save' }).click();
  const recount = rowOf(page, day(3));
  await recount.getByText('Done', { exact: true }).first().waitFor();
  await recount.getByRole('progressbar').waitFor();
  expect(await recount.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  expect((await cellsOf(page, day(3)))['Corrected rows']).toBe('0');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
