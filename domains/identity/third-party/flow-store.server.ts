import { sql } from 'kysely';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import type { OAuthChecks, ExternalAccount } from './provider.server.ts';
import { thirdPartyBounds } from './third-party.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

/** The state of sign-ins at a provider, and of external accounts that no user has connected. */
export interface Flows {
  /** Returns the text that the browser has to send when it returns. */
  readonly storeChecks: (checks: OAuthChecks) => Promise<string>;
  /** Returns and deletes the state, only for the browser that started the sign-in. */
  readonly takeChecks: (state: string, bind: string) => Promise<OAuthChecks | undefined>;
  /** A ticket for an external account that no user has connected. */
  readonly storeUnclaimed: (externalAccount: ExternalAccount) => Promise<string>;
  readonly takeUnclaimed: (ticket: string) => Promise<ExternalAccount | undefined>;
  readonly ownerOf: (externalAccount: ExternalAccount) => Promise<string | undefined>;
  readonly connect: (externalAccount: ExternalAccount, userId: string) => Promise<void>;
  readonly accountsOf: (userId: string) => Promise<readonly (ExternalAccount & { readonly since: Date })[]>;
  /** Whether the user had such an account. */
  readonly disconnect: (externalAccount: ExternalAccount, userId: string) => Promise<boolean>;
  readonly sweep: () => Promise<void>;
}

export const createFlows = (database: Database, clock: () => Date): Flows => {
  const system = database.system.withoutPlugins();
  const oldestSince = (): Date => new Date(clock().getTime() - thirdPartyBounds.awayMs);
  return {
    storeChecks: async ({ state, verifier, nonce }) => {
      const bind = randomBytes(32).toString('base64url');
      await sql`insert into sys_third_flow (key_hash, bind_hash, verifier, nonce, since)
        values (${sha256(state)}, ${sha256(bind)}, ${verifier}, ${nonce}, ${clock()})`.execute(system);
      return bind;
    },
    takeChecks: async (state, bind) => {
      const { rows } = await sql<{ bind_hash: Buffer; verifier: string; nonce: string }>`delete from sys_third_flow
        where key_hash = ${sha256(state)} and since > ${oldestSince()} and bind_hash is not null and verifier is not null and nonce is not null
        returning bind_hash, verifier, nonce`.execute(system);
      const [row] = rows;
      return row && timingSafeEqual(row.bind_hash, sha256(bind)) ? { state, verifier: row.verifier, nonce: row.nonce } : undefined;
    },
    storeUnclaimed: async ({ issuer, subject }) => {
      const ticket = randomBytes(32).toString('base64url');
      await sql`insert into sys_third_flow (key_hash, issuer, subject, since) values (${sha256(ticket)}, ${issuer}, ${subject}, ${clock()})`.execute(
        system,
      );
      return ticket;
    },
    takeUnclaimed: async (ticket) => {
      const { rows } =
        await sql<ExternalAccount>`delete from sys_third_flow where key_hash = ${sha256(ticket)} and issuer is not null and subject is not null
        and since > ${oldestSince()} returning issuer, subject`.execute(system);
      return rows[0];
    },
    ownerOf: async ({ issuer, subject }) => {
      const { rows } = await sql<{
        username: string;
      }>`select u.username from sys_third_account t join sys_user u on u.id = t.user_id and not u.is_delete
        where t.issuer = ${issuer} and t.subject = ${subject}`.execute(system);
      return rows[0]?.username;
    },
    connect: async ({ issuer, subject }, userId) => {
      await sql`insert into sys_third_account (issuer, subject, user_id, create_time) values (${issuer}, ${subject}, ${userId}, ${clock()})
        on conflict (issuer, subject) do update set user_id = excluded.user_id, create_time = excluded.create_time`.execute(system);
    },
    accountsOf: async (userId) => {
      const { rows } = await sql<ExternalAccount & { readonly since: Date }>`select issuer, subject, create_time as since from sys_third_account
        where user_id = ${userId} order by create_time`.execute(system);
      return rows;
    },
    disconnect: async ({ issuer, subject }, userId) => {
      const { numAffectedRows } = await sql`delete from sys_third_account
        where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`.execute(system);
      return numAffectedRows === 1n;
    },
    sweep: async () => {
      await sql`delete from sys_third_flow where since < ${oldestSince()}`.execute(system);
    },
  };
};
