import { constants, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { network } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { createCertificate } from '#kit/test/certificates.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { device } from '../resources.ts';
import { firmwareRoutes } from './firmware.server.ts';
import { firmwareApi } from './firmware.ts';
import { verifySignature } from './verify-signature.server.ts';

const DAY_MS = 86_400_000;

describe('the signature of a file', () => {
  const file = Buffer.from('the content of a firmware');
  const verdict = async (signature: Uint8Array, certificate: string, content: Uint8Array = file) =>
    verifySignature({ content: Readable.from([content]), signature: Buffer.from(signature).toString('base64'), certificate }, new Date());

  test.each(['ec', 'rsa'] as const)('with a key of type %s is that of this file, this key and this certificate', async (keyType) => {
    const { cert, key } = await createCertificate({ name: 'maker.example', keyType });
    const signature = createSign('sha256').update(file).sign(key);
    expect(await verdict(signature, cert)).toEqual({ ok: true, next: 'CN=maker.example' });
    expect(await verdict(signature, cert, Buffer.from('another content'))).toMatchObject({ refusal: 'firmware.wrongSignature' });
    expect(await verdict(Buffer.from('no signature'), cert)).toMatchObject({ refusal: 'firmware.wrongSignature' });
    expect(await verdict(signature, (await createCertificate({ name: 'maker.example', keyType })).cert)).toMatchObject({
      refusal: 'firmware.wrongSignature',
    });
  });

  test('may be padded by PSS', async () => {
    const { cert, key } = await createCertificate({ keyType: 'rsa' });
    expect(await verdict(sign('sha256', file, { key, padding: constants.RSA_PKCS1_PSS_PADDING }), cert)).toMatchObject({ ok: true });
  });

  test('counts only with a certificate that is one, and valid today', async () => {
    const expired = await createCertificate({ validFromMs: Date.now() - 9 * DAY_MS, validToMs: Date.now() - DAY_MS });
    expect(await verdict(createSign('sha256').update(file).sign(expired.key), expired.cert)).toMatchObject({
      refusal: 'firmware.expiredCertificate',
    });
    const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });
    expect(await verdict(file, String(publicKey))).toMatchObject({ refusal: 'firmware.badCertificate' });
  });
});

describe('a firmware', () => {
  let server: TestServer;
  let mine: Viewer;
  let tenantId = '';

  beforeAll(async () => {
    server = await startTestServer({
      domains: [network, device],
      routes: (database) => firmwareRoutes({ database, clock: () => new Date(), stores: { into: emptyStore, all: [emptyStore] } }),
    });
    const [tenant] = await server.database.asSuperuser<{ id: string }>("INSERT INTO tenant (name) VALUES ('Mine') RETURNING tenant_id::text AS id");
    tenantId = tenant?.id ?? '';
    mine = viewers.tenant(tenantId);
  });
  afterAll(() => server.close());

  const emptyStore = { name: 'disk', put: async () => undefined, read: async () => undefined, remove: async () => undefined } as const;
  const add = async (firmwareName: string) => {
    const firmwareUrl = `firmware/${firmwareName}.bin`;
    await inSystem(server.database, (tx) =>
      sql`insert into upload_file (path, tenant_id, user_id, content_type, size_bytes, sha256, store) values (${firmwareUrl}, ${tenantId}, 1, 'x', 7, 'ab', 'disk')`.execute(
        tx,
      ),
    );
    return server.ok(mine, firmwareApi.add, { firmwareName, firmwareVer: '1.0', firmwareUrl });
  };

  test('has the size and the digest of its file, and no signature at first', async () => {
    expect(await add('First')).toMatchObject({ sizeBytes: 7, sha256: 'ab', isSigned: 0, storage: 1 });
    expect(await server.call(mine, firmwareApi.add, { firmwareName: 'Of a notice', firmwareUrl: 'notice/x.pdf' })).toMatchObject({
      refusal: 'firmware.noFile',
    });
  });

  test('keeps its version, and is not deleted, while an upgrade uses it', async () => {
    const { firmwareId, version } = await add('Second');
    await inSystem(server.database, (tx) =>
      sql`insert into upgrade_campaign (tenant_id, firmware_id, firmware_ver, upgrade_type, start_at, failure_limit_percent, campaign_stat, requested_by_id)
        values (${tenantId}, ${firmwareId}, '1.0', 1, now(), 5, 1, 1)`.execute(tx),
    );
    expect(await server.call(mine, firmwareApi.edit, { firmwareId, version, firmwareVer: '1.1' })).toMatchObject({ refusal: 'firmware.inUse' });
    expect(await server.call(mine, firmwareApi.delete, { id: firmwareId })).toMatchObject({ refusal: 'firmware.inUse' });
    expect(await server.ok(mine, firmwareApi.edit, { firmwareId, version, remark: 'still in use' })).toMatchObject({ remark: 'still in use' });
    await server.database.asSuperuser('update upgrade_campaign set campaign_stat = 3');
    expect(await server.ok(mine, firmwareApi.edit, { firmwareId, firmwareVer: '1.1' })).toMatchObject({ firmwareVer: '1.1' });
    await server.ok(mine, firmwareApi.delete, { id: firmwareId });
  });
});
