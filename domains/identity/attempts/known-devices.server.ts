import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

/**
 * Browsers from which users have signed in before. They have separate counters, so that wrong passwords from elsewhere do not block their users.
 */
export interface KnownDevices {
  /** Whether the user with this name has signed in from this browser. */
  readonly isKnown: (username: string, deviceToken: string) => Promise<boolean>;
  /** Registers a browser and returns the token that it sends the next time. A token that the server did not issue is replaced. */
  readonly remember: (userId: string, deviceToken: string) => Promise<string>;
  readonly sweep: () => Promise<void>;
}

const DEVICES_PER_USER_MAX = 20;
const DEVICE_LIFE_MS = 90 * 86_400_000;

export const createKnownDevices = (database: Database, clock: () => Date): KnownDevices => {
  const storeDevice = (userId: string, deviceHash: Buffer): Promise<void> =>
    inSystem(database, async (tx) => {
      await sql`insert into sys_device (user_id, device_hash, seen_at) values (${userId}, ${deviceHash}, ${clock()})
        on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at`.execute(tx);
      await sql`delete from sys_device where user_id = ${userId} and device_hash not in
        (select device_hash from sys_device where user_id = ${userId} order by seen_at desc limit ${DEVICES_PER_USER_MAX})`.execute(tx);
    });
  const isKnown = async (username: string, deviceToken: string): Promise<boolean> => {
    const { rows } = await sql`select 1 from sys_device d join sys_user u on u.id = d.user_id
      where lower(u.username) = ${username.toLowerCase()} and d.device_hash = ${sha256(deviceToken)}`.execute(database.system);
    return rows.length > 0;
  };
  return {
    isKnown,
    remember: async (userId, shownToken) => {
      // A token that the client chose could be guessed.
      const deviceToken = (await isIssued(database, shownToken)) ? shownToken : randomBytes(32).toString('base64url');
      await storeDevice(userId, sha256(deviceToken));
      return deviceToken;
    },
    sweep: async () => {
      await sql`delete from sys_device where seen_at < ${new Date(clock().getTime() - DEVICE_LIFE_MS)}`.execute(database.system);
    },
  };
};

const isIssued = async (database: Database, deviceToken: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from sys_device where device_hash = ${sha256(deviceToken)} limit 1`.execute(database.system);
  return rows.length > 0;
};
