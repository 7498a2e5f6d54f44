import { sql } from 'kysely';
import type { Db, Tx } from '#kit/db/index.ts';
import type { Setting } from '#kit/resource/setting.ts';
import { settingValue } from '#kit/server/values/setting-value.ts';
import type { VisibleIds } from '#kit/server/context/viewer.ts';

/** How long a value may be old, in a process that did not change it. */
const KEPT_MS = 3_000;
/** Values kept at once; more than there are settings and tenants in most systems. */
const KEPT_MAX = 5_000;

/** Where to read from: a handler's context, or the system's own database beside whatever lives as long as the process. */
interface SettingReader {
  readonly db: Db | Tx;
  readonly now: Date;
  /** What the values are remembered with. */
  readonly registry: object;
  readonly viewer?: { readonly sees: { readonly tenant: VisibleIds } };
}

const remembered = new WeakMap<object, Map<string, { readonly untilMs: number; readonly value: unknown }>>();

/**
 * What a setting holds: the tenant's own value, else the platform's, else the program's default. The one way the program reads settings.
 */
export const settingOf = async <T>(from: SettingReader, setting: Setting<T>, tenantId?: string | null): Promise<T> => {
  const tenant = setting.scope === 'tenant' ? (tenantId ?? null) : null;
  const kept = remembered.get(from.registry) ?? new Map<string, { readonly untilMs: number; readonly value: unknown }>();
  remembered.set(from.registry, kept);
  const place = `${setting.key} ${tenant ?? ''}`;
  const found = kept.get(place);
  const value = found && found.untilMs > from.now.getTime() ? found.value : await read(from, setting, tenant);
  if (value !== found?.value && maySee(from, tenant)) {
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(place, { untilMs: from.now.getTime() + KEPT_MS, value });
  }
  return settingValue(setting, value);
};

/** Values are read afresh from now on; other processes learn within seconds. */
export const forgetSettings = (registry: object): void => void remembered.delete(registry);

/** Whoever does not see a tenant does not see that it has set something, and must not be remembered for it. */
const maySee = ({ viewer }: SettingReader, tenant: string | null): boolean =>
  tenant === null || viewer === undefined || viewer.sees.tenant === 'all' || viewer.sees.tenant.includes(tenant);

const read = async ({ db }: SettingReader, setting: Setting, tenant: string | null): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select value from sys_config where config_key = ${setting.key} and value is not null
    and (tenant_id is null or tenant_id = ${tenant}::int8) order by tenant_id nulls last limit 1`.execute(db.withoutPlugins());
  return rows[0]?.value;
};
