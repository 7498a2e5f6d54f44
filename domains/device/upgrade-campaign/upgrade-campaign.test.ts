import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { enablePiles, pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { upgradeRecordApi } from '../upgrade-record/upgrade-record.ts';
import { startCampaignWorker } from './run-campaigns.server.ts';
import { upgradeCampaignApi } from './upgrade-campaign.ts';

const PILES = Array.from({ length: 25 }, (_one, index) => `UPG${String(index).padStart(4, '0')}`);

let bed: DeviceTestbed;
let worker: PollingWorker;
let firmwareId = '';
let second: Viewer;
let version = 0;

beforeAll(async () => {
  bed = await startDeviceTestbed();
  const { server, staff, stationId, deps } = bed;
  for (const cpCode of PILES) await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId });
  await enablePiles(bed, PILES);
  second = { ...staff, userId: '77', username: 'second', realname: 'second' };
  worker = startCampaignWorker(deps);
});
afterAll(async () => {
  await worker.stop();
  await bed.server.close();
});

/** All piles are online with the version "old", and a new signed firmware is there. */
beforeEach(async () => {
  version += 1;
  await inSystem(bed.server.database, async (tx) => {
    await sql`update upgrade_record set push_stat = 6, update_result = 3, ended_at = now() where push_stat < 6`.execute(tx);
    await sql`update upgrade_campaign set campaign_stat = 4 where campaign_stat < 3`.execute(tx);
    await sql`update pile_state set online = true, node = 'test', main_sw = 'old', main_hw = 'HW-A1', upgrade_phase = null`.execute(tx);
    await sql`update gun set gun_work_stat = 2`.execute(tx);
    const { rows } = await sql<{
      id: bigint;
    }>`insert into firmware (tenant_id, firmware_name, firmware_ver, hardware_ver, firmware_url, storage, size_bytes, sha256, signature, signing_certificate)
      select min(tenant_id), ${`Firmware ${version}`}, ${versionName()}, 'HW-A', 'firmware/x.bin', 1, 9, repeat('ab', 32), 'AA==', 'PEM' from pile returning firmware_id as id`.execute(
      tx,
    );
    firmwareId = String(rows[0]?.id);
  });
});

const versionName = () => `new ${version}`;
const inputOf = (cpCodes: readonly string[], more: object = {}) => ({
  firmwareId,
  cpCodes: cpCodes.join(','),
  upgradeType: 1,
  failureLimitPercent: 10,
  ...more,
});
const push = (cpCodes: readonly string[], more: object = {}) => bed.server.ok(bed.staff, upgradeCampaignApi.updateFirmware, inputOf(cpCodes, more));
const campaign = (id: string) => bed.server.ok(bed.staff, upgradeCampaignApi.queryById, { id });
const recordsOf = async (upgradeCampaignId: string) =>
  (await bed.server.ok(bed.staff, upgradeRecordApi.list, { upgradeCampaignId, pageSize: '100' })).records.toSorted((a, b) =>
    a.cpCode.localeCompare(b.cpCode),
  );
const statsOf = async (id: string) => (await recordsOf(id)).map(({ pushStat }) => pushStat);
/** A pile restarts and reports a version. */
const report = (cpCode: string, mainSw: string) =>
  bed.handlers.login({ cpCode, protocol: 'native', remoteAddress: '127.0.0.1', overTls: true, mainHw: 'HW-A1', mainSw, atMs: Date.now() });
const downloaded = (cpCode: string) =>
  inSystem(bed.server.database, (tx) => sql`update upgrade_record set push_stat = 4 where cp_code = ${cpCode} and push_stat = 2`.execute(tx));
