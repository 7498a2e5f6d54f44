import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { assertMigrated } from './migrate.ts';
import { findMigrations } from './migrations.ts';
import { admitWorkingRole, assertLimited, isOwner, workingAddress } from './working-role.ts';
import type { SignInKey } from './working-role.ts';

const db = await freshDatabase();
afterAll(db.close);

const key = (id: string, password = 'of tests'): SignInKey => ({ id, passwordOf: (role) => `${role} ${password}: @/?#` });
const userOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? '';
/** Runs a query as a role. */
const queryAs = async (url: string, query: string, role?: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url, ...(role !== undefined && { options: `-c role=${role}` }) });
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(query)).rows[0]?.answer;
  } finally {
    await client.end();
  }
};
const ourRoles = async (): Promise<readonly string[]> =>
  (
    await db.asSuperuser<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, current_database() || '_work_') ORDER BY 1`,
    )
  ).map(({ name }) => name);

test('the owner makes a sign-in for a key, and every start with that key has the same', async () => {
  const [one, two] = await Promise.all([0, 1].map(() => workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0a0a0a0a')] })));
  expect(one).toBe(two);
  expect(await queryAs(one ?? '', 'SELECT session_user AS answer')).toBe(
    `${String(await queryAs(db.ownerUrl, 'SELECT current_database() AS answer'))}_work_0a0a0a0a`,
  );
  expect(await queryAs(one ?? '', 'SELECT count(*)::int AS answer FROM sys_user', 'chargeops_system')).toBe(0);
  // A sign-in that names its user does not need the user in the owner's address.
  const address = await workingAddress({ ownerUrl: `${db.ownerUrl}${db.ownerUrl.includes('?') ? '&' : '?'}user=chargeops`, keys: [key('0a0a0a0a')] });
  expect(address).toBe(one);
});

test('another password and settings of its own do not outlast a start', async () => {
  const url = await workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0b0b0b0b')] });
  const role = userOf(url);
  await db.asSuperuser(`ALTER ROLE ${role} PASSWORD 'stolen'`);
  await expect(queryAs(url, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  await workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0b0b0b0b')] });
  // A change that the role is allowed to make to itself.
  await queryAs(url, `ALTER ROLE CURRENT_USER SET search_path = pg_temp`);
  expect(await queryAs(url, `SELECT current_setting('search_path') AS answer`)).toBe('pg_temp');
  await workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0b0b0b0b')] });
  expect(await queryAs(url, `SELECT current_setting('search_path') AS answer`)).toBe('"$user", public');
});

test('a new key has a sign-in of its own beside the old one, which goes with its key', async () => {
  const old = await workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0c0c0c0c')] });
  const next = await workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0d0d0d0d'), key('0c0c0c0c')] });
  expect(await ourRoles()).toEqual([userOf(old), userOf(next)]);
  expect(await queryAs(old, 'SELECT 1 AS answer')).toBe(1);
  await workingAddress({ ownerUrl: db.ownerUrl, keys: [key('0d0d0d0d')] });
  expect(await ourRoles()).toEqual([userOf(next)]);
});

test('a user of the operator is admitted by the owner, and one who may do more is refused', async () => {
  const name = `mine_${randomUUID().replaceAll('-', '')}`;
  const as = (user: string): string => db.ownerUrl.replace(/\/\/[^@]+@/u, `//${user}:plain@`);
  await db.asSuperuser(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
  try {
    await admitWorkingRole({ ownerUrl: db.ownerUrl, workUrl: as(name) });
    expect(await queryAs(as(name), 'SELECT count(*)::int AS answer FROM sys_user', 'chargeops_system')).toBe(0);
    expect(await isOwner(as(name))).toBe(false);
    expect(await isOwner(db.ownerUrl)).toBe(true);
    for (const more of ['BYPASSRLS', 'SUPERUSER', 'CREATEROLE']) {
      await db.asSuperuser(`ALTER ROLE ${name} ${more}`);
      await expect(admitWorkingRole({ ownerUrl: db.ownerUrl, workUrl: as(name) })).rejects.toThrow(
        /^The program must not work as .*DATABASE_OWNER_URL\.$/u,
      );
      await db.asSuperuser(`ALTER ROLE ${name} NO${more}`);
    }
    await db.asSuperuser(`GRANT chargeops TO ${name}`);
    await expect(assertLimited(as(name))).rejects.toThrow('must not work as chargeops');
    await expect(assertLimited(db.ownerUrl)).rejects.toThrow('must not work as chargeops');
    await db.asSuperuser(`REVOKE chargeops FROM ${name}`);
    await assertLimited(as(name));
  } finally {
    await db.asSuperuser(`DROP ROLE ${name}`);
  }
});

test('who only works looks whether all is migrated, and says who has to do it', async () => {
  await assertMigrated({ url: db.url });
  const next = { number: 9001, name: '9001_next', path: 'next.sql', sql: 'SELECT 1;' };
  await expect(assertMigrated({ url: db.url, files: [...(await findMigrations()), next] })).rejects.toThrow(
    'The database lacks 9001_next, and the user of DATABASE_URL does not own it: start once with the owner in DATABASE_OWNER_URL.',
  );
});
