import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { createGate } from '../../test/gate.ts';
import { inScope, inSystem, isConflict, isConnectionLoss, withRetry } from '../index.ts';
import { migrate } from '../schema/migrate.ts';
import { retryBounds } from './retry.ts';

const db = await freshDatabase();
afterAll(db.close);

const pair = `CREATE TABLE pair (id int PRIMARY KEY, n int NOT NULL); INSERT INTO pair VALUES (1, 0), (2, 0); CALL kit_shared_table('pair');`;
beforeAll(async () => migrate({ url: db.ownerUrl, files: [{ number: 9001, name: '9001_pair', path: 'pair.sql', sql: pair }] }));
const total = async (): Promise<unknown> => db.asSuperuser('SELECT sum(n)::int AS n FROM pair');

test('two transactions that lock each other out are both done in the end', async () => {
  const bothHoldOne = createGate();
  let holding = 0;
  const both = [1, 2].map(async (first) =>
    inSystem(db, async (tx) => {
      await sql`UPDATE pair SET n = n + 1 WHERE id = ${first}`.execute(tx);
      holding += 1;
      if (holding === 2) bothHoldOne.open();
      await bothHoldOne.opened;
      await sql`UPDATE pair SET n = n + 1 WHERE id = ${3 - first}`.execute(tx);
    }),
  );
  await Promise.all(both);
  expect(await total()).toEqual([{ n: 4 }]);
});

test('a lost connection is tried again only where that is safe', async () => {
  const cutOnce = () => {
    let cut = false;
    return async (tx: Parameters<Parameters<typeof inSystem>[1]>[0]): Promise<number> => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      if (!cut) await db.asSuperuser('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      cut = true;
      await sql`SELECT 1`.execute(tx);
      return 7;
    };
  };
  await expect(inSystem(db, cutOnce())).rejects.toSatisfy(isConnectionLoss);
  await expect(inSystem(db, cutOnce(), { idempotent: true })).resolves.toBe(7);
  await expect(inScope(db, { tenants: 'all', idempotent: true }, cutOnce())).resolves.toBe(7);
});

test('trying again has a bound, and other errors have none to wait for', async () => {
  const conflict = Object.assign(new Error('no'), { code: '40001' });
  let calls = 0;
  const failing = (error: unknown) => async () => {
    calls += 1;
    throw error;
  };
  expect(isConflict(conflict)).toBe(true);
  await expect(withRetry(failing(conflict), { idempotent: false })).rejects.toBe(conflict);
  expect(calls).toBe(retryBounds.conflictAttempts);
  calls = 0;
  await expect(withRetry(failing(new Error('Connection terminated')), { idempotent: false })).rejects.toThrow('Connection terminated');
  await expect(withRetry(failing(Object.assign(new Error('duplicate'), { code: '23505' })), { idempotent: true })).rejects.toThrow('duplicate');
  expect(calls).toBe(2);
});
