import { choice, count, readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { permissionGrantors } from '#kit/resource/rights/permission-grantors.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { roleLevel } from '../role/levels.ts';
import { menuType, permsType, ruleStatus } from './permission.codes.ts';

const flag = (initial: 0 | 1) => choice(yesNo, { initial });
const name = text({ min: 1, max: 60 });

/** A menu entry, a button or a field rule. Row security shows the tenant's own and the platform's. */
export const permission = resource({
  name: 'permission',
  path: '/sys/permission',
  table: 'sys_permission',
  key: 'id',
  title: 'name',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared', customer: 'shared' },
  sort: { column: 'sortNo', order: 'asc' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant'))),
    parentId: optional(ref('permission')),
    /** What the program itself brought along. */
    builtIn: readOnly(choice(yesNo, { initial: 0 })),
    menuType: onAdd(choice(menuType)),
    name,
    nameTw: optional(name),
    nameEn: optional(name),
    /** A path of ours, or an address of the web, which may hold placeholders. */
    url: optional(text({ max: 500 })),
    component: optional(text({ max: 120 })),
    componentName: optional(text({ max: 60 })),
    redirect: optional(text({ max: 200 })),
    icon: optional(text({ max: 40 })),
    /** One or more codes, separated by commas; made by the server. */
    perms: readOnly(optional(text({ max: 200 }))),
    permsType: choice(permsType, { initial: permsType.items.enables.value }),
    status: choice(ruleStatus, { initial: ruleStatus.items.inForce.value }),
    /** Of a field rule: whose field, and which. */
    ruleNoun: onAdd(optional(text({ max: 60 }))),
    ruleField: onAdd(optional(text({ max: 60 }))),
    /** The built-in roles from this level on hold an entry of one's own. */
    minLevel: choice(roleLevel, { initial: roleLevel.items.tenant.value }),
    sortNo: count({ max: 9_999 }),
    isRoute: flag(1),
    hidden: flag(0),
    alwaysShow: flag(0),
    keepAlive: flag(1),
    internalOrExternal: flag(0),
    description: optional(longText({ max: 255 })),
  },
});

/** A record in its tree, as tree pickers and tree tables of this family read it. */
export interface PermissionNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly parentId: string | null;
  /** In the language of the asker. */
  readonly title: string;
  readonly slotTitle: string;
  readonly name: string;
  readonly nameTw: string | null;
  readonly nameEn: string | null;
  readonly menuType: number;
  readonly url: string | null;
  readonly component: string | null;
  readonly icon: string | null;
  readonly perms: string | null;
  readonly permsType: string;
  readonly status: string;
  readonly sortNo: number;
  readonly hidden: number;
  readonly builtIn: number;
  readonly tenantId: string | null;
  readonly ruleFlag: 0 | 1;
  readonly isLeaf: boolean;
  /** Whether the asker holds it, and so may give it. */
  readonly held: boolean;
  /** The lowest role level that may hold it; 0 for what asks for no right. */
  readonly level: number;
  readonly children?: readonly PermissionNode[];
}

export interface PermissionTree {
  readonly treeList: readonly PermissionNode[];
  readonly ids: readonly string[];
}

/** A field that a rule may be about. */
export interface RuleField {
  readonly noun: string;
  readonly nounText: string;
  readonly fields: readonly { readonly name: string; readonly text: string }[];
}

const {
  list: _list,
  queryList: _queryList,
  exportXls: _exportXls,
  exportTemplate: _exportTemplate,
  importExcel: _importExcel,
  ...standardEndpoints
} = crud(permission);

const base = `${permission.path}/`;
const readable = { method: 'GET', allow: 'permission:list' } as const;
const idList = optional(longText({ max: 20_000 }));

export const permissionApi = {
  ...standardEndpoints,
  /** With a name: all that fit, flat. Without: the tree. */
  list: endpoint({ ...readable, path: `${base}list`, input: { name: optional(text({ max: 60 })) }, output: opaque<readonly PermissionNode[]>() }),
  getSystemMenuList: endpoint({ ...readable, path: `${base}getSystemMenuList`, input: {}, output: opaque<readonly PermissionNode[]>() }),
  getSystemSubmenu: endpoint({
    ...readable,
    path: `${base}getSystemSubmenu`,
    input: { parentId: ref('permission') },
    output: opaque<readonly PermissionNode[]>(),
  }),
  getSystemSubmenuBatch: endpoint({
    ...readable,
    path: `${base}getSystemSubmenuBatch`,
    input: { parentIds: longText({ min: 1, max: 8_000 }) },
    output: opaque<Readonly<Record<string, readonly PermissionNode[]>>>(),
  }),
  queryTreeList: endpoint({ ...readable, path: `${base}queryTreeList`, input: {}, output: opaque<PermissionTree>() }),
  getPermRuleListByPermId: endpoint({
    ...readable,
    path: `${base}getPermRuleListByPermId`,
    input: { permissionId: ref('permission') },
    output: opaque<readonly PermissionNode[]>(),
  }),
  queryPermissionRule: endpoint({
    ...readable,
    path: `${base}queryPermissionRule`,
    input: { permissionId: ref('permission'), ruleName: optional(text({ max: 60 })) },
    output: opaque<readonly PermissionNode[]>(),
  }),
  ruleFields: endpoint({ ...readable, path: `${base}ruleFields`, input: {}, output: opaque<readonly RuleField[]>() }),
  roleTree: endpoint({ method: 'GET', allow: 'role:list', path: '/sys/role/queryTreeList', input: {}, output: opaque<PermissionTree>() }),
  queryRolePermission: endpoint({
    method: 'GET',
    allow: 'role:list',
    path: `${base}queryRolePermission`,
    input: { roleId: ref('role') },
    output: opaque<readonly string[]>(),
  }),
  saveRolePermission: endpoint({
    method: 'POST',
    allow: 'role:edit',
    path: `${base}saveRolePermission`,
    proof: 'people',
    input: { roleId: ref('role'), permissionIds: idList, lastpermissionIds: idList },
    output: words(),
  }),
  /** What a department can be given. */
  departTree: endpoint({
    method: 'GET',
    allow: 'depart:list',
    path: '/sys/sysDepart/queryPermissionTree',
    input: {},
    output: opaque<PermissionTree>(),
  }),
  queryDepartPermission: endpoint({
    method: 'GET',
    allow: 'depart:list',
    path: `${base}queryDepartPermission`,
    input: { departId: ref('depart') },
    output: opaque<readonly string[]>(),
  }),
  saveDepartPermission: endpoint({
    method: 'POST',
    allow: 'depart:edit',
    path: `${base}saveDepartPermission`,
    proof: 'people',
    input: { departId: ref('depart'), permissionIds: idList, lastpermissionIds: idList },
    output: words(),
  }),
  givers: permissionGrantors,
};
