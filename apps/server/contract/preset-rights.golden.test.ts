import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuiltIns } from '#domains/identity/server.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { freshDatabase } from '#kit/test/database.ts';
import { domains } from '#apps/domains.ts';

const file = path.join(import.meta.dirname, 'preset-rights.golden.txt');

test('what the preset roles may do is as it was reviewed', async () => {
  const registry = createRegistry(domains);
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  await ensureBuiltIns(database, registry);
  const roles = await database.asSuperuser<{ role: string; permissions: readonly string[] }>(
    'select role_code as role, permissions from sys_role where built_in = 1 order by role_level desc, role_code desc',
  );
  const holders = (code: string): string =>
    roles.flatMap(({ role, permissions }) => (permissions.includes(code) || permissions.includes('*') ? [role] : [])).join(' ');
  const now = `# Each right, and the preset roles that hold it.\n${registry.permissions.map((code) => `${code}  ${holders(code)}\n`).join('')}`;
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(file, now);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '', 'run UPDATE_GOLDENS=1 npm run goldens and read the difference').toBe(now);
});
