import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';

const db = await freshDatabase();
afterAll(db.close);

test('a migrated database has nothing left to apply', async () => {
  expect(await migrate({ url: db.ownerUrl })).toEqual([]);
});

test('each new file is applied once, in order of its number', async () => {
  const files = [
    { number: 9002, name: '9002_second', path: 'b.sql', sql: 'INSERT INTO probe VALUES (2);' },
    { number: 9001, name: '9001_first', path: 'a.sql', sql: 'CREATE TABLE probe (n int); INSERT INTO probe VALUES (1);' },
  ].toSorted((a, b) => a.number - b.number);
  expect(await migrate({ url: db.ownerUrl, files })).toEqual(['9001_first', '9002_second']);
  expect(await migrate({ url: db.ownerUrl, files })).toEqual([]);
  expect(await db.asSuperuser('SELECT n FROM probe ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a file that was changed after it was applied is refused', async () => {
  const file = { number: 9003, name: '9003_third', path: 'c.sql', sql: 'SELECT 1;' };
  await migrate({ url: db.ownerUrl, files: [file] });
  await expect(migrate({ url: db.ownerUrl, files: [{ ...file, sql: 'SELECT 2;' }] })).rejects.toThrow(/c\.sql was applied .* changed since/);
  expect(await migrate({ url: db.ownerUrl, files: [{ ...file, sql: 'SELECT 1;' }] })).toEqual([]);
});

test('a new file with a number below an applied one is refused, and nothing is applied', async () => {
  const late = { number: 8000, name: '8000_late', path: 'late.sql', sql: 'CREATE TABLE late (n int);' };
  const next = { number: 9100, name: '9100_next', path: 'next.sql', sql: 'CREATE TABLE late (n int);' };
  await expect(migrate({ url: db.ownerUrl, files: [late, next] })).rejects.toThrow(
    'late.sql has not been applied, but 9003_third has, which comes after it. Give it a number above 9003.',
  );
  expect(await db.asSuperuser(`SELECT to_regclass('late')::text AS late`)).toEqual([{ late: null }]);
});

test('a broken file names its line and leaves nothing behind', async () => {
  const file = { number: 9004, name: '9004_broken', path: 'd.sql', sql: 'CREATE TABLE half (n int);\nSELECT 1;\nSELEC 2;' };
  await expect(migrate({ url: db.ownerUrl, files: [file] })).rejects.toThrow(/^d\.sql:3: syntax error/);
  expect(await db.asSuperuser(`SELECT to_regclass('half')::text AS half`)).toEqual([{ half: null }]);
});

test('two processes that migrate at once apply each file once', async () => {
  const files = [{ number: 9005, name: '9005_slow', path: 'e.sql', sql: 'CREATE TABLE once (n int); SELECT pg_sleep(0.2);' }];
  const both = await Promise.all([migrate({ url: db.ownerUrl, files }), migrate({ url: db.ownerUrl, files })]);
  expect(both.flat()).toEqual(['9005_slow']);
});

test('a database of before the first release is refused with a line that says what to do', async () => {
  const old = await freshDatabase();
  try {
    await old.asSuperuser(`UPDATE kit_migration SET name = '0001_base', checksum = 'of then' WHERE number = 1`);
    await expect(migrate({ url: old.ownerUrl })).rejects.toThrow(/^This database was made by a version before the first release .* start again\.$/u);
  } finally {
    await old.close();
  }
});

test('an owner who may make no roles uses those that exist', async () => {
  const name = new URL(db.ownerUrl.replace('@/', '@host/')).pathname.slice(1);
  const user = `plain_${name}`;
  await db.asSuperuser(`CREATE ROLE ${user} LOGIN PASSWORD 'plain'`);
  await db.asSuperuser(`GRANT chargeops_app, chargeops_system, chargeops_definer, ledger_owner TO ${user}`);
  await db.asSuperuser(`CREATE DATABASE ${user} OWNER ${user}`);
  try {
    const url = db.ownerUrl.replace(/\/\/[^@]+@/, `//${user}:plain@`).replace(`/${name}?`, `/${user}?`);
    expect((await migrate({ url })).length).toBeGreaterThan(10);
  } finally {
    await db.asSuperuser(`DROP DATABASE ${user}`);
    await db.asSuperuser(`DROP ROLE ${user}`);
  }
});
