import { sql } from 'kysely';
import type { Db, Tx } from '#kit/db/index.ts';
import type { Setting } from '#kit/resource/setting.ts';
import { settingValue } from '#kit/server/values/setting-value.ts';
import type { VisibleIds } from '#kit/server/context/viewer.ts';

/** How long a value may be old, in a process that did not change it. */
const CACHE_MS = 3_000;
/** Values kept at once; more than there are settings and tenants in most systems. */
const CACHED_MAX = 5_000;

/** Where to read from: a handler's context, or the system's own database beside whatever lives as long as the process. */
interface SettingReader {
  readonly db: Db | Tx;
  readonly now: Date;
  /** What the values are remembered with. */
  readonly registry: object;
  readonly viewer?: { readonly sees: { readonly tenant: VisibleIds } };
}

const caches = new WeakMap<object, Map<string, { readonly untilMs: number; readonly value: unknown }>>();

/**
 * What a setting holds: the tenant's own value, else the platform's, else the program's default. The one way the program reads settings.
 */
export const settingOf = async <T>(reader: SettingReader, setting: Setting<T>, tenantId?: string | null): Promise<T> => {
  const tenant = setting.scope === 'tenant' ? (tenantId ?? null) : null;
  const cache = caches.get(reader.registry) ?? new Map<string, { readonly untilMs: number; readonly value: unknown }>();
  caches.set(reader.registry, cache);
  const cacheKey = `${setting.key} ${tenant ?? ''}`;
  const cached = cache.get(cacheKey);
  const value = cached && cached.untilMs > reader.now.getTime() ? cached.value : await readStored(reader, setting, tenant);
  if (value !== cached?.value && maySee(reader, tenant)) {
    if (cache.size >= CACHED_MAX) cache.clear();
    cache.set(cacheKey, { untilMs: reader.now.getTime() + CACHE_MS, value });
  }
  return settingValue(setting, value);
};

/** Values are read afresh from now on; other processes learn within seconds. */
export const forgetSettings = (registry: object): void => void caches.delete(registry);

/** Whoever does not see a tenant does not see that it has set something, and must not be remembered for it. */
const maySee = ({ viewer }: SettingReader, tenant: string | null): boolean =>
  tenant === null || viewer === undefined || viewer.sees.tenant === 'all' || viewer.sees.tenant.includes(tenant);

const readStored = async ({ db }: SettingReader, setting: Setting, tenant: string | null): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select value from sys_config where config_key = ${setting.key} and value is not null
    and (tenant_id is null or tenant_id = ${tenant}::int8) order by tenant_id nulls last limit 1`.execute(db.withoutPlugins());
  return rows[0]?.value;
};
