import { createSign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceFilePath, firmwareApi, upgradeCampaignApi, upgradeRecordApi } from '#domains/device/resources.ts';
import { deviceFileRoutes, deviceRoutes, firmwareRoutes, startCampaignWorker } from '#domains/device/server.ts';
import { pileApi } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import { createFileStores, uploadRoutes } from '#domains/system/server.ts';
import { createCertificate } from '#kit/test/certificates.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { firmwareFile } from '#apps/simulator/pile/upgrade.ts';
import type { UpgradeFault } from '#apps/simulator/pile/upgrade.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import { PILE, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** Upgrades over real sockets: the simulator's pile fetches the file by HTTP, installs it and logs in with its version. */
const maker = await createCertificate({ name: 'maker.example' });
const SPEED = 20;
const fastTime = {
  nowMs: () => Date.now(),
  after: (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms / SPEED);
    return () => clearTimeout(timer);
  },
};

describe.each([
  { protocol: 'native', code: 1 },
  { protocol: 'v1.0', code: 1 },
  { protocol: 'ocpp16', code: 2 },
] as const)('a pile that speaks $protocol', ({ protocol, code }) => {
  let bed: PileTestbed;
  let pile: Pile;
  let campaigns: PollingWorker;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder('firmware');
    const stores = createFileStores({ folder, s3: undefined });
    bed = await startPileTestbed({
      domains: [system],
      routes: ({ database, clock }) => {
        const files = { database, clock, stores, spoolFolder: path.join(folder, 'incoming') };
        return [...deviceRoutes, ...firmwareRoutes(files), ...deviceFileRoutes(files), ...uploadRoutes({ ...files, onError: () => undefined })];
      },
      protocol: code,
    });
    const { ports, credentials } = bed;
    const dial =
      protocol !== 'ocpp16' ? tcpDial({ host: '127.0.0.1', port: ports.pile }) : webSocketDial({ url: `ws://127.0.0.1:${ports.ocpp}/ocpp` });
    pile = createPile({ cpCode: PILE, protocol, dial, ...credentials, gunCount: 2, time: fastTime, mainSw: '1.0', mainHw: 'HW-A1' });
    pile.open();
    campaigns = startCampaignWorker(bed.world.deps);
    await pile.waitFor(({ connection }) => connection.live);
  });
  afterAll(async () => {
    pile.close();
    await campaigns.stop();
    await bed.close();
  });
  beforeEach(() => {
    pile.upgradeFault = undefined;
  });

  const upload = async (content: Uint8Array, name = 'firmware.bin') => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(content)], name));
    form.append('biz', 'firmware');
    form.append('kind', 'binary');
    const answer = await bed.world.server.fetch(bed.world.staff, '/sys/common/upload', { method: 'POST', body: form });
    return (await answer.json()) as { success: boolean; message: string };
  };

  const addFirmware = async (version: string | null, content = firmwareFile(version ?? '9.9', 40_000)) => {
    const { server, staff, ids } = bed.world;
    const { message: firmwareUrl } = await upload(content);
    const { firmwareId } = await server.ok(staff, firmwareApi.add, {
      tenantId: ids.tenantId,
      firmwareName: `Firmware ${version} ${Math.random()}`,
      firmwareVer: version,
      firmwareUrl,
    });
    const signature = createSign('sha256').update(content).sign(maker.key, 'base64');
    return { firmwareId, signature, signingCertificate: maker.cert };
  };
  const addSigned = async (version: string, content?: Uint8Array) => {
    const { server, staff } = bed.world;
    const signed = await addFirmware(version, content);
    await server.ok(staff, firmwareApi.sign, signed);
    return signed.firmwareId;
  };
  const push = async (firmwareId: string) => {
    const { server, staff } = bed.world;
    const { upgradeCampaignId } = await server.ok(staff, upgradeCampaignApi.updateFirmware, {
      firmwareId,
      cpCodes: PILE,
      upgradeType: 1,
      failureLimitPercent: 5,
    });
    return upgradeCampaignId;
  };
  const recordOf = async (upgradeCampaignId: string) =>
    (await bed.world.server.ok(bed.world.staff, upgradeRecordApi.list, { upgradeCampaignId })).records[0];
  const shownState = async () => (await bed.world.server.ok(bed.world.staff, pileApi.queryById, { id: PILE })).cpWorkStat;

  test('reports its version', async () => {
    await expect.poll(async () => (await bed.queryRows<{ main_sw: string }>('select main_sw from pile_state'))[0]?.main_sw).toBe('1.0');
  });

  test('shows each state, and succeeds when it reports the new version', async () => {
    const campaignId = await push(await addSigned('2.0'));
    const shown = new Set<number>();
    await expect
      .poll(
        async () => {
          shown.add(await shownState());
          return (await recordOf(campaignId))?.updateResult;
        },
        { interval: 20 },
      )
      .toBe(1);
    expect(await recordOf(campaignId)).toMatchObject({ pushStat: 6, formerVer: '1.0', reportedVer: '2.0', failReason: null });
    expect(pile.mainSw).toBe('2.0');
    expect(shown).toContain(3);
    expect(await shownState()).toBe(4);
    await expect
      .poll(async () => (await bed.world.server.ok(bed.world.staff, upgradeCampaignApi.queryById, { id: campaignId })).campaignStat)
      .toBe(3);
    // The success is shown until the next login.
    pile.connection.cut(50);
    await expect.poll(shownState).toBe(1);
  });

  /** A native pile has no message for a failure; there the deadline ends the upgrade. */
  const outlastDeadline = async () => {
    if (protocol === 'ocpp16') return;
    await pile.waitFor(({ upgrading }) => upgrading);
    await pile.waitFor(({ upgrading }) => !upgrading);
    bed.advance(31 * 60_000);
    await campaigns.poll();
  };
  /** The pile has come back with its version of before, and does not install again. */
  const outlastDoubt = async () => {
    await expect.poll(() => pile.upgrading).toBe(true);
    await expect.poll(() => pile.upgrading || !pile.connection.live).toBe(false);
    const isDoubted = async () => (await bed.queryRows('select from upgrade_record where doubted_at is not null')).length;
    await expect.poll(isDoubted).toBe(1);
    bed.advance(4 * 60_000);
    await campaigns.poll();
  };
  const overdue = 7;

  test.each<{ fault: UpgradeFault; failReason: number }>([
    { fault: 'download', failReason: protocol !== 'ocpp16' ? overdue : 3 },
    { fault: 'install', failReason: protocol !== 'ocpp16' ? overdue : 5 },
    { fault: 'oldVersion', failReason: 6 },
  ])('with the fault $fault it fails with a reason, which is shown until it is acknowledged', async ({ fault, failReason }) => {
    pile.upgradeFault = fault;
    const campaignId = await push(await addSigned(`3.${fault}`));
    if (failReason === overdue) await outlastDeadline();
    if (fault === 'oldVersion') await outlastDoubt();
    await expect.poll(async () => (await recordOf(campaignId))?.failReason).toBe(failReason);
    await expect.poll(shownState).toBe(5);
    const { upgradeId = '' } = (await recordOf(campaignId)) ?? {};
    await bed.world.server.ok(bed.world.staff, upgradeRecordApi.acknowledge, { upgradeId });
    // The pile may have been silent for too long while the clock went on.
    await expect.poll(shownState).toBe(1);
  });

  test('firmware without a version or a signature is not pushed, and what is no firmware is not taken', async () => {
    const { server, staff } = bed.world;
    const input = { cpCodes: PILE, upgradeType: 1, failureLimitPercent: 5 };
    const noVersion = await addFirmware(null);
    await server.ok(staff, firmwareApi.sign, noVersion);
    expect(await server.call(staff, upgradeCampaignApi.updateFirmware, { ...input, firmwareId: noVersion.firmwareId })).toMatchObject({
      message: 'Firmware version not set',
    });
    const unsigned = await addFirmware('4.0');
    expect(await server.call(staff, upgradeCampaignApi.updateFirmware, { ...input, firmwareId: unsigned.firmwareId })).toMatchObject({
      refusal: 'firmware.notSigned',
    });
    expect(await server.call(staff, firmwareApi.sign, { ...unsigned, signature: noVersion.signature })).toMatchObject({
      refusal: 'firmware.wrongSignature',
    });
    expect(await server.call(staff, firmwareApi.sign, { ...unsigned, signingCertificate: 'no certificate' })).toMatchObject({
      refusal: 'firmware.badCertificate',
    });
    expect(await upload(Buffer.from('only a text'))).toMatchObject({ success: false, message: expect.stringContaining('no firmware') });
    expect(await upload(Buffer.from('%PDF-1.7\n%%EOF'))).toMatchObject({ success: false });
    expect(await upload(new Uint8Array())).toMatchObject({ success: false });
    expect(
      await server.call(staff, firmwareApi.add, { firmwareName: 'Absent', firmwareUrl: 'firmware/absent.bin', tenantId: bed.world.ids.tenantId }),
    ).toMatchObject({
      refusal: 'firmware.noFile',
    });
  });

  test('a file that was changed in its store is never sent whole', async () => {
    const { server, staff } = bed.world;
    const content = firmwareFile('5.0', 200_000);
    const firmwareId = await addSigned('5.0', content);
    const [file] = await bed.queryRows<{ firmware_url: string }>(`select firmware_url from firmware where firmware_id = ${firmwareId}`);
    await writeFile(path.join(folder, file?.firmware_url ?? ''), Buffer.alloc(content.length, 1));
    const campaignId = await push(firmwareId);
    await outlastDeadline();
    await expect.poll(async () => (await recordOf(campaignId))?.failReason).toBe(protocol !== 'ocpp16' ? overdue : 3);
    expect(pile.mainSw).not.toBe('5.0');
    expect((await server.fetch(undefined, deviceFilePath('a'.repeat(43)))).status).toBe(404);
    expect(await server.call(staff, upgradeCampaignApi.cancelCampaign, { upgradeCampaignId: campaignId })).toMatchObject({
      success: expect.any(Boolean),
    });
  });
});
