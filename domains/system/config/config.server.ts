import { sql } from 'kysely';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Setting } from '#kit/resource/setting.ts';
import { toDb, toWire } from '#kit/server/values/codec.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { configRefusals, configWords } from './config.labels.ts';
import { configApi, MASK } from './config.ts';
import type { SettingChange, SettingRow } from './config.ts';
import { forgetSettings } from './read-setting.server.ts';

/** The largest number of changes in the history of a setting. */
const HISTORY_MAX = 100;

export const configRoutes = ({ secrets }: { readonly secrets: Secrets }): readonly Route[] =>
  implement(configApi, {
    list: async (ctx, { tenantId }) => {
      const target = await targetOf(ctx, tenantId);
      const stored = await storedSettings(ctx, target);
      return [...ctx.registry.settings.values()]
        .filter(({ scope }) => target === null || scope === 'tenant')
        .map((setting) => rowOf(ctx, setting, { target, stored }));
    },
    edit: async (ctx, { key, tenantId, value, readVersion }) => {
      const target = await settableTarget(ctx, { key, tenantId });
      const wire = parseValue(ctx, target.declared, value);
      await writeSetting(ctx, target, { ...toStored(secrets, target, wire), loggedValue: target.declared.field.secret ? MASK : wire, readVersion });
      return ctx.say(configWords.saved);
    },
    reset: async (ctx, { key, tenantId }) => {
      await removeSetting(ctx, await settableTarget(ctx, { key, tenantId }), {});
      return ctx.say(configWords.wasReset);
    },
    restore: async (ctx, { key, tenantId, id, readVersion }) => {
      const target = await settableTarget(ctx, { key, tenantId });
      if (target.declared.field.secret) throwRefusal(configRefusals, 'config.notKept');
      const { after } = (await changesOf(ctx, target, id)).at(0) ?? throwRefusal(configRefusals, 'config.noSuchChange');
      if (after === null) await removeSetting(ctx, target, { readVersion, restores: id });
      else {
        const wire = parseValue(ctx, target.declared, after);
        await writeSetting(ctx, target, { ...toStored(secrets, target, wire), loggedValue: wire, readVersion, restores: id });
      }
      return ctx.say(configWords.restored);
    },
    history: async (ctx, { key, tenantId }) => changesOf(ctx, await settableTarget(ctx, { key, tenantId })),
  });

/** A declared setting, and the tenant or platform for which it is set. */
interface SettingTarget {
  readonly declared: Setting;
  readonly target: string | null;
}

interface StoredValue {
  readonly value: string | null;
  readonly sealed: string | null;
}

interface ChangeOptions {
  readonly readVersion?: number | null | undefined;
  /** The earlier change that this one restores. */
  readonly restores?: string;
}

const toStored = (secrets: Secrets, { declared: { key, field }, target }: SettingTarget, wire: unknown): StoredValue =>
  field.secret
    ? { value: null, sealed: secrets.seal(String(wire), { purpose: 'config', row: `${target ?? 'platform'} ${key}` }) }
    : { value: JSON.stringify(wire), sealed: null };

const writeSetting = async (
  ctx: Context,
  settingTarget: SettingTarget,
  step: StoredValue & ChangeOptions & { readonly loggedValue: unknown },
): Promise<void> => {
  const { declared, target } = settingTarget;
  const before = await lockSetting(ctx, settingTarget, step);
  await sql`insert into sys_config as c (tenant_id, config_key, value, sealed, update_by, update_time)
    values (${target}::int8, ${declared.key}, ${step.value}::jsonb, ${step.sealed}, ${ctx.viewer.username}, ${ctx.now})
    on conflict (tenant_id, config_key) do update set value = excluded.value, sealed = excluded.sealed, version = c.version + 1,
      update_by = excluded.update_by, update_time = excluded.update_time`.execute(ctx.db);
  await logChange(ctx, settingTarget, { before: shownValue(declared, before), after: step.loggedValue, restores: step.restores });
};

/** Deletes the value, so that the one of the next higher level applies. */
const removeSetting = async (ctx: Context, settingTarget: SettingTarget, step: ChangeOptions): Promise<void> => {
  const { declared, target } = settingTarget;
  const before = (await lockSetting(ctx, settingTarget, step)) ?? throwRefusal(configRefusals, 'config.nothingSet');
  await sql`delete from sys_config where config_key = ${declared.key} and tenant_id is not distinct from ${target}::int8`.execute(ctx.db);
  await logChange(ctx, settingTarget, { before: shownValue(declared, before), after: null, restores: step.restores });
};

/** The changes, newest first; with an id, only that one. */
const changesOf = async (ctx: Context, { declared: { key }, target }: SettingTarget, id?: string): Promise<readonly SettingChange[]> => {
  const { rows } = await sql<SettingChange>`select l.id::text, l.before_value as before, l.after_value as after, l.changed_by as "changedBy",
      l.changed_time as "changedTime", r.changed_time as restores
    from sys_config_log l left join sys_config_log r on r.id = l.restores
    where l.config_key = ${key} and l.tenant_id is not distinct from ${target}::int8 and (${id ?? null}::int8 is null or l.id = ${id ?? null}::int8)
    order by l.id desc limit ${HISTORY_MAX}`.execute(ctx.db.withoutPlugins());
  return rows;
};

