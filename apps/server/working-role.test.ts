import { randomUUID } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { emptyDatabase } from '#kit/test/database.ts';
import { signInToWork } from './storage.ts';
import { MASTER_KEY, startProcesses } from './testing/processes.ts';
import type { Process, Processes } from './testing/processes.ts';

/** The SQL that somebody could run after taking over the running program: as its sign-in role, and as each role that this role may become. */
let processes: Processes & { readonly first: Process };
/** The role that signs in for the pools, the bus, the relay, the watch and the name of a gateway. */
let signsIn: string;
let address: string;

beforeAll(async () => {
  processes = await startProcesses('attacked', ['api', 'worker', 'gateway']);
  const sessions = (): Promise<readonly { readonly name: string; readonly program: string }[]> =>
    processes.database.asSuperuser(
      `SELECT DISTINCT usename AS name, application_name AS program FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'chargeops%' AND application_name <> 'chargeops-test'`,
    );
  // The owner's connections are closed once it has migrated.
  await eventually(async () => expect(new Set((await sessions()).map(({ name }) => name)).size).toBe(1));
  const open = await sessions();
  expect(open.map(({ program }) => program)).toEqual(
    expect.arrayContaining(['chargeops-app', 'chargeops-attacked', 'chargeops-bus', 'chargeops-relay']),
  );
  signsIn = open[0]?.name ?? '';
  const sources = { dataDir: '', secretsKey: MASTER_KEY, lostKeyIds: [], log: pino({ level: 'silent' }) };
  ({ url: address } = await signInToWork({ owner: processes.database.ownerUrl, work: undefined }, sources));
  expect(new pg.Client(address).user).toBe(signsIn);
});
afterAll(() => processes?.close());

const INSUFFICIENT_PRIVILEGE = '42501';
const PRIVILEGE_NOT_GRANTED = '01007';

/** The SQLSTATE with which each statement fails, or `done`; every statement is rolled back. */
const tried = async (role: string, statements: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const client = new pg.Client(address);
  await client.connect();
  const came = new Map<string, string>();
  let warned: string | undefined;
  client.on('notice', ({ code }) => {
    warned = code;
  });
  try {
    await client.query(`SET ROLE ${role}`);
    await client.query(`BEGIN; SET LOCAL app.tenants = '*'; SET LOCAL app.agents = '*'; SET LOCAL app.stations = '*'; SAVEPOINT before`);
    for (const statement of statements) {
      warned = undefined;
      const outcome = await client.query(statement).then(
        // An owner who may grant nothing gets a warning and is not refused.
        () => (warned === PRIVILEGE_NOT_GRANTED ? INSUFFICIENT_PRIVILEGE : 'done'),
        (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
      );
      came.set(statement, outcome);
      await client.query('ROLLBACK TO SAVEPOINT before');
    }
  } finally {
    await client.end();
  }
  return came;
};

const refused = async (role: string, statements: readonly string[]): Promise<readonly string[]> =>
  [...(await tried(role, statements))].flatMap(([statement, outcome]) => (outcome === INSUFFICIENT_PRIVILEGE ? [] : [`${outcome}: ${statement}`]));

/** All object names include their schemas. */
const statementsOf = async (query: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: processes.database.superuserUrl, options: '-c search_path=' });
  await client.connect();
  const { rows } = await client.query<{ statement: string }>(query);
  await client.end();
  return rows.map(({ statement }) => statement);
};

const OURS = `n.nspname IN ('public', 'ledger')`;
const foreign = (oid: string): string => `EXISTS (SELECT FROM pg_depend e WHERE e.objid = ${oid} AND e.deptype = 'e')`;

