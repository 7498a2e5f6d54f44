import { choice, readOnly, id, json, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowsOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import type { PermissionTree } from '../permission/permission.ts';

/** A role of a department for its members. Its permissions are a part of the department's. */
export const departRole = resource({
  name: 'departRole',
  path: '/sys/sysDepartRole',
  table: 'sys_depart_role',
  key: 'id',
  title: 'roleName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    departId: onAdd(ref('depart', { filter: 'equals' })),
    roleName: text({ unique: ['departId'], min: 1, max: 60, filter: 'contains' }),
    roleCode: onAdd(
      text({ unique: ['departId'], min: 1, max: 40, filter: 'contains', pattern: { source: '^[A-Za-z0-9][\\w-]*$', problem: 'badPattern' } }),
    ),
    /** Permission codes. */
    permissions: optional(json<readonly string[]>()),
    /** All members of the department hold the role. */
    forAll: choice(yesNo, { initial: 0 }),
    description: optional(longText({ max: 255 })),
  },
});

/** An assigned role, with the names of the product family. */
export interface HeldDepartRole {
  readonly userId: string;
  readonly droleId: string;
}
export interface DepartRoleChoice {
  readonly id: string;
  readonly departId: string;
  readonly roleName: string;
  readonly roleCode: string;
  readonly forAll: number;
}

const {
  exportXls: _exportXls,
  exportTemplate: _exportTemplate,
  importExcel: _importExcel,
  queryList: _queryList,
  ...standardEndpoints
} = crud(departRole);
const optionalIds = () => optional(longText({ max: 8_000 }));
const idList = optional(longText({ max: 20_000 }));
const rightsPath = '/sys/sysDepartPermission';
/** The visible fields of a member who holds a role. */
const holderFields = { id: id(), username: text({ max: 64 }), realname: text({ max: 60 }) };

export const departRoleApi = {
  ...standardEndpoints,
  add: { ...standardEndpoints.add, proof: 'people' as const },
  edit: { ...standardEndpoints.edit, proof: 'people' as const, proofInputs: ['permissions', 'forAll'] },
  /** The roles of a department that can be assigned to its members. */
  getDeptRoleList: endpoint({
    method: 'GET',
    path: `${departRole.path}/getDeptRoleList`,
    allow: 'departRole:list',
    input: { departId: ref('depart'), userId: optional(ref('user')) },
    output: opaque<readonly DepartRoleChoice[]>(),
  }),
  getDeptRoleByUserId: endpoint({
    method: 'GET',
    path: `${departRole.path}/getDeptRoleByUserId`,
    allow: 'departRole:list',
    input: { userId: ref('user'), departId: optional(ref('depart')) },
    output: opaque<readonly HeldDepartRole[]>(),
  }),
  /** The members who hold a role. */
  getDeptRoleUsers: endpoint({
    method: 'GET',
    path: `${departRole.path}/getDeptRoleUsers`,
    allow: 'departRole:list',
    input: { roleId: ref('departRole') },
    output: rowsOf(holderFields),
  }),
  /** The permissions of a department, which its roles can have. */
  queryTreeListForDeptRole: endpoint({
    method: 'GET',
    path: `${rightsPath}/queryTreeListForDeptRole`,
    allow: 'departRole:list',
    input: { departId: ref('depart') },
    output: opaque<PermissionTree>(),
  }),
  queryDeptRolePermission: endpoint({
    method: 'GET',
    path: `${rightsPath}/queryDeptRolePermission`,
    allow: 'departRole:list',
    input: { roleId: ref('departRole') },
    output: opaque<readonly string[]>(),
  }),
  saveDeptRolePermission: endpoint({
    method: 'POST',
    path: `${rightsPath}/saveDeptRolePermission`,
    allow: 'departRole:edit',
    proof: 'people',
    input: { roleId: ref('departRole'), permissionIds: idList, lastpermissionIds: idList },
    output: words(),
  }),
  /** Assigns the new roles that the member lacks, and removes old ones that are not among the new. */
  deptRoleUserAdd: endpoint({
    method: 'POST',
    path: `${departRole.path}/deptRoleUserAdd`,
    allow: 'departRole:edit',
    proof: 'people',
    input: { userId: ref('user'), newRoleId: optionalIds(), oldRoleId: optionalIds() },
    output: words(),
  }),
};
