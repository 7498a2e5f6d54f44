import { sql } from 'kysely';
import type { Database, Db, Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Setting } from '#kit/resource/setting.ts';
import type { Context } from '#kit/server/context/context.ts';
import { settingOf } from '#domains/system/server.ts';
import { requireStrongPassword } from './guessable.server.ts';
import type { Hasher } from './hasher.server.ts';
import { passwordHistory, passwordMin } from '../session/session-settings.ts';
import { passwordRefusals } from '../session/session.labels.ts';

type PolicyContext = Pick<Context, 'registry' | 'now'>;

/** Checks new passwords by the operator's settings. */
export interface Passwords {
  /** Refuses a password that is too short, too simple or easily guessed. */
  readonly requireStrong: (ctx: PolicyContext, candidate: { readonly username: string; readonly password: string }) => Promise<void>;
  /** Refuses a password that this user has used recently. Call it only for an authenticated user. */
  readonly requireUnused: (ctx: PolicyContext, candidate: { readonly userId: string; readonly password: string; readonly db?: Tx }) => Promise<void>;
}

export const createPasswords = (database: Database, hasher: Hasher): Passwords => {
  const readSetting = <T>({ registry, now }: PolicyContext, setting: Setting<T>): Promise<T> =>
    settingOf({ db: database.system, registry, now }, setting);
  return {
    requireStrong: async (ctx, candidate) => requireStrongPassword({ ...candidate, minLength: await readSetting(ctx, passwordMin) }),
    requireUnused: async (ctx, { userId, password, db = database.system }) => {
      const count = await readSetting(ctx, passwordHistory);
      for (const stored of await earlierHashes(db, userId, count))
        if (await hasher.verify(stored, password)) throwRefusal(passwordRefusals, 'password.used', { count });
    },
  };
};

/** The last password hashes of a user, the current one first. */
const earlierHashes = async (db: Db | Tx, userId: string, count: number): Promise<readonly string[]> => {
  if (count === 0) return [];
  const { rows } = await sql<{ password: string }>`select password from sys_user where id = ${userId} union all
    (select password from sys_password_history where user_id = ${userId} order by held_until desc limit ${count})`.execute(db);
  return rows.map(({ password }) => password);
};
