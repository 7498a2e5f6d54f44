import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { totpBounds } from './totp.ts';
import type { Enrolment } from './totp.ts';

export interface EnrolmentState {
  readonly enrolled: boolean;
  readonly demanded: boolean;
  readonly recoveryLeft: number;
}

/** The encrypted secrets of authenticators, and which users have to have one. */
export interface TotpStore {
  readonly enrolmentState: (userId: string) => Promise<EnrolmentState>;
  /** Creates a new secret, which becomes active once a code is confirmed. */
  readonly enrol: (userId: string, username: string) => Promise<Enrolment>;
  /** Whether a code or a recovery code is right; each is accepted once. */
  readonly useCode: (userId: string, code: string) => Promise<boolean>;
  /** Activates the secret when the code is right, and returns the recovery codes. */
  readonly confirm: (userId: string, code: string) => Promise<readonly string[] | undefined>;
  readonly remove: (userId: string) => Promise<void>;
  readonly setRequired: (tenantId: string, demanded: boolean) => Promise<void>;
}

interface TotpRow {
  readonly secret: string;
  readonly confirmed: boolean;
  readonly lastStep: bigint;
  readonly recovery: readonly string[];
}

const ISSUER = 'ChargeOps';
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** The clocks of phones differ by at most one step. */
const WINDOW_STEPS = 1;
const digest = (code: string): string =>
  createHash('sha256')
    .update(code.replaceAll(/[^a-z0-9]/gi, '').toLowerCase())
    .digest('hex');
const sealContext = (userId: string) => ({ purpose: 'totp', row: userId });

export const createTotpStore = (database: Database, { secrets, clock }: { readonly secrets: Secrets; readonly clock: () => Date }): TotpStore => {
  const lock = async (tx: Tx, userId: string): Promise<TotpRow | undefined> =>
    (await sql<TotpRow>`select secret, confirmed, last_step, recovery from sys_totp where user_id = ${userId} for update`.execute(tx)).rows[0];
  /** The time step of a code, if it is later than the last accepted one. */
  const stepOf = (row: TotpRow, userId: string, code: string): number | undefined => {
    const timestamp = clock().getTime();
    const delta = totpOf(secrets.open(row.secret, sealContext(userId)), userId).validate({ token: code, window: WINDOW_STEPS, timestamp });
    const step = delta === null ? -1 : Math.floor(timestamp / STEP_MS) + delta;
    return BigInt(step) > row.lastStep ? step : undefined;
  };
  return {
    enrolmentState: async (userId) => {
      const { rows } =
        await sql<EnrolmentState>`select coalesce(t.confirmed, false) as enrolled, coalesce(cardinality(t.recovery), 0) as recovery_left,
        d.tenant_id is not null as demanded from sys_user u left join sys_totp t on t.user_id = u.id left join sys_totp_demand d on d.tenant_id = u.tenant_id
        where u.id = ${userId}`.execute(database.system);
      return rows[0] ?? { enrolled: false, demanded: false, recoveryLeft: 0 };
    },
    enrol: async (userId, username) => {
      const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
      await sql`insert into sys_totp as t (user_id, secret, since) values (${userId}, ${secrets.seal(secret, sealContext(userId))}, ${clock()})
        on conflict (user_id) do update set secret = excluded.secret, since = excluded.since where not t.confirmed`.execute(database.system);
      return { secret, uri: totpOf(secret, username).toString() };
    },
    useCode: (userId, code) =>
      inSystem(database, async (tx) => {
        const row = await lock(tx, userId);
        if (!row?.confirmed) return false;
        const step = stepOf(row, userId, code);
        if (step !== undefined) await sql`update sys_totp set last_step = ${step} where user_id = ${userId}`.execute(tx);
        if (step !== undefined) return true;
        if (!row.recovery.includes(digest(code))) return false;
        await sql`update sys_totp set recovery = array_remove(recovery, ${digest(code)}) where user_id = ${userId}`.execute(tx);
        return true;
      }),
    confirm: (userId, code) =>
      inSystem(database, async (tx) => {
        const row = await lock(tx, userId);
        const step = row && !row.confirmed ? stepOf(row, userId, code) : undefined;
        if (step === undefined) return undefined;
        const codes = Array.from({ length: totpBounds.recoveryCodes }, () =>
          randomBytes(8)
            .toString('hex')
            .replace(/(.{4})(?=.)/g, '$1-'),
        );
        await sql`update sys_totp set confirmed = true, last_step = ${step}, recovery = ${codes.map(digest)}::text[] where user_id = ${userId}`.execute(
          tx,
        );
        return codes;
      }),
    remove: async (userId) => void (await sql`delete from sys_totp where user_id = ${userId}`.execute(database.system)),
    setRequired: async (tenantId, demanded) => {
      if (demanded)
        await sql`insert into sys_totp_demand (tenant_id, since) values (${tenantId}, ${clock()}) on conflict do nothing`.execute(database.system);
      else await sql`delete from sys_totp_demand where tenant_id = ${tenantId}`.execute(database.system);
    },
  };
};

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_MS / 1_000 });
