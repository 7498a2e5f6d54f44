import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { deviceFilePath, pileLogApi } from '#domains/device/resources.ts';
import { deviceFileRoutes, deviceRoutes, pileLogRoutes } from '#domains/device/server.ts';
import { createFileStores } from '#domains/system/server.ts';
import { logAddress } from '#domains/device/device-file/address.fixture.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import { PILE, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

const MEGABYTE = 1024 * 1024;

describe.each([
  { protocol: 'native', code: 1 },
  { protocol: 'v1.0', code: 1 },
  { protocol: 'ocpp16', code: 2 },
] as const)('the log of a pile that speaks $protocol', ({ protocol, code }) => {
  let bed: PileTestbed;
  let pile: Pile;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder('log');
    const stores = createFileStores({ folder, s3: undefined });
    bed = await startPileTestbed({
      routes: ({ database, clock }) => {
        const files = { database, clock, stores, spoolFolder: path.join(folder, 'incoming') };
        return [...deviceRoutes, ...pileLogRoutes(files), ...deviceFileRoutes(files)];
      },
      protocol: code,
    });
    const { ports, credentials } = bed;
    const dial =
      protocol !== 'ocpp16' ? tcpDial({ host: '127.0.0.1', port: ports.pile }) : webSocketDial({ url: `ws://127.0.0.1:${ports.ocpp}/ocpp` });
    pile = createPile({ cpCode: PILE, protocol, dial, ...credentials, gunCount: 2 });
    pile.open();
    await pile.waitFor(({ connection }) => connection.live);
  });
  afterAll(async () => {
    pile.close();
    await bed.close();
  });

  const span = { logFrom: new Date(Date.now() - 86_400_000).toISOString(), logTo: new Date(Date.now() + 60_000).toISOString() };
  const request = (more: object = {}) =>
    bed.world.server.call(bed.world.staff, pileLogApi.getDeviceLog, { cpCode: PILE, logKind: 1, ...span, ...more });
  const newest = async () => (await bed.world.server.ok(bed.world.staff, pileLogApi.list, {})).records[0];

  test('is uploaded to an address of its own, and downloaded', async () => {
    const asked = await request();
    expect(asked).toMatchObject({ success: true, result: { logStat: 0 } });
    await expect.poll(async () => (await newest())?.logStat).toBe(3);
    const { pileLogId = '', sizeBytes } = (await newest()) ?? {};
    const file = await bed.world.server.fetch(bed.world.staff, `${pileLogApi.download.path}?pileLogId=${pileLogId}`);
    const text = await file.text();
    expect(text).toContain('live');
    expect(text).toHaveLength(sizeBytes ?? 0);
    // Neither the queue of commands nor the log of messages holds the address.
    const kept = await bed.queryRows<{ text: string }>(`select payload::text as text from device_command where cmd = 'fetchLog'`);
    expect(kept.map((row) => row.text).join('')).not.toContain('/device/file/');
    const frames = () => bed.queryRows<{ raw: string }>('select raw from message_log');
    await expect.poll(async () => (await frames()).length).toBeGreaterThan(3);
    const told = (await frames()).map(({ raw }) => (protocol === 'ocpp16' ? raw : Buffer.from(raw.replaceAll('x', '0'), 'hex').toString('latin1')));
    expect(told.join('')).not.toContain('/device/file/');
  });

  test('a time without a log, and a wrong time, end with their reasons', async () => {
    const old = { logFrom: '2020-01-01T00:00:00Z', logTo: '2020-01-02T00:00:00Z' };
    expect(await request(old)).toMatchObject({ success: true });
    await expect.poll(async () => (await newest())?.failReason).toBe(2);
    expect(await request({ logFrom: span.logTo, logTo: span.logFrom })).toMatchObject({ refusal: 'pileLog.span' });
    expect(await request({ logFrom: '2026-01-01T00:00:00Z' })).toMatchObject({ refusal: 'pileLog.tooLong' });
  });

  test('an address takes one file of bounded size, and nothing without one is read', async () => {
    const put = (token: string, body: Uint8Array) =>
      bed.world.server.fetch(undefined, `${deviceFilePath(token)}/..%2Fevil.log`, {
        method: 'PUT',
        body: new Uint8Array(body),
        headers: { 'content-type': 'application/json' },
      });
    expect((await put('a'.repeat(43), Buffer.alloc(MEGABYTE))).status).toBe(404);
    const [row] = await bed.queryRows<{ id: string }>(`insert into pile_log (tenant_id, agent_id, station_id, cp_code, log_kind, log_from, log_to)
      select tenant_id, agent_id, station_id, cp_code, 1, now(), now() from pile returning pile_log_id::text as id`);
    expect(await request()).toMatchObject({ refusal: 'pileLog.open' });
    const token = await logAddress(bed.world.server.database, { cpCode: PILE, pileLogId: row?.id ?? '' });
    expect((await put(token, Buffer.alloc(21 * MEGABYTE))).status).toBe(413);
    const answers = await Promise.all([1, 2].map(() => put(token, Buffer.from('one log'))));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await put(token, Buffer.from('another'))).status).toBe(404);
    expect(await newest()).toMatchObject({ logStat: 3, fileName: 'evil.log', sizeBytes: 7 });
    expect((await bed.world.server.fetch(undefined, deviceFilePath(token))).status).toBe(404);
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });
});
