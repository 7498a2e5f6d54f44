import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { inSystem } from '../index.ts';
import type { Tx } from '../index.ts';
import { createStatementNames } from './prepared-statements.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.asSuperuser('create table thing (id int8 primary key, name text); grant select, insert on thing to chargeops_system');
  await db.asSuperuser(`insert into thing select n, 'thing ' || n from generate_series(1, 100) n`);
});
afterAll(() => db.close());

/** The prepared statements of a transaction's connection. */
const preparedIn = async (tx: Tx): Promise<readonly string[]> =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)).rows.map(({ statement }) => statement);

describe('a connection', () => {
  test('prepares what is said to it again, and answers each time for the values of that time', async () => {
    await inSystem(db, async (tx) => {
      const byId = async (id: number) => (await sql<{ name: string }>`select name from thing where id = ${id}`.execute(tx)).rows;
      for (let id = 1; id <= 16; id += 1) expect(await byId(id)).toEqual([{ name: `thing ${id}` }]);
      expect(await byId(1_000)).toEqual([]);
      expect(await preparedIn(tx)).toContain('select name from thing where id = $1');
    });
  });

  test('prepares the first row of an order', async () => {
    await inSystem(db, async (tx) => {
      for (let id = 1; id <= 16; id += 1) {
        const { rows } = await sql<{ name: string }>`select name from thing where id >= ${id} order by id limit 1`.execute(tx);
        expect(rows).toEqual([{ name: `thing ${id}` }]);
      }
      expect(await preparedIn(tx)).toContain('select name from thing where id >= $1 order by id limit 1');
    });
  });

  test('plans pages, sums and whole rows anew', async () => {
    await inSystem(db, async (tx) => {
      for (let n = 1; n <= 12; n += 1) {
        expect((await sql`select id from thing where id > ${n} order by id limit ${n}`.execute(tx)).rows).toHaveLength(n);
        expect((await sql<{ all: bigint }>`select sum(id)::int8 as all from thing where id < ${n}`.execute(tx)).rows).toHaveLength(1);
        expect((await sql`select * from thing where id = ${n}`.execute(tx)).rows).toHaveLength(1);
      }
      expect((await preparedIn(tx)).filter((text) => /thing where id [><] |\*/u.test(text))).toEqual([]);
    });
  });

  test('goes on when a column is added, an index goes, or a value is refused', async () => {
    const name = (id: number | string) =>
      inSystem(db, async (tx) => (await sql<{ name: string }>`select name from thing where id = ${id}::int8`.execute(tx)).rows[0]?.name);
    for (let id = 1; id <= 16; id += 1) await name(id);
    await db.asSuperuser('alter table thing add column more text; alter table thing drop constraint thing_pkey');
    expect(await name(19)).toBe('thing 19');
    await expect(name('no number')).rejects.toThrow('no number');
    expect(await name(20)).toBe('thing 20');
  });
});

describe('names', () => {
  test('are given from the eighth time on, are the same for all, and are not endless', () => {
    const names = createStatementNames();
    const eight = (text: string) => Array.from({ length: 8 }, () => names.nameFor(text));
    const given = eight('select 1 from a where b = $1');
    expect(given.slice(0, 7).filter((name) => name !== undefined)).toEqual([]);
    expect(given[7]).toMatch(/^[\w-]{43}$/u);
    expect(names.nameFor('select 1 from a where b = $1')).toBe(given[7]);
    const others = Array.from({ length: 400 }, (_unused, n) => eight(`select ${n} from a where b > $1`)[7]);
    expect(new Set(others.filter((name) => name !== undefined)).size).toBe(119);
  });
});