/** For each guard and each object of the schema, the statements that would remove it. */
const ON_SCHEMA: Readonly<Record<string, string>> = {
  triggers: `SELECT format(s, tgname, tgrelid::regclass) AS statement FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = relnamespace,
    unnest(ARRAY['DROP TRIGGER %1$I ON %2$s', 'ALTER TABLE %2$s DISABLE TRIGGER %1$I', 'ALTER TRIGGER %1$I ON %2$s RENAME TO gone']) s WHERE ${OURS} AND NOT tgisinternal`,
  policies: `SELECT format(s, polname, polrelid::regclass) AS statement FROM pg_policy,
    unnest(ARRAY['DROP POLICY %1$I ON %2$s', 'ALTER POLICY %1$I ON %2$s USING (true)', 'CREATE POLICY open ON %2$s USING (true)']) s`,
  tables: `SELECT format(s, c.oid::regclass) AS statement FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace,
    unnest(ARRAY['TRUNCATE %s CASCADE', 'DROP TABLE %s CASCADE', 'ALTER TABLE %s DISABLE ROW LEVEL SECURITY', 'ALTER TABLE %s NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE %s DISABLE TRIGGER USER', 'ALTER TABLE %s ADD COLUMN mine int', 'ALTER TABLE %s OWNER TO CURRENT_USER', 'GRANT SELECT ON %s TO PUBLIC',
      'CREATE RULE gone AS ON INSERT TO %s DO INSTEAD NOTHING', 'CREATE TRIGGER mine BEFORE INSERT ON %s EXECUTE FUNCTION suppress_redundant_updates_trigger()']) s
    WHERE ${OURS} AND relkind IN ('r', 'p')`,
  views: `SELECT format(s, c.oid::regclass, pg_get_viewdef(c.oid)) AS statement FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace,
    unnest(ARRAY['DROP VIEW %s CASCADE', 'CREATE OR REPLACE VIEW %s AS %s']) s WHERE ${OURS} AND relkind = 'v' AND NOT ${foreign('c.oid')}`,
  functions: `SELECT format(s, p.oid::regprocedure, pg_get_functiondef(p.oid)) AS statement FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace,
    unnest(ARRAY['DROP ROUTINE %1$s CASCADE', 'ALTER ROUTINE %1$s SET search_path = pg_temp', 'ALTER ROUTINE %1$s OWNER TO CURRENT_USER',
      'GRANT EXECUTE ON ROUTINE %1$s TO PUBLIC', '%2$s']) s WHERE ${OURS} AND prokind IN ('f', 'p') AND NOT ${foreign('p.oid')}`,
  schemas: `SELECT format(s, n.nspname) AS statement FROM pg_namespace n,
    unnest(ARRAY['CREATE TABLE %I.mine (a int)', 'CREATE VIEW %I.mine AS SELECT 1', 'CREATE FUNCTION %I.mine() RETURNS int LANGUAGE sql AS ''SELECT 1''',
      'CREATE TYPE %I.mine AS (a int)', 'CREATE SEQUENCE %I.mine', 'DROP SCHEMA %I CASCADE', 'ALTER SCHEMA %I OWNER TO CURRENT_USER']) s WHERE ${OURS}`,
};

/** Rows that are written once and that nobody may change. */
const KEPT_FOR_EVER: readonly string[] = [
  'public.sys_log',
  'public.sys_log_seal',
  'public.sys_config_log',
  'ledger.account',
  'ledger.balance',
  'ledger.journal',
  'ledger.posting',
  'ledger.movement',
  'ledger.hold',
  'ledger.watermark',
  'ledger.seal',
  'public.recharge_record',
  'public.consume_record',
  'public.write_off',
  'public.ic_card_operate',
  'public.tariff_snapshot',
  'public.message_log',
  'public.v10_record',
  'public.end_record',
  'public.order_transition',
  'public.sys_user_control',
  'public.sys_password_history',
  'public.kit_day_parent',
  'public.kit_migration',
];
/** Rows that may change and that nobody may delete. */
const NEVER_DELETED: readonly string[] = [
  ...KEPT_FOR_EVER,
  'public.charging_order',
  'public.order_fact',
  'public.order_progress',
  'public.reservation_order',
  'public.charging_sample',
  'public.order_second',
  'public.sys_log_sealer',
  'ledger.sealer',
];
/** Tables that only functions write. */
const WRITTEN_BY_FUNCTIONS = [
  ...['account', 'balance', 'journal', 'posting', 'movement', 'hold', 'watermark', 'sealer'].map((table) => `ledger.${table}`),
  'public.sys_log_sealer',
  'public.order_transition',
  'public.sys_user_control',
  'public.sys_password_history',
  'public.kit_day_parent',
  'public.kit_migration',
];

