import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

const KEY_BYTES = 32;
const HINT_LETTERS = 4;
/** Begins an address at which a signed-in person looks; the key of a wall has no such letter. */
const LOOK_PREFIX = 'look.';
const LOOK_PURPOSE = 'big-screen-look';
export const LOOK_MS = 3_600_000;

export interface NewScreenKey {
  readonly key: string;
  readonly digest: Buffer;
  readonly hint: string;
}

/** A key is 256 random bits, so its digest needs neither salt nor work. */

export const newScreenKey = (): NewScreenKey => {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return { key, digest: sha256(key), hint: `…${key.slice(-HINT_LETTERS)}` };
};

/** The page of a screen; its key is not sent with a request for the page. */
export const pathOf = (key: string): string => `/screen/#k=${key}`;

const textOf = (bigScreenId: string, endsMs: number): string => `${bigScreenId}.${endsMs.toString(36)}`;

/** A key that needs no row: it is signed, and says which screen it shows and until when. */
export const lookKey = (secrets: Pick<Secrets, 'macs'>, bigScreenId: string, endsMs: number): string => {
  const text = textOf(bigScreenId, endsMs);
  return `${LOOK_PREFIX}${text}.${Buffer.from(secrets.macs(text, LOOK_PURPOSE)[0]).toString('base64url')}`;
};

/** A screen whose key is good. */
export interface OpenScreen {
  readonly bigScreenId: string;
  readonly tenantId: string;
  readonly stationId: string | null;
  readonly screenName: string;
  readonly views: readonly number[];
  readonly turnS: number;
  readonly screenLanguage: 1 | 2 | 3;
  readonly endsAt: Date;
}

interface LookedAt {
  readonly bigScreenId: string;
  readonly endsMs: number;
}

const lookedAt = (secrets: Pick<Secrets, 'macs'>, key: string): LookedAt | undefined => {
  const [bigScreenId = '', ends = '', mac = ''] = key.slice(LOOK_PREFIX.length).split('.');
  const endsMs = Number.parseInt(ends, 36);
  if (!/^\d{1,18}$/u.test(bigScreenId) || !Number.isSafeInteger(endsMs)) return undefined;
  const told = Buffer.from(mac, 'base64url');
  const isOurs = secrets
    .macs(textOf(bigScreenId, endsMs), LOOK_PURPOSE)
    .some((known) => known.length === told.length && timingSafeEqual(known, told));
  return isOurs ? { bigScreenId, endsMs } : undefined;
};

/** The screen of a key; undefined when the key is not known, has ended or was taken back, or the screen is disabled. */
export const screenOfKey = async (
  tx: Tx,
  secrets: Pick<Secrets, 'macs'>,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<OpenScreen | undefined> => {
  const isLook = key.startsWith(LOOK_PREFIX);
  const look = isLook ? lookedAt(secrets, key) : undefined;
  if (isLook && (!look || look.endsMs <= now.getTime())) return undefined;
  const digest = look ? null : sha256(key);
  const { rows } = await sql<
    Omit<OpenScreen, 'bigScreenId' | 'tenantId' | 'stationId' | 'endsAt'> & {
      bigScreenId: bigint;
      tenantId: bigint;
      stationId: bigint | null;
      keyEndTime: Date | null;
    }
  >`select b.big_screen_id, b.tenant_id, b.station_id, b.screen_name, b.views, b.turn_s, b.screen_language, b.key_end_time
    from big_screen b join tenant t on t.tenant_id = b.tenant_id
    where case when ${digest}::bytea is null then b.big_screen_id = ${look?.bigScreenId ?? null}::int8 else b.key_digest = ${digest}::bytea and b.key_end_time > ${now} end
      and not b.is_delete and b.state = ${sql.lit(entityState.enabled)} and t.tenant_stat = ${sql.lit(entityState.enabled)}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { bigScreenId, tenantId, stationId, keyEndTime, ...rest } = row;
  const endsAt = look ? new Date(look.endsMs) : (keyEndTime ?? now);
  return { ...rest, bigScreenId: String(bigScreenId), tenantId: String(tenantId), stationId: stationId === null ? null : String(stationId), endsAt };
};

/** Notes that a screen reads with its key, once a minute. */
export const noteSeen = async (tx: Tx, bigScreenId: string, now: Date): Promise<void> => {
  await sql`update big_screen set last_seen_time = ${now} where big_screen_id = ${bigScreenId}
    and coalesce(last_seen_time < ${now}::timestamptz - interval '1 minute', true)`.execute(tx);
};
