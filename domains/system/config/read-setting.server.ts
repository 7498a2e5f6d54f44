import { sql } from 'kysely';
import type { Db, Tx } from '#kit/db/index.ts';
import type { Setting } from '#kit/resource/setting.ts';
import { settingValue } from '#kit/server/values/setting-value.ts';
import type { VisibleIds } from '#kit/server/context/viewer.ts';

/** How old a cached value may be in a process that did not change it. */
const CACHE_MS = 3_000;
/** The limit of cached values, above the number of settings times tenants in most systems. */
const CACHED_MAX = 5_000;

/** How settings are read: with a handler's context, or with the system connection and an object of the process's lifetime. */
interface SettingReader {
  readonly db: Db | Tx;
  readonly now: Date;
  /** The object to which the cache belongs. */
  readonly registry: object;
  readonly viewer?: { readonly sees: { readonly tenant: VisibleIds } };
}

const caches = new WeakMap<object, Map<string, { readonly untilMs: number; readonly value: unknown }>>();

/**
 * The value of a setting: the tenant's own, otherwise the platform's, otherwise the default. The program reads settings only through this function.
 */
export const settingOf = async <T>(reader: SettingReader, setting: Setting<T>, tenantId?: string | null): Promise<T> => {
  const tenant = tenantOf(setting, tenantId);
  const cache = caches.get(reader.registry) ?? new Map<string, { readonly untilMs: number; readonly value: unknown }>();
  caches.set(reader.registry, cache);
  const cacheKey = `${setting.key} ${tenant ?? ''}`;
  const cached = cache.get(cacheKey);
  if (cached && cached.untilMs > reader.now.getTime()) return settingValue(setting, cached.value);
  const [value] = await readStored(reader, setting, [tenant]);
  if (value !== undefined && maySee(reader, tenant)) {
    if (cache.size >= CACHED_MAX) cache.clear();
    cache.set(cacheKey, { untilMs: reader.now.getTime() + CACHE_MS, value });
  }
  return settingValue(setting, value);
};

/** Discards the cached values; other processes read new values within seconds. */
export const forgetSettings = (registry: object): void => void caches.delete(registry);

/** A viewer who cannot see a tenant cannot see its settings either, and the result must not be cached for that tenant. */
const maySee = ({ viewer }: SettingReader, tenant: string | null): boolean =>
  tenant === null || viewer === undefined || viewer.sees.tenant === 'all' || viewer.sees.tenant.includes(tenant);

/** The values of a setting for some tenants, read by one statement. */
export const settingsOf = async <T>(
  reader: Pick<SettingReader, 'db'>,
  setting: Setting<T>,
  tenantIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, T>> => {
  const values = await readStored(
    reader,
    setting,
    tenantIds.map((id) => tenantOf(setting, String(id))),
  );
  return new Map(tenantIds.map((id, index) => [id, settingValue(setting, values[index])]));
};

/** Null where the setting is the platform's alone. */
const tenantOf = ({ scope }: Setting, tenantId: string | null = null): string | null => (scope === 'tenant' ? tenantId : null);

/** What is stored for each tenant, or for the platform; undefined for neither. */
const readStored = async ({ db }: Pick<SettingReader, 'db'>, setting: Setting, tenants: readonly (string | null)[]): Promise<readonly unknown[]> => {
  const { rows } = await sql<{ value: unknown }>`select (select c.value from sys_config c where c.config_key = ${setting.key} and c.value is not null
        and (c.tenant_id is null or c.tenant_id = w.tenant_id) order by c.tenant_id nulls last limit 1) as value
    from unnest(${tenants}::int8[]) with ordinality as w (tenant_id, nth) order by w.nth`.execute(db.withoutPlugins());
  return rows.map(({ value }) => value ?? undefined);
};
