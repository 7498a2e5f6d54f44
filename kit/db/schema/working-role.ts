import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

/** The program cannot work on the database under a restricted role. The message says in one line what to do. */
export class WorkingRoleError extends Error {
  override readonly name = 'WorkingRoleError';
}

/** Derives a sign-in that every process with the same key can compute. */
export interface SignInKey {
  /** Eight hex digits. A new key gets a new sign-in, while processes with the old key still run. */
  readonly id: string;
  readonly passwordOf: (role: string) => string;
}

/** The roles of handlers and of workers; a working sign-in switches to one of them at once. */
const WORK = ['chargeops_app', 'chargeops_system'] as const;
const LOCK_KEY = 0x776f726b;
/** A PostgreSQL identifier has at most 63 bytes, and the name of a sign-in is that of the database followed by `_work_` and eight digits. */
const DATABASE_NAME_MAX = 49;
const HASH_LENGTH = 40;

interface WorkingAddressOptions {
  readonly ownerUrl: string;
  readonly keys: readonly [SignInKey, ...SignInKey[]];
  /** Iterations of the password hash, which both sides compute for each connection. Tests open thousands of connections and use one. */
  readonly scramIterations?: number;
}

/** PostgreSQL's own default. */
const SCRAM_ITERATIONS = 4_096;

/**
 * The address with which the program works on the owner's database. Its sign-in may do what handlers and workers do, and cannot change the schema.
 * It is created when it is missing or has another password, and sign-ins of removed keys are dropped. @throws WorkingRoleError when that sign-in
 * has more rights than it should
 */
export const workingAddress = async ({ ownerUrl, keys, scramIterations = SCRAM_ITERATIONS }: WorkingAddressOptions): Promise<string> =>
  asOwner(ownerUrl, async (client) => {
    const database = await currentDatabase(client);
    const [newest] = keys;
    const role = roleOf(database, newest.id);
    const password = newest.passwordOf(role);
    const url = urlAs(ownerUrl, { role, password });
    const isUsable = (await isUnaltered(client, role)) && (await isAdmitted(client, role)) && (await canSignIn(url));
    if (!isUsable) await createRole(client, { role, verifier: scramVerifier(password, scramIterations) });
    await client.query('CALL kit_drop_working_roles($1, $2)', [roleOf(database, ''), keys.map(({ id }) => roleOf(database, id))]);
    await assertLimited(url);
    return url;
  });

/** Allows a sign-in of the operator to work on the owner's database. @throws WorkingRoleError when it has more rights than it should */
export const admitWorkingRole = async ({ ownerUrl, workUrl }: { readonly ownerUrl: string; readonly workUrl: string }): Promise<void> => {
  const { user: role = '' } = new pg.Client({ connectionString: workUrl });
  await asOwner(ownerUrl, async (client) => {
    if (!(await isAdmitted(client, role))) await client.query('CALL kit_admit_working_role($1)', [role]);
  });
  await assertLimited(workUrl);
};

/** Refuses a sign-in that could disable a protection of the schema, bypass row-level security or create roles. */
export const assertLimited = async (workUrl: string): Promise<void> => {
  const privilegedRoles = await withClient(workUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(PRIVILEGED_ROLES);
    return rows.map(({ name }) => name);
  });
  if (privilegedRoles.length === 0) return;
  throw new WorkingRoleError(
    `The program must not work as ${privilegedRoles.join(', ')}, who may change the schema or pass its row security: name a user without these rights in DATABASE_URL, and the owner in DATABASE_OWNER_URL.`,
  );
};

/** Whether this sign-in runs migrations: it can act as the owner of the schema, or there is no schema yet. */
export const isOwner = async (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    // Queries the system catalog only, because access to the schema may not have been granted yet.
    const { rows } = await client.query<{ owns: boolean }>(
      `SELECT pg_has_role(session_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE relname = 'kit_migration' AND relnamespace = to_regnamespace('public')`,
    );
    return rows[0]?.owns ?? true;
  });

/** The roles that the session can assume, including its own, that own objects here or bypass row-level security. */
const PRIVILEGED_ROLES = `
  SELECT r.rolname AS name FROM pg_roles r
  WHERE pg_has_role(session_user, r.oid, 'MEMBER') AND (
    r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolname IN ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
    OR r.oid = (SELECT datdba FROM pg_database WHERE datname = current_database())
    OR EXISTS (SELECT FROM pg_namespace n WHERE n.nspowner = r.oid AND n.nspname !~ '^pg_')
    OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relowner = r.oid AND n.nspname !~ '^pg_')
    OR EXISTS (SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.proowner = r.oid AND n.nspname !~ '^pg_'))
  ORDER BY r.rolsuper DESC, r.rolname LIMIT 3`;

const isAdmitted = async (client: pg.Client, role: string): Promise<boolean> => {
  const { rows } = await client.query<{ admitted: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM unnest($2::text[]) AS work WHERE NOT pg_has_role(r.oid, work::name, 'MEMBER'))
       AND NOT has_database_privilege('public', current_database(), 'TEMPORARY') AS admitted
     FROM pg_roles r WHERE rolname = $1`,
    [role, WORK],
  );
  return rows[0]?.admitted === true;
};

/** Whether a role of ours still has its original attributes. */
const isUnaltered = async (client: pg.Client, role: string): Promise<boolean> => {
  const { rows } = await client.query<{ plain: boolean }>(
    'SELECT rolcanlogin AND NOT EXISTS (SELECT FROM pg_db_role_setting WHERE setrole = r.oid) AS plain FROM pg_roles r WHERE rolname = $1',
    [role],
  );
  return rows[0]?.plain === true;
};

interface SignIn {
  readonly role: string;
  readonly password: string;
}

/** Sends a verifier instead of the password, because the server may write the statement to its log. */
const createRole = async (client: pg.Client, { role, verifier }: { readonly role: string; readonly verifier: string }): Promise<void> => {
  await client.query('CALL kit_make_working_role($1, $2)', [role, verifier]);
};

const roleOf = (database: string, keyId: string): string =>
  `${Buffer.byteLength(database) <= DATABASE_NAME_MAX ? database : createHash('sha256').update(database).digest('hex').slice(0, HASH_LENGTH)}_work_${keyId}`;

/** The same server and database with another sign-in. */
const urlAs = (url: string, { role, password }: SignIn): string => {
  const [, scheme = '', rest = ''] = /^(postgres(?:ql)?:\/\/)(?:[^/?]*@)?(.*)$/su.exec(url) ?? [];
  const [address = '', query = ''] = rest.split('?');
  const otherParameters = query.split('&').filter((part) => part !== '' && !/^(user|password)=/u.test(part));
  return `${scheme}${encodeURIComponent(role)}:${encodeURIComponent(password)}@${address}${otherParameters.length > 0 ? `?${otherParameters.join('&')}` : ''}`;
};

/** The server's form of a password (RFC 5803). */
const scramVerifier = (password: string, iterations: number): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
};

const WRONG_PASSWORD = '28P01';

const canSignIn = async (url: string): Promise<boolean> =>
  withClient(url, () => Promise.resolve(true)).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) return false;
    throw error;
  });

/** Only one process at a time. */
const asOwner = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    return work(client);
  });

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'chargeops-roles', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const currentDatabase = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]?.name ?? '';
};
