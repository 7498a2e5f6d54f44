import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { lookupRows } from '#kit/server/crud/picker.ts';
import { mapRows } from '#kit/server/values/row-stream.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { possibleKeys } from '#kit/server/lists/list-sql.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { knownCodes } from '../permission/read-records.server.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { roleNameIn } from './role-names.server.ts';
import { roleRefusals } from './role.labels.ts';
import { checkRole, mayChange } from './role.rules.ts';
import { role, roleApi } from './role.ts';

type RoleRow = Row<typeof role.fields>;
const standardHandlers = crudHandlers(role);

export const roleRoutes = ({ sessions }: { readonly sessions: Sessions }): readonly Route[] =>
  implement(roleApi, {
    ...standardHandlers,
    list: async (ctx, input, extras) => {
      const page = await standardHandlers.list(ctx, input, {
        ...extras,
        list: { ...extras.list, conditions: [...extras.list.conditions, upToOwnLevel(ctx)] },
      });
      return { ...page, records: page.records.map((row) => withRoleName(ctx, row)) };
    },
    queryById: async (ctx, { id }) => withRoleName(ctx, await visibleRole(ctx, id)),
    ...addHandlers(role, async (ctx, draft) => {
      const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
      const permissions = await checkRoleDraft(ctx, { ...draft, tenantId });
      return ctx.rows(role).insert({ ...draft, permissions, tenantId });
    }),
    edit: async (ctx, input, extras) => {
      const before = await changeableRole(ctx, String(input['id']));
      const permissions = await checkRoleDraft(ctx, { ...before, permissions: input.permissions ?? before.permissions });
      ctx.afterCommit(sessions.notifyChanged);
      return standardHandlers.edit(ctx, { ...input, permissions }, extras);
    },
    ...deleteHandlers(role, async (ctx, row) => {
      await changeableRole(ctx, row.id);
      const count = await countUsers(ctx, row.id);
      if (count > 0) throwRefusal(roleRefusals, 'role.inUse', { name: row.roleName, count });
    }),
    // The platform's roles are listed for every tenant, so tenants cannot use their codes.
    checkRoleCode: async (ctx, { id, roleCode }) => {
      const editedRole = id ? await ctx.rows(role).find(id) : undefined;
      const tenantId = editedRole ? editedRole.tenantId : (singleId(ctx.viewer.sees.tenant) ?? null);
      const { rows } = await sql`select 1 from sys_role where not is_delete and role_code = ${roleCode} and id <> ${editedRole?.id ?? '0'}
        and (tenant_id is null or tenant_id = ${tenantId}::bigint) limit 1`.execute(ctx.db.withoutPlugins());
      return rows.length === 0;
    },
    queryList: async (ctx, { keyword, ids, ...query }) => {
      const conditions: Condition[] = [upToOwnLevel(ctx)];
      if (keyword) conditions.push({ field: 'roleName', is: 'contains', text: keyword });
      if (ids) conditions.push({ field: 'id', is: 'in', values: possibleKeys(role, splitIds(ids)) });
      return mapRows(await lookupRows(ctx.rows(role), { conditions, sort: { column: 'createTime', order: 'asc' } }, query), (row) =>
        pickerRow(ctx, row),
      );
    },
  });

/** Only roles up to the viewer's own level are offered. */
const upToOwnLevel = (ctx: Context): Condition => ({ field: 'roleLevel', is: 'to', value: ctx.viewer.roleLevel });

const withRoleName = <R extends RoleRow>(ctx: Context, row: R): R => ({ ...row, roleName: roleNameIn(ctx, { ...row, builtIn: row.builtIn === 1 }) });

const pickerRow = (ctx: Context, row: RoleRow) => {
  const { id, tenantId, roleCode, roleName, roleLevel } = withRoleName(ctx, row);
  return { id, tenantId, roleCode, roleName, roleLevel, value: id, text: roleName, note: roleCode };
};

export const visibleRole = async (ctx: Context, id: string): Promise<RoleRow> => {
  const row = await ctx.rows(role).get(id);
  return row.roleLevel > ctx.viewer.roleLevel ? throwRefusal(kitRefusals, 'missing', {}, { status: 404 }) : row;
};

export const changeableRole = async (ctx: Context, id: string): Promise<RoleRow> => {
  const row = await visibleRole(ctx, id);
  if (row.builtIn === 1) throwRefusal(roleRefusals, 'role.builtIn');
  // Row-level security lets a tenant read such a role but not write it.
  if (row.tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(roleRefusals, 'role.platformOwn');
  const verdict = mayChange(ctx.viewer, row);
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  return row;
};

/** The permissions of a draft, after checking that the viewer can grant them. */
export const checkRoleDraft = async (
  ctx: Context,
  draft: { readonly roleLevel: number; readonly permissions: unknown; readonly tenantId: string | null },
): Promise<readonly string[]> => {
  const permissions = codesOf(draft.permissions);
  const verdict = checkRole(ctx.viewer, {
    roleLevel: draft.roleLevel,
    permissions,
    inTenant: draft.tenantId !== null,
    knownCodes: await knownCodes(ctx),
    features: ctx.registry,
  });
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  return permissions;
};

/** The stored form of a list of codes. */
export const codesOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value) && value.every((code): code is string => typeof code === 'string')) return [...new Set(value)].toSorted();
  throw new Refusal({ code: 'badJson', words: kitRefusals.badJson, args: {}, status: 400 });
};

const countUsers = async (ctx: Context, roleId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from sys_user where role_id = ${roleId} and not is_delete`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
};