const onRows = async (): Promise<readonly string[]> => {
  // The first column of a table that an update could name; a grant on that column alone would prove less.
  const columns = await processes.database.asSuperuser<{ table: string; column: string }>(
    `SELECT t AS "table", (SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = t::regclass AND attnum > 0 AND attidentity = '' ORDER BY attnum LIMIT 1) AS "column"
     FROM unnest($1::text[]) t`,
    [KEPT_FOR_EVER],
  );
  return [
    ...columns.map(({ table, column }) => `UPDATE ${table} SET ${column} = ${column}`),
    ...NEVER_DELETED.map((table) => `DELETE FROM ${table}`),
    ...WRITTEN_BY_FUNCTIONS.map((table) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table} LIMIT 0`),
    // Each day of a log is a table of its own.
    ...(await statementsOf(
      `SELECT format(s, inhrelid::regclass) AS statement FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid AND relkind = 'r', unnest(ARRAY['DELETE FROM %s', 'UPDATE %s SET tenant_id = 0', 'DROP TABLE %s', 'TRUNCATE %s']) s`,
    )),
    `SELECT public.kit_expire_days('sys_log', 1)`,
    `SELECT public.kit_expire_days('charging_sample', 1)`,
  ];
};

const onServer = async (): Promise<readonly string[]> => [
  ...(await statementsOf(`
    SELECT format(s, rolname) AS statement FROM pg_roles r, unnest(ARRAY['SET ROLE %I', 'SET SESSION AUTHORIZATION %I', 'GRANT %I TO CURRENT_USER']) s
    WHERE rolsuper OR rolname IN ('ledger_owner', 'chargeops_definer') OR r.oid = (SELECT datdba FROM pg_database WHERE datname = current_database())`)),
  'SET session_replication_role = replica',
  'ALTER ROLE CURRENT_USER SUPERUSER',
  'ALTER ROLE CURRENT_USER BYPASSRLS',
  'ALTER ROLE CURRENT_USER CREATEROLE',
  'CREATE ROLE mine',
  'CREATE SCHEMA mine',
  'CREATE TEMPORARY TABLE mine (a int)',
  'CREATE EXTENSION dblink SCHEMA public',
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `COPY (SELECT 1) TO '/tmp/mine'`,
  `SELECT pg_read_file('PG_VERSION')`,
  `SELECT set_config('session_replication_role', 'replica', false)`,
  'DO $$ BEGIN PERFORM rolpassword FROM pg_authid; END $$',
];

describe.each(['NONE', 'chargeops_app', 'chargeops_system'])('who has the sign-in of the program, as %s,', (role) => {
  test.each(Object.entries(ON_SCHEMA))('takes away none of the %s', async (_what, query) => {
    const statements = await statementsOf(query);
    expect(statements.length).toBeGreaterThan(10);
    expect(await refused(role, statements)).toEqual([]);
  });

  test('changes and deletes nothing that is kept', async () => {
    expect(await refused(role, await onRows())).toEqual([]);
  });

  test('becomes nobody mightier', async () => {
    expect(await refused(role, await onServer())).toEqual([]);
  });

  test('makes no database and sets nothing of the server', async () => {
    const client = new pg.Client({ connectionString: address, options: `-c role=${role.toLowerCase()}` });
    await client.connect();
    try {
      for (const statement of ['CREATE DATABASE mine', `ALTER SYSTEM SET session_replication_role = 'replica'`])
        await expect(client.query(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    } finally {
      await client.end();
    }
  });

  test('does not pass row security by switching it off', async () => {
    const came = await tried(role, [
      'SET LOCAL row_security = off; SELECT FROM public.station',
      'SET LOCAL row_security = off; SELECT FROM public.charging_order',
    ]);
    expect([...came.values()]).toEqual([INSUFFICIENT_PRIVILEGE, INSUFFICIENT_PRIVILEGE]);
  });
});

test('the sign-in has no other roles than those of handlers and workers, and inherits the rights of none', async () => {
  const roles = await processes.database.asSuperuser<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles r WHERE pg_has_role($1::name, r.oid, 'MEMBER') ORDER BY 1`,
    [signsIn],
  );
  expect(roles.map(({ name }) => name)).toEqual(['chargeops_app', 'chargeops_system', signsIn].toSorted());
  expect(await processes.database.asSuperuser(`SELECT rolinherit FROM pg_roles WHERE rolname = $1`, [signsIn])).toEqual([{ rolinherit: false }]);
  expect([...(await tried('NONE', ['SELECT FROM public.sys_user', 'SELECT FROM public.station'])).values()]).toEqual([
    INSUFFICIENT_PRIVILEGE,
    INSUFFICIENT_PRIVILEGE,
  ]);
});

test('a user of the operator works, with the owner beside it for the migrations or without', async () => {
  const database = await emptyDatabase();
  const name = `mine_${randomUUID().replaceAll('-', '')}`;
  await database.asSuperuser(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
  const databaseUrl = database.ownerUrl.replace(/\/\/[^@]+@/u, `//${name}:plain@`);
  const signedIn = (): Promise<readonly unknown[]> =>
    database.asSuperuser(
      `SELECT DISTINCT usename AS name FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'chargeops-app'`,
    );
  try {
    const first = await startProcesses('owned', ['api'], {
      database,
      secret: MASTER_KEY,
      addresses: { databaseUrl, databaseOwnerUrl: database.ownerUrl },
    });
    await first.first.signIn('admin', first.password);
    expect(await signedIn()).toEqual([{ name }]);
    await first.close();
    const second = await startProcesses('worked', ['api', 'worker'], {
      database,
      secret: MASTER_KEY,
      addresses: { databaseUrl, databaseOwnerUrl: undefined },
    });
    await second.first.signIn('admin', first.password);
    expect(await signedIn()).toEqual([{ name }]);
    await second.close();
    expect(await database.asSuperuser(`SELECT FROM pg_roles WHERE starts_with(rolname, current_database() || '_work_')`)).toEqual([]);
  } finally {
    await database.close();
    await processes.database.asSuperuser(`DROP ROLE ${name}`);
  }
});