const succeed = async (cpCodes: readonly string[]) => {
  for (const cpCode of cpCodes) {
    await downloaded(cpCode);
    await report(cpCode, versionName());
  }
  await worker.poll();
};
const fail = async (cpCode: string) => {
  await downloaded(cpCode);
  await report(cpCode, 'old');
  await bed.server.database.asSuperuser(`update upgrade_record set doubted_at = doubted_at - interval '4 minutes' where cp_code = '${cpCode}'`);
  await worker.poll();
};
/** Several turns, because each step of a campaign is a transaction of its own. */
const settle = async () => {
  for (let turn = 0; turn < 4; turn++) await worker.poll();
};

test('more than 20 piles wait for a second person, who is not the first', async () => {
  const { upgradeCampaignId } = await push(PILES);
  await settle();
  expect(await campaign(upgradeCampaignId)).toMatchObject({ campaignStat: 0, pileCount: 25, runningCount: 0 });
  expect(await bed.server.call(bed.staff, upgradeCampaignApi.approveCampaign, { upgradeCampaignId })).toMatchObject({
    refusal: 'campaign.samePerson',
  });
  await bed.server.ok(second, upgradeCampaignApi.approveCampaign, { upgradeCampaignId });
  expect(await bed.server.call(second, upgradeCampaignApi.approveCampaign, { upgradeCampaignId })).toMatchObject({ refusal: 'campaign.notAwaiting' });
  await settle();
  expect(await campaign(upgradeCampaignId)).toMatchObject({ campaignStat: 1, approvedBy: 'second', runningCount: 1 });
});

test('goes on from 1 % to 10 % to all, and ends when each pile has reported the version', async () => {
  const { upgradeCampaignId } = await push(PILES.slice(0, 20));
  await settle();
  expect(await statsOf(upgradeCampaignId)).toEqual([2, ...Array.from({ length: 19 }, () => 0)]);
  await succeed(PILES.slice(0, 1));
  await settle();
  expect(await statsOf(upgradeCampaignId)).toEqual([6, 2, ...Array.from({ length: 18 }, () => 0)]);
  await succeed(PILES.slice(1, 2));
  await settle();
  expect(await statsOf(upgradeCampaignId)).toEqual([6, 6, ...Array.from({ length: 18 }, () => 2)]);
  await succeed(PILES.slice(2, 20));
  await settle();
  expect(await campaign(upgradeCampaignId)).toMatchObject({ campaignStat: 3, stage: 3, successCount: 20, failureCount: 0 });
});

test('halts by itself above the limit, and goes on when somebody says so', async () => {
  const { upgradeCampaignId } = await push(PILES.slice(0, 20));
  await settle();
  await fail(PILES[0] ?? '');
  await settle();
  expect(await campaign(upgradeCampaignId)).toMatchObject({ campaignStat: 2, failureCount: 1 });
  expect((await recordsOf(upgradeCampaignId))[0]).toMatchObject({ updateResult: 2, failReason: 6, reportedVer: 'old' });
  expect((await statsOf(upgradeCampaignId)).slice(1)).toEqual(Array.from({ length: 19 }, () => 0));
  await bed.server.ok(bed.staff, upgradeCampaignApi.resumeCampaign, { upgradeCampaignId });
  await settle();
  expect(await campaign(upgradeCampaignId)).toMatchObject({ campaignStat: 1, stage: 2, runningCount: 1 });
});

test('sends nothing to piles that are busy or offline until they are idle, and shows them as scheduled', async () => {
  const [busy = '', offline = ''] = PILES;
  await bed.server.database.asSuperuser(`update gun set gun_work_stat = 6 where cp_code = '${busy}'`);
  const { upgradeCampaignId } = await push([busy]);
  await settle();
  expect(await statsOf(upgradeCampaignId)).toEqual([1]);
  const stateOf = async (id: string) => (await bed.server.ok(bed.staff, pileApi.queryById, { id })).cpWorkStat;
  expect(await stateOf(busy)).toBe(2);
  await bed.server.database.asSuperuser(`update pile_state set online = false where cp_code = '${offline}'`);
  const { upgradeCampaignId: later } = await push([offline]);
  await settle();
  expect(await statsOf(later)).toEqual([1]);
  await bed.server.database.asSuperuser(`update gun set gun_work_stat = 2 where cp_code = '${busy}'`);
  await report(offline, 'old');
  await settle();
  expect([await statsOf(upgradeCampaignId), await statsOf(later)]).toEqual([[2], [2]]);
  expect([await stateOf(busy), await stateOf(offline)]).toEqual([3, 3]);
});

