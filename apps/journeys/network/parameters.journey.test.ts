import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCommandApi, parameterApi } from '#domains/device/resources.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { chooseBatchAction, openTestSite, rowOf, rowsOf, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
let piles: ChargingFixture;
const [NATIVE, V10, OCPP] = ['JRN-N1', 'JRN-V1', 'JRN-O1'];

beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  piles = await openChargingFixture(site.product, network);
  for (const pile of [piles.native, piles.v10, piles.ocpp]) await pile.waitFor(({ connection }) => connection.live);
});
afterAll(async () => {
  piles?.close();
  await site?.close();
});

const statOf = async (cpCode: string) => (await network.tenant.ok(pileApi.queryById, { id: cpCode })).parameterStat;
const [SAME, DIFFERS] = [1, 2];
const reportedBy = async (cpCode: string, paramNo: number) =>
  (await network.tenant.ok(parameterApi.list, { cpCode })).find((one) => one.paramNo === String(paramNo))?.reported;
const editProfile = async (cpCode: string, change: Readonly<Record<string, unknown>>): Promise<void> => {
  const { version } = await network.tenant.ok(pileProfileApi.queryById, { id: cpCode });
  await network.tenant.ok(pileProfileApi.edit, { cpCode, version, ...change });
};

test('a difference of one pile is seen in the list, and one press mends it', async () => {
  await expect.poll(() => reportedBy(NATIVE, 15)).toBe('100');
  await editProfile(NATIVE, { chargingMaxSoc: 90 });
  const { page, pageFaults } = await site.enter(tenantPerson, `/network/pile?parameterStat=${DIFFERS}`);
  await rowOf(page, NATIVE)
    .getByRole('link', { name: /Differs/u })
    .click();
  const drawer = page.getByRole('dialog');
  const line = drawer.getByRole('listitem').filter({ hasText: 'Highest SOC' });
  expect((await line.innerText()).replaceAll(/\s+/gu, ' ')).toMatch(/90 ?%.*100 ?%.*Differs/u);
  expect(await axeViolations(page, '.dv-parameters')).toEqual([]);
  await drawer.getByRole('button', { name: /Send the wanted values/u }).click();
  await expect.poll(() => statOf(NATIVE)).toBe(SAME);
  expect(piles.native.maxSoc).toBe(90);
  await line.getByText('Differs').waitFor({ state: 'detached' });
  expect((await line.innerText()).replaceAll(/\s+/gu, ' ')).toMatch(/90 ?%.*90 ?%/u);

  // The answer of the pile, with its value, stands among the commands.
  await drawer.getByRole('tab', { name: 'Commands' }).click();
  await drawer.getByRole('row', { name: /15 Highest SOC.*Success.*90/u }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a value of the pile may become that of the form instead', async () => {
  await network.tenant.ok(pileApi.edit, {
    cpCode: NATIVE,
    version: (await network.tenant.ok(pileApi.queryById, { id: NATIVE })).version,
    insertSelfStart: 1,
  });
  const { page, pageFaults } = await site.enter(tenantPerson, `/network/pile?view=${NATIVE}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Values of the pile that differ from its forms: 1').waitFor();
  expect(await axeViolations(page, '.dv-difference')).toEqual([]);
  await drawer.getByRole('link', { name: 'Show' }).click();
  await drawer.getByRole('button', { name: 'Take' }).click();
  await expect.poll(() => statOf(NATIVE)).toBe(SAME);
  expect(await network.tenant.ok(pileApi.queryById, { id: NATIVE })).toMatchObject({ insertSelfStart: 0 });
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('differences of many piles are mended together: which parameters, a preview, and the result of each', async () => {
  // A pile of the record variant and an OCPP station tell their parameters when they are asked.
  for (const cpCode of [V10, OCPP]) await network.tenant.ok(parameterApi.readParameters, { cpCode });
  await expect.poll(() => Promise.all([V10, OCPP].map((cpCode) => reportedBy(cpCode, 17)))).toEqual(['0', expect.stringMatching(/^[01]$/u)]);
  const ofStation = await reportedBy(OCPP, 17);
  for (const cpCode of [NATIVE, V10]) await editProfile(cpCode, { isIccardOfflineCharging: 1 });
  await editProfile(OCPP, { isIccardOfflineCharging: ofStation === '1' ? 0 : 1 });
  const { page, pageFaults } = await site.enter(tenantPerson, `/network/pile?parameterStat=${DIFFERS}`);
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await chooseBatchAction(page, 'Send the wanted values');
  const dialog = page.getByRole('dialog').last();
  const choice = dialog.getByRole('checkbox', { name: /Card charging offline piles that differ: 3/u });
  await choice.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('3 can be done').waitFor();
  await dialog.getByRole('button', { name: /Send the wanted values/u }).click();
  await dialog.getByText('3 done').waitFor();
  for (const cpCode of [NATIVE, V10]) await expect.poll(() => reportedBy(cpCode, 17)).toBe('1');
  await expect.poll(() => reportedBy(OCPP, 17)).toBe(ofStation === '1' ? '0' : '1');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a parameter past the rating of the pile is refused, and nothing changes', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, `/network/pile?view=${NATIVE}&tab=parameters`);
  await waitForTab(page, 'Piles');
  const commands = async () => (await network.tenant.ok(deviceCommandApi.list, { cpCode: NATIVE })).total;
  const before = [await commands(), (await network.tenant.ok(pileProfileApi.queryById, { id: NATIVE })).version];
  await page.getByRole('listitem').filter({ hasText: 'Offline power limit' }).getByRole('button', { name: 'Set' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('spinbutton').fill('121');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('The offline limit of 121 kW cannot exceed the rated 120 kW').waitFor();
  expect([await commands(), (await network.tenant.ok(pileProfileApi.queryById, { id: NATIVE })).version]).toEqual(before);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
