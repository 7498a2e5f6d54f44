import type { Row } from '#kit/fields/field.ts';
import type { Database } from '#kit/db/index.ts';
import type { say } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { GROUP_COMPONENT } from '../menu/menu.rules.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { departPermissionIds, saveDepartPermission } from './depart-permission.server.ts';
import { findGrantors } from './grantors.server.ts';
import { permissionRefusals } from './permission.labels.ts';
import { ruleableFields } from '#kit/resource/rights/ruleable-fields.ts';
import { checkTarget, fieldCode } from './permission.rules.ts';
import { permission, permissionApi } from './permission.ts';
import type { PermissionNode, RuleField } from './permission.ts';
import { treeQuery, readRecords, permissionTree } from './read-records.server.ts';
import { nodeOf, treeOf } from './records.rules.ts';
import { rolePermissionIds, saveRolePermission } from './role-permission.server.ts';
import { menuType, permsType as permsTypes, ruleStatus } from './permission.codes.ts';
import { roleLevel } from '../role/levels.ts';

type PermissionDraft = Omit<Row<typeof permission.fields>, 'id' | 'version' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime'>;
const { list: _l, queryList: _q, exportXls: _x, exportTemplate: _t, importExcel: _i, ...standardHandlers } = crudHandlers(permission);
const RULE = menuType.items.rule.value;

interface PermissionParts {
  readonly sessions: Sessions;
  readonly database: Database;
  readonly frameOrigins: readonly string[];
}