interface StoredSetting {
  readonly key: string;
  readonly tenantId: string | null;
  readonly value: unknown;
  readonly hasSecret: boolean;
  readonly version: number;
  readonly updateBy: string;
  readonly updateTime: Date;
}

/** The owner of the settings: a tenant that the viewer can see, or null for the platform. */
const targetOf = async (ctx: Context, tenantId: string | null | undefined): Promise<string | null> => {
  const wantedTenantId = tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null;
  if (wantedTenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(configRefusals, 'config.platformOnly');
  if (wantedTenantId === null) return null;
  const label = ctx.say(['租户', '租戶', 'Tenant']);
  const { rows } = await sql`select 1 from tenant where tenant_id = ${wantedTenantId}::int8 and not is_delete`.execute(ctx.db);
  return rows.length > 0 ? wantedTenantId : throwRefusal(kitRefusals, 'outOfScope', { label });
};

/** A declared setting with an owner at whose level it can be set. */
const settableTarget = async (
  ctx: Context,
  input: { readonly key: string; readonly tenantId?: string | null | undefined },
): Promise<SettingTarget> => {
  const target = await targetOf(ctx, input.tenantId);
  const declared = ctx.registry.settings.get(input.key) ?? throwRefusal(configRefusals, 'config.unknown', {}, { status: 400 });
  if (declared.scope === 'platform' && target !== null) throwRefusal(configRefusals, 'config.platformOnly');
  return { declared, target };
};

const parseValue = (ctx: Context, declared: Setting, value: unknown): unknown => {
  const parsed = parse(declared.field, value);
  const { field } = declared;
  if (parsed.ok) return toWire(field, field.markup ? toDb(field, parsed.value) : parsed.value);
  const problem = problemText(parsed.problem, { label: ctx.say(declared.words), language: ctx.viewer.language });
  return throwRefusal(kitRefusals, 'badInput', { problem }, { status: 400, detail: { fields: { value: problem } } });
};

/** The stored values of the owner and of the platform. */
const storedSettings = async (ctx: Context, target: string | null): Promise<readonly StoredSetting[]> => {
  const { rows } =
    await sql<StoredSetting>`select config_key as key, tenant_id::text as "tenantId", value, sealed is not null as "hasSecret", version,
      update_by as "updateBy", update_time as "updateTime"
    from sys_config where tenant_id is null or tenant_id = ${target}::int8`.execute(ctx.db.withoutPlugins());
  return rows;
};

/** Serialises changes of one setting, including the first, so that no change overwrites one that its author has not seen. */
const lockSetting = async (
  ctx: Context,
  { declared: { key }, target }: SettingTarget,
  { readVersion }: ChangeOptions,
): Promise<StoredSetting | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`config ${target ?? ''} ${key}`}, 0))`.execute(ctx.db);
  const stored = (await storedSettings(ctx, target)).find((row) => row.key === key && row.tenantId === target);
  if (typeof readVersion === 'number' && readVersion !== (stored?.version ?? 0)) throwRefusal(kitRefusals, 'conflict', {}, { status: 409 });
  return stored;
};

const shownValue = (declared: Setting, stored: StoredSetting | undefined): unknown =>
  declared.field.secret ? (stored ? MASK : null) : (stored?.value ?? null);

interface Change {
  readonly before: unknown;
  readonly after: unknown;
  readonly restores: string | undefined;
}

const logChange = async (ctx: Context, { declared: { key }, target }: SettingTarget, { before, after, restores }: Change): Promise<void> => {
  await sql`insert into sys_config_log (tenant_id, config_key, before_value, after_value, changed_by, changed_time, restores)
    values (${target}::int8, ${key}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${ctx.viewer.username}, ${ctx.now},
      ${restores ?? null}::int8)`.execute(ctx.db);
  ctx.afterCommit(() => forgetSettings(ctx.registry));
};

const rowOf = (ctx: Context, declared: Setting, level: { readonly target: string | null; readonly stored: readonly StoredSetting[] }): SettingRow => {
  const ownRow = level.stored.find((row) => row.key === declared.key && row.tenantId === level.target);
  const platformRow = level.stored.find((row) => row.key === declared.key && row.tenantId === null);
  const effectiveRow = ownRow ?? platformRow;
  const initial = declared.field.initial ?? null;
  return {
    key: declared.key,
    group: ctx.say(declared.group),
    name: ctx.say(declared.words),
    hint: declared.hint ? ctx.say(declared.hint) : null,
    field: declared.field,
    scope: declared.scope,
    value: declared.field.secret ? null : (effectiveRow?.value ?? initial),
    initial: declared.field.secret ? null : initial,
    from: effectiveRow === undefined ? 'default' : effectiveRow.tenantId === null ? 'platform' : 'tenant',
    hasSecret: effectiveRow?.hasSecret ?? false,
    version: ownRow?.version ?? 0,
    updateBy: ownRow?.updateBy ?? null,
    updateTime: ownRow?.updateTime ?? null,
  };
};
