import { createSign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firmwareFile } from '#apps/simulator/pile/upgrade.ts';
import { deviceCommandApi, firmwareApi, upgradeCampaignApi, upgradeRecordApi } from '#domains/device/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { createCertificate } from '#kit/test/certificates.ts';
import { openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, signInCaller, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

const SPEED = 10;
const fastTime = {
  nowMs: () => Date.now(),
  after: (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms / SPEED);
    return () => clearTimeout(timer);
  },
};
const VERSION = '9.2.0';
const content = Buffer.from(firmwareFile(VERSION, 60_000));

let site: TestSite;
let network: TestNetwork;
let piles: ChargingFixture;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  piles = await openChargingFixture(site.product, network, { time: fastTime });
});
afterAll(async () => {
  piles?.close();
  await site?.close();
});

const addFirmware = async (): Promise<string> => {
  const form = new FormData();
  form.append('file', new File([content], 'fast.bin'));
  form.append('biz', 'firmware');
  form.append('kind', 'binary');
  const { tenant, tenantId } = network;
  const headers = { 'x-access-token': tenant.token, 'user-agent': 'node' };
  const answer = await fetch(`${site.product.url}${BASE_PATH}/sys/common/upload`, { method: 'POST', body: form, headers });
  const { message: firmwareUrl } = (await answer.json()) as { readonly message: string };
  const { firmwareId } = await tenant.ok(firmwareApi.add, { tenantId, firmwareName: 'Fast 9.2', firmwareVer: VERSION, firmwareUrl });
  const { cert, key } = await createCertificate({ name: 'maker.example' });
  const signature = createSign('sha256').update(content).sign(key, 'base64');
  await tenant.ok(firmwareApi.sign, { firmwareId, signature, signingCertificate: cert });
  return firmwareId;
};

test('a campaign whose server is killed twice goes on, and no pile gets its command twice', async () => {
  const all = [piles.native, piles.v10, piles.ocpp];
  for (const pile of all) await pile.waitFor(({ connection }) => connection.live);
  const { upgradeCampaignId } = await network.tenant.ok(upgradeCampaignApi.updateFirmware, {
    firmwareId: await addFirmware(),
    cpCodes: all.map(({ facts }) => facts.cpCode).join(','),
    upgradeType: 1,
    failureLimitPercent: 50,
  });
  const records = async (caller = network.tenant) => (await caller.ok(upgradeRecordApi.list, { upgradeCampaignId })).records;
  const ended = async (caller = network.tenant) => (await records(caller)).filter(({ updateResult }) => updateResult !== null).length;

  // In the first stage, while its pile installs; then in the last.
  await expect.poll(async () => (await records()).some(({ pushStat }) => pushStat >= 4), { interval: 20 }).toBe(true);
  await site.restart('kill');
  let caller = await signInCaller(site.product.url, tenantPerson);
  await expect.poll(() => ended(caller)).toBe(1);
  await expect.poll(async () => (await records(caller)).filter(({ pushStat }) => pushStat >= 3).length, { interval: 20 }).toBe(3);
  await site.restart('kill');
  caller = await signInCaller(site.product.url, tenantPerson);

  await expect.poll(() => ended(caller)).toBe(3);
  expect((await records(caller)).map(({ updateResult, reportedVer }) => ({ updateResult, reportedVer }))).toEqual(
    all.map(() => ({ updateResult: 1, reportedVer: VERSION })),
  );
  expect(all.map(({ mainSw }) => mainSw)).toEqual(all.map(() => VERSION));
  await expect.poll(async () => (await caller.ok(upgradeCampaignApi.queryById, { id: upgradeCampaignId })).campaignStat).toBe(3);
  const commands = (await caller.ok(deviceCommandApi.list, { cmd: 'upgrade' })).records;
  expect(commands.map(({ cpCode }) => cpCode).toSorted()).toEqual(all.map(({ facts }) => facts.cpCode).toSorted());
});
