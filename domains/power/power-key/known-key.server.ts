import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** A key is 256 random bits, so its digest needs neither salt nor work. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Calls of one key within a minute. */
export const CALLS_PER_MINUTE_MAX = 60;

export interface KnownKey {
  readonly powerKeyId: bigint;
  readonly tenantId: bigint;
  readonly powerControlId: bigint;
  readonly isTooFast: boolean;
}

/** The valid key, with this call counted; undefined for one that is unknown, revoked or expired. */
export const knownKey = async (tx: Tx, key: string, now: Date): Promise<KnownKey | undefined> => {
  const { rows } = await sql<KnownKey>`update power_key set last_used_time = ${now},
      minute_start = case when minute_start > ${now}::timestamptz - interval '1 minute' then minute_start else ${now} end,
      minute_calls = case when minute_start > ${now}::timestamptz - interval '1 minute' then minute_calls + 1 else 1 end
    where key_digest = ${digestOfKey(key)} and revoke_time is null and coalesce(expire_time > ${now}, true)
    returning power_key_id, tenant_id, power_control_id, minute_calls > ${sql.lit(CALLS_PER_MINUTE_MAX)} as is_too_fast`.execute(tx);
  return rows[0];
};
