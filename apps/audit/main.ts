import path from 'node:path';
import pino from 'pino';
import { booksChain } from '#domains/money/server.ts';
import { logChain } from '#domains/system/server.ts';
import { openDatabase } from '#kit/db/index.ts';
import { startEmbeddedDatabase, runningEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { DataDirInUse } from '#kit/db/embedded/index.ts';
import { proveChain } from '#kit/server/chain/prove.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { readConfig } from '#apps/server/config/config.ts';
import type { Config } from '#apps/server/config/config.ts';
import { addressesOf, keySourcesOf, signInToWork } from '#apps/server/storage.ts';

const chains = [
  ['log is', logChain],
  ['books are', booksChain],
] as const;

/** `npm run audit:verify`: recomputes the chains of the log and of the books, beside a running server or without one. Exits 1 when something was tampered with. */
const config = readConfig(process.env, []);
if (typeof config === 'string') {
  console.error(config);
  process.exitCode = 2;
} else process.exitCode = await verify(config);

async function verify(settings: Config): Promise<number> {
  const place = await databaseOf(settings);
  const sources = { ...keySourcesOf(settings), lostKeyIds: [], log: pino({ level: 'silent' }) };
  const { url, masterKeys } = await signInToWork(await addressesOf(settings, place.url), sources).catch(async (error: unknown) => {
    await place.stop();
    throw error;
  });
  const database = openDatabase({ url, name: 'audit' });
  try {
    const secrets = createSecrets(masterKeys);
    const parts = { database, secrets, folder: settings.auditDir, clock: () => new Date() };
    let isWhole = true;
    for (const [name, chained] of chains) {
      const proof = await proveChain({ ...parts, chained });
      for (const { kind, tenantId, what: location } of proof.findings) console.error(`${kind}: tenant ${tenantId || '-'}: ${location}`);
      console.log(
        `${proof.ok ? `The ${name} whole` : `The ${name} tampered with: ${proof.findings.length} findings`}. ${proof.rows} rows under ${proof.seals} seals, ${proof.waiting} waiting for a seal, ${proof.expired} past their time; heads in ${path.relative('.', settings.auditDir) || '.'}.`,
      );
      isWhole &&= proof.ok;
    }
    return isWhole ? 0 : 1;
  } finally {
    await database.close();
    await place.stop();
  }
}

/** The operator's database, the embedded one that runs, or that one started for the moment. */
async function databaseOf({ databaseUrl, dataDir }: Config): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const url = databaseUrl ?? (await runningEmbeddedDatabase(dataDir))?.url;
  if (url !== undefined) return { url, stop: () => Promise.resolve() };
  try {
    return await startEmbeddedDatabase({ dataDir });
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    throw new Error('The database is just starting or stopping; try again in a moment.', { cause: error });
  }
}
