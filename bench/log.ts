/**
 * What the operation log costs a change: `npm run bench:log`. Edits of a tenant over HTTP, alternately with and without the log, on one embedded
 * database. Exits 1 if the log costs more than 2 ms at the median.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { domains } from '#apps/domains.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { pileCommandSender } from '#domains/device/server.ts';
import { createJournal } from '#domains/system/server.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { openDatabase } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';
import { createHttp } from '#kit/server/http/http.ts';
import { createSecrets, MASTER_KEY_BYTES } from '#kit/server/security/secrets.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';

const ROUNDS = 20;
const EDITS = 25;
const LIMIT_MS = 2;

const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-log-'));
const embedded = await startEmbeddedDatabase({ dataDir: folder });
try {
  await migrate({ url: embedded.url });
  const database = openDatabase({ url: await testAddress(embedded.url) });
  try {
    process.exitCode = (await compare(database)) > LIMIT_MS ? 1 : 0;
  } finally {
    await database.close();
  }
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

async function compare(database: Database): Promise<number> {
  await ensureDays(database);
  const registry = createRegistry(domains);
  const platform = { ...anonymousViewer, userId: '1', username: 'bench', roleLevel: 999, permissions: new Set(['*']) };
  const viewer = { ...platform, sees: { tenant: 'all', agent: 'all', station: 'all', customer: 'all' } } as const;
  const common = { database, registry, clock: () => new Date(), authenticate: () => Promise.resolve(viewer), anonymousViewer };
  const routes = networkRoutes({ secrets: createSecrets([new Uint8Array(MASTER_KEY_BYTES)]), piles: pileCommandSender });
  const apps = {
    plain: await createHttp(routes, common),
    logged: await createHttp(routes, { ...common, journal: createJournal(common) }),
  };
  const urls = { plain: await apps.plain.listen({ port: 0 }), logged: await apps.logged.listen({ port: 0 }) };
  const tenantId = await addTenant(urls.plain);
  const durationsMs = { plain: [0], logged: [0] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['plain', 'logged'] as const)
      for (let edit = 0; edit < EDITS; edit += 1) {
        const begunMs = performance.now();
        await send(urls[kind], 'PUT', { path: 'edit', body: { tenantId, name: `Bench ${round} ${edit} ${kind}` } });
        durationsMs[kind].push(performance.now() - begunMs);
      }
  await Promise.all([apps.plain.close(), apps.logged.close()]);
  const [plain, logged] = [quantiles(durationsMs.plain), quantiles(durationsMs.logged)];
  console.log(`an edit without the log  ${plain.map((ms) => ms.toFixed(2)).join(' / ')} ms (median / ninth decile)`);
  console.log(`an edit with the log     ${logged.map((ms) => ms.toFixed(2)).join(' / ')} ms`);
  return (logged[0] ?? 0) - (plain[0] ?? 0);
}

async function addTenant(url: string): Promise<unknown> {
  const body = await send(url, 'POST', { path: 'add', body: { name: 'Bench', currency: 'CNY', timezone: 'Asia/Shanghai' } });
  return Object.entries(Object(Object(body).result)).find(([name]) => name === 'tenantId')?.[1];
}

async function send(url: string, method: string, request: { readonly path: string; readonly body: unknown }): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-access-token': 'bench' };
  const response = await fetch(`${url}/jeecg-boot/sys/tenant/${request.path}`, { method, headers, body: JSON.stringify(request.body) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}

function quantiles(values: readonly number[]): readonly number[] {
  const sorted = values.slice(1).toSorted((a, b) => a - b);
  return [0.5, 0.9].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0);
}