export const permissionRoutes = ({ sessions, database, frameOrigins }: PermissionParts): readonly Route[] =>
  implement(permissionApi, {
    ...standardHandlers,
    ...trees,
    ...deleteHandlers(permission, async (ctx, row) => {
      refuseDeclared(ctx, row);
      if (row.builtIn === 1) throwRefusal(permissionRefusals, 'permission.ofProgram', { name: row.name });
      if ((await readRecords(ctx)).some(({ parentId }) => parentId === row.id))
        throwRefusal(permissionRefusals, 'permission.hasChildren', { name: row.name });
      ctx.afterCommit(sessions.notifyChanged);
    }),
    add: async (ctx, input) => {
      const draft = withDefaults(input);
      const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
      if (tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(permissionRefusals, 'permission.platformOwn');
      await checkParent(ctx, draft, undefined);
      ctx.afterCommit(sessions.notifyChanged);
      if (draft.menuType === RULE)
        return ctx.rows(permission).insert({ ...draft, tenantId, perms: ruleCode(ctx, draft), url: null, component: null });
      checkEntry(ctx, draft, frameOrigins);
      const created = await ctx
        .rows(permission)
        .insert({ ...draft, tenantId, ...(draft.menuType === menuType.items.root.value && { component: GROUP_COMPONENT }) });
      return ctx.rows(permission).change(created.id, { perms: `menu:${created.id}` });
    },
    edit: async (ctx, input, extras) => {
      const before = await ctx.rows(permission).get(String(input.id));
      refuseDeclared(ctx, before);
      const after = { ...before, ...definedFields(input) };
      if (before.builtIn === 1) checkSettable(before, after);
      else {
        await checkParent(ctx, after, before.id);
        if (before.menuType !== RULE) checkEntry(ctx, after, frameOrigins);
        else if (after.permsType !== before.permsType) throwRefusal(permissionRefusals, 'permission.strategyFixed');
      }
      ctx.afterCommit(sessions.notifyChanged);
      return standardHandlers.edit(ctx, input, extras);
    },
    queryRolePermission: (ctx, { roleId }) => rolePermissionIds(ctx, roleId),
    saveRolePermission: async (ctx, input) => {
      ctx.afterCommit(sessions.notifyChanged);
      return saveRolePermission(ctx, input);
    },
    queryDepartPermission: (ctx, { departId }) => departPermissionIds(ctx, departId),
    saveDepartPermission: async (ctx, input) => {
      ctx.afterCommit(sessions.notifyChanged);
      return saveDepartPermission(ctx, input);
    },
    givers: (ctx, { perms }) => findGrantors(database, ctx, perms),
  });

const childrenOf = async (ctx: Context, parentId: string | null): Promise<readonly PermissionNode[]> => {
  const rows = await readRecords(ctx);
  return rows.filter((row) => row.parentId === parentId).map((row) => nodeOf(row, rows, treeQuery(ctx)));
};

const wholeTree = async (ctx: Context) => permissionTree(ctx, await readRecords(ctx));

const fieldRulesUnder = async (ctx: Context, parentId: string, name = ''): Promise<readonly PermissionNode[]> =>
  (await childrenOf(ctx, (await ctx.rows(permission).get(parentId)).id)).filter(({ ruleFlag, title }) => ruleFlag === 1 && title.includes(name));

const trees = {
  list: async (ctx: Context, { name }: { readonly name?: string | null }): Promise<readonly PermissionNode[]> => {
    const rows = await readRecords(ctx);
    if (!name) return treeOf(rows, treeQuery(ctx));
    const needle = name.toLowerCase();
    const nodes = rows.map((row) => nodeOf(row, rows, treeQuery(ctx)));
    return nodes
      .filter(({ title, perms }) => title.toLowerCase().includes(needle) || perms?.includes(needle))
      .map((node) => ({ ...node, isLeaf: true }));
  },
  getSystemMenuList: (ctx: Context) => childrenOf(ctx, null),
  getSystemSubmenu: async (ctx: Context, { parentId }: { readonly parentId: string }) =>
    childrenOf(ctx, (await ctx.rows(permission).get(parentId)).id),
  getSystemSubmenuBatch: async (ctx: Context, { parentIds }: { readonly parentIds: string }) => {
    const ids = splitIds(parentIds);
    const visibleIds = new Set((await ctx.rows(permission).findMany(ids)).map(({ id }) => id));
    const rows = await readRecords(ctx);
    const childRecords = (id: string) =>
      visibleIds.has(id) ? rows.filter(({ parentId }) => parentId === id).map((row) => nodeOf(row, rows, treeQuery(ctx))) : [];
    return Object.fromEntries(ids.map((id) => [id, childRecords(id)]));
  },
  queryTreeList: wholeTree,
  roleTree: wholeTree,
  departTree: wholeTree,
  getPermRuleListByPermId: (ctx: Context, { permissionId }: { readonly permissionId: string }) => fieldRulesUnder(ctx, permissionId),
  queryPermissionRule: (ctx: Context, { permissionId, ruleName }: { readonly permissionId: string; readonly ruleName?: string | null }) =>
    fieldRulesUnder(ctx, permissionId, ruleName ?? ''),
  ruleFields: async (ctx: Context): Promise<readonly RuleField[]> =>
    ctx.registry.features.flatMap(({ resource, labels }) =>
      resource && labels
        ? [
            {
              noun: resource.name,
              nounText: ctx.say(labels.noun),
              fields: ruleableFields(resource).map((name) => ({ name, text: textOf(ctx, labels.fields[name], name) })),
            },
          ]
        : [],
    ),
};

const textOf = (ctx: Context, words: Parameters<typeof say>[0] | undefined, fallback: string): string => (words ? ctx.say(words) : fallback);

type PermissionPatch = Partial<PermissionDraft>;
const definedFields = (input: object): PermissionPatch => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** A draft completed with defaults. */
const withDefaults = (draft: PermissionPatch & Pick<PermissionDraft, 'menuType' | 'name'>): PermissionDraft => ({
  ...defaults,
  ...definedFields(draft),
  menuType: draft.menuType,
  name: draft.name,
});

const defaults = {
  tenantId: null,
  parentId: null,
  builtIn: 0,
  nameTw: null,
  nameEn: null,
  url: null,
  component: null,
  componentName: null,
  redirect: null,
  icon: null,
  perms: null,
  permsType: permsTypes.items.enables.value,
  status: ruleStatus.items.inForce.value,
  ruleNoun: null,
  ruleField: null,
  minLevel: roleLevel.items.tenant.value,
  sortNo: 100,
  isRoute: 1,
  hidden: 0,
  alwaysShow: 0,
  keepAlive: 1,
  internalOrExternal: 0,
  description: null,
} as const;

/** Row-level security lets a tenant read the platform's records but not write them. */
const refuseDeclared = (ctx: Context, row: Row<typeof permission.fields>): void => {
  if (row.tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(permissionRefusals, 'permission.platformOwn');
};

const settableFields: ReadonlySet<string> = new Set(['sortNo', 'hidden', 'status', 'permsType', 'description']);

/** Refuses changes of what the program declares. */
const checkSettable = (before: Row<typeof permission.fields>, after: Row<typeof permission.fields>): void => {
  const beforeValues = new Map<string, unknown>(Object.entries(before));
  const lockedChange = Object.entries(after).find(
    ([name, value]) => name in permission.fields && !settableFields.has(name) && (beforeValues.get(name) ?? null) !== (value ?? null),
  );
  const isAudit = lockedChange !== undefined && /^(create|update)|^version$/.test(lockedChange[0]);
  if (lockedChange && !isAudit) throwRefusal(permissionRefusals, 'permission.ofProgram', { name: before.name });
};

/** The parent must be a menu entry, and not the record itself. */
const checkParent = async (ctx: Context, { parentId }: Pick<PermissionDraft, 'parentId'>, id: string | undefined): Promise<void> => {
  if (parentId === null) return;
  const rows = new Map((await readRecords(ctx)).map((row) => [row.id, row]));
  if (rows.get(parentId)?.menuType === RULE) throwRefusal(permissionRefusals, 'permission.badParent');
  for (let ancestor = rows.get(parentId); ancestor; ancestor = ancestor.parentId === null ? undefined : rows.get(ancestor.parentId))
    if (ancestor.id === id) throwRefusal(permissionRefusals, 'permission.badParent');
};

const checkEntry = (ctx: Context, entry: PermissionDraft, frameOrigins: readonly string[]): void => {
  const components = ctx.registry.features.flatMap((feature) => (feature.menu ?? []).map(({ component }) => component));
  const verdict = checkTarget(entry, { components, frameOrigins });
  if (!verdict.ok) throwRefusal(permissionRefusals, verdict.refusal, verdict.args);
};

const ruleCode = (ctx: Context, { ruleNoun, ruleField, permsType }: PermissionDraft): string => {
  const noun = ctx.registry.feature(ruleNoun ?? '')?.resource;
  if (!noun || ruleField === null || !ruleableFields(noun).includes(ruleField)) return throwRefusal(permissionRefusals, 'permission.unknownField');
  return fieldCode({ noun: noun.name, field: ruleField, permsType });
};
