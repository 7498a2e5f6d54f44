import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';

const db = await freshDatabase();
afterAll(db.close);

test('every table says who may see it: kit_tenant_table, kit_shared_table or kit_system_table', async () => {
  const undeclared = await db.asSuperuser(`
    SELECT c.oid::regclass::text AS "table" FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname NOT IN ('pg_catalog', 'information_schema') AND nspname NOT LIKE 'pg_toast%' AND relkind IN ('r', 'p') AND NOT relispartition
      AND NOT (relrowsecurity AND relforcerowsecurity)
      AND coalesce(obj_description(c.oid, 'pg_class'), '') NOT IN ('kit: shared', 'kit: system')`);
  expect(undeclared).toEqual([]);
});

test('a table with a tenant column is under row security', async () => {
  const open = await db.asSuperuser(`
    SELECT attrelid::regclass::text AS "table" FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
    WHERE attname = 'tenant_id' AND relkind IN ('r', 'p') AND NOT relispartition AND NOT (relrowsecurity AND relforcerowsecurity)
      AND coalesce(obj_description(c.oid, 'pg_class'), '') <> 'kit: system'`);
  expect(open).toEqual([]);
});

test('column names survive the way to camelCase and back', async () => {
  const columns = await db.asSuperuser<{ name: string }>(`
    SELECT DISTINCT attname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname IN ('public', 'ledger') AND relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped`);
  const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(columns.map(({ name }) => name).filter((name) => snake(camel(name)) !== name)).toEqual([]);
});

test("no function runs with its owner's rights without a pinned search path", async () => {
  const loose = await db.asSuperuser(`
    SELECT p.oid::regprocedure::text AS "function" FROM pg_proc p
    WHERE prosecdef AND NOT coalesce(array_to_string(proconfig, ',') LIKE '%search_path=%', false)`);
  expect(loose).toEqual([]);
});