test('is cancelled where no pile has the command yet', async () => {
  const { upgradeCampaignId } = await push(PILES.slice(0, 3));
  await settle();
  await bed.server.ok(bed.staff, upgradeCampaignApi.cancelCampaign, { upgradeCampaignId });
  expect(await statsOf(upgradeCampaignId)).toEqual([2, 6, 6]);
  await succeed(PILES.slice(0, 1));
  expect((await recordsOf(upgradeCampaignId)).map(({ updateResult }) => updateResult)).toEqual([1, 3, 3]);
  expect(await bed.server.call(bed.staff, upgradeCampaignApi.cancelCampaign, { upgradeCampaignId })).toMatchObject({ refusal: 'campaign.ended' });
});

test('leaves out piles with a reason, and a pile has one upgrade at a time, also when two ask at once', async () => {
  const [same = '', other = '', free = ''] = PILES;
  await bed.server.database.asSuperuser(`update pile_state set main_sw = '${versionName()}' where cp_code = '${same}'`);
  await bed.server.database.asSuperuser(`update pile_state set main_hw = 'HW-B' where cp_code = '${other}'`);
  const preview = await bed.server.ok(bed.staff, upgradeCampaignApi.previewUpgrade, { firmwareId, cpCodes: [same, other, free].join(',') });
  expect(preview.map(({ refusal }) => refusal)).toEqual([
    'The pile has this version already',
    'The firmware is not for the hardware of the pile',
    null,
  ]);
  const answers = await Promise.all([1, 2].map(() => bed.server.call(bed.staff, upgradeCampaignApi.updateFirmware, inputOf([same, free]))));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => !success)?.message).toContain('None of these piles can be upgraded');
});

test('begins at its time', async () => {
  const call = (startAt: string | null) =>
    bed.server.call(bed.staff, upgradeCampaignApi.updateFirmware, inputOf(PILES.slice(0, 1), { upgradeType: 2, startAt }));
  expect(await call(null)).toMatchObject({ refusal: 'campaign.noStart' });
  expect(await call(new Date(Date.now() - 1_000).toISOString())).toMatchObject({ refusal: 'campaign.startPast' });
  const startAt = new Date(Date.now() + 3_600_000);
  const { upgradeCampaignId } = await push(PILES.slice(0, 1), { upgradeType: 2, startAt: startAt.toISOString() });
  await settle();
  expect(await statsOf(upgradeCampaignId)).toEqual([0]);
  await bed.server.database.asSuperuser(`update upgrade_campaign set start_at = now() where upgrade_campaign_id = ${upgradeCampaignId}`);
  await settle();
  expect(await statsOf(upgradeCampaignId)).toEqual([2]);
});

test('an upgrade whose command was lost with a process ends with a reason', async () => {
  const { upgradeCampaignId } = await push(PILES.slice(0, 1));
  await settle();
  await bed.server.database.asSuperuser(
    `update device_command set stat = 2, result = 1, remark = 'lost', completed_at = now() - interval '6 minutes' where cmd = 'upgrade'`,
  );
  await settle();
  expect(await recordsOf(upgradeCampaignId)).toMatchObject([{ updateResult: 2, failReason: 2 }]);
  // A pile that got the command nevertheless is believed when it reports the version.
  await report(PILES[0] ?? '', versionName());
  expect(await recordsOf(upgradeCampaignId)).toMatchObject([{ updateResult: 1, failReason: null }]);
});
