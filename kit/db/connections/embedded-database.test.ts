import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { runningEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

const root = mkdtempSync(join(tmpdir(), 'chargeops-own-'));
chmodSync(root, 0o711);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the database of this program is called and set up as it always was', async () => {
  const server = await startEmbeddedDatabase({ dataDir: root, durable: false });
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(
      `SELECT current_user AS "user", current_database() AS database, current_setting('max_connections') AS connections, current_setting('jit') AS jit,
         (SELECT bool_and(proleakproof) FROM pg_proc WHERE proname IN ('textlike', 'texticlike') AND proargtypes = '25 25'::oidvector) AS "isLeakproof"`,
    );
    expect(rows).toEqual([{ user: 'chargeops', database: 'chargeops', connections: '80', jit: 'off', isLeakproof: true }]);
    expect((await runningEmbeddedDatabase(root))?.url).toBe(server.url);
  } finally {
    await client.end();
    await server.stop();
  }
});
