import { sql } from 'kysely';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Setting } from '#kit/resource/setting.ts';
import { toWire } from '#kit/server/codec.ts';
import type { Context } from '#kit/server/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/route.ts';
import type { Route } from '#kit/server/route.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { onlyOne } from '#kit/server/viewer.ts';
import { configRefusals, configWords } from './config.labels.ts';
import { configApi, MASK } from './config.ts';
import type { SettingChange, SettingRow } from './config.ts';
import { forgetSettings } from './read-setting.server.ts';

/** Most changes the history of one setting shows. */
const HISTORY_MAX = 100;

export const configRoutes = ({ secrets }: { readonly secrets: Secrets }): readonly Route[] =>
  implement(configApi, {
    list: async (ctx, { tenantId }) => {
      const target = await targetOf(ctx, tenantId);
      const stored = await storedAt(ctx, target);
      return [...ctx.registry.settings.values()]
        .filter(({ scope }) => target === null || scope === 'tenant')
        .map((each) => rowOf(ctx, each, { target, stored }));
    },
    edit: async (ctx, { key, tenantId, value, readVersion }) => {
      const { declared, target } = await settable(ctx, { key, tenantId });
      const wire = checked(ctx, declared, value);
      const kept = declared.field.secret
        ? { value: null, sealed: secrets.seal(String(wire), { purpose: 'config', row: `${target ?? 'platform'} ${key}` }) }
        : { value: JSON.stringify(wire), sealed: null };
      const before = await locked(ctx, key, target);
      if (readVersion !== null && readVersion !== undefined && readVersion !== (before?.version ?? 0))
        refuse(kitRefusals, 'conflict', {}, { status: 409 });
      await sql`insert into sys_config as c (tenant_id, config_key, value, sealed, update_by, update_time)
        values (${target}::int8, ${key}, ${kept.value}::jsonb, ${kept.sealed}, ${ctx.viewer.username}, ${ctx.now})
        on conflict (tenant_id, config_key) do update set value = excluded.value, sealed = excluded.sealed, version = c.version + 1,
          update_by = excluded.update_by, update_time = excluded.update_time`.execute(ctx.db);
      await log(ctx, { key, target, before: shown(declared, before), after: declared.field.secret ? MASK : wire });
      return ctx.say(configWords.saved);
    },
    reset: async (ctx, { key, tenantId }) => {
      const { declared, target } = await settable(ctx, { key, tenantId });
      const before = (await locked(ctx, key, target)) ?? refuse(configRefusals, 'config.nothingSet');
      await sql`delete from sys_config where config_key = ${key} and tenant_id is not distinct from ${target}::int8`.execute(ctx.db);
      await log(ctx, { key, target, before: shown(declared, before), after: null });
      return ctx.say(configWords.wasReset);
    },
    history: async (ctx, { key, tenantId }) => {
      const { target } = await settable(ctx, { key, tenantId });
      const { rows } = await sql<SettingChange>`select id::text, before_value as before, after_value as after, changed_by as "changedBy",
          changed_time as "changedTime"
        from sys_config_log where config_key = ${key} and tenant_id is not distinct from ${target}::int8 order by sys_config_log.id desc limit ${HISTORY_MAX}`.execute(
        ctx.db.withoutPlugins(),
      );
      return rows;
    },
  });

interface Stored {
  readonly key: string;
  readonly tenantId: string | null;
  readonly value: unknown;
  readonly hasSecret: boolean;
  readonly version: number;
  readonly updateBy: string;
  readonly updateTime: Date;
}

/** Whose settings are meant: a tenant that the asker sees, or null for the platform's own. */
const targetOf = async (ctx: Context, tenantId: string | null | undefined): Promise<string | null> => {
  const wanted = tenantId ?? onlyOne(ctx.viewer.sees.tenant) ?? null;
  if (wanted === null && ctx.viewer.sees.tenant !== 'all') refuse(configRefusals, 'config.platformOnly');
  if (wanted === null) return null;
  const label = ctx.say(['租户', '租戶', 'Tenant']);
  const { rows } = await sql`select 1 from tenant where tenant_id = ${wanted}::int8 and not is_delete`.execute(ctx.db);
  return rows.length > 0 ? wanted : refuse(kitRefusals, 'outOfScope', { label });
};

/** A declared setting at a level where it may be set. */
const settable = async (ctx: Context, asked: { readonly key: string; readonly tenantId?: string | null | undefined }) => {
  const target = await targetOf(ctx, asked.tenantId);
  const declared = ctx.registry.settings.get(asked.key) ?? refuse(configRefusals, 'config.unknown', {}, { status: 400 });
  if (declared.scope === 'platform' && target !== null) refuse(configRefusals, 'config.platformOnly');
  return { declared, target };
};

const checked = (ctx: Context, declared: Setting, value: unknown): unknown => {
  const parsed = parse(declared.field, value);
  if (parsed.ok) return toWire(declared.field, parsed.value);
  const problem = problemText(parsed.problem, { label: ctx.say(declared.words), language: ctx.viewer.language });
  return refuse(kitRefusals, 'badInput', { problem }, { status: 400, detail: { fields: { value: problem } } });
};

/** The row of the level and of the platform above it. */
const storedAt = async (ctx: Context, target: string | null): Promise<readonly Stored[]> => {
  const { rows } = await sql<Stored>`select config_key as key, tenant_id::text as "tenantId", value, sealed is not null as "hasSecret", version,
      update_by as "updateBy", update_time as "updateTime"
    from sys_config where tenant_id is null or tenant_id = ${target}::int8`.execute(ctx.db.withoutPlugins());
  return rows;
};

/** Changes of one setting go one after the other, the first one too. */
const locked = async (ctx: Context, key: string, target: string | null): Promise<Stored | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`config ${target ?? ''} ${key}`}, 0))`.execute(ctx.db);
  return (await storedAt(ctx, target)).find((row) => row.key === key && row.tenantId === target);
};

const shown = (declared: Setting, stored: Stored | undefined): unknown => (declared.field.secret ? (stored ? MASK : null) : (stored?.value ?? null));

interface Change {
  readonly key: string;
  readonly target: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

const log = async (ctx: Context, { key, target, before, after }: Change): Promise<void> => {
  await sql`insert into sys_config_log (tenant_id, config_key, before_value, after_value, changed_by, changed_time)
    values (${target}::int8, ${key}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${ctx.viewer.username}, ${ctx.now})`.execute(
    ctx.db,
  );
  ctx.afterCommit(() => forgetSettings(ctx.registry));
};

const rowOf = (ctx: Context, declared: Setting, at: { readonly target: string | null; readonly stored: readonly Stored[] }): SettingRow => {
  const here = at.stored.find((row) => row.key === declared.key && row.tenantId === at.target);
  const above = at.stored.find((row) => row.key === declared.key && row.tenantId === null);
  const holds = here ?? above;
  const initial = declared.field.initial ?? null;
  return {
    key: declared.key,
    group: ctx.say(declared.group),
    name: ctx.say(declared.words),
    hint: declared.hint ? ctx.say(declared.hint) : null,
    field: declared.field,
    scope: declared.scope,
    value: declared.field.secret ? null : (holds?.value ?? initial),
    initial: declared.field.secret ? null : initial,
    from: holds === undefined ? 'default' : holds.tenantId === null ? 'platform' : 'tenant',
    hasSecret: holds?.hasSecret ?? false,
    version: here?.version ?? 0,
    updateBy: here?.updateBy ?? null,
    updateTime: here?.updateTime ?? null,
  };
};
