import { given, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

/** A role of one department, held by people of that department. */
export const departRole = resource({
  name: 'departRole',
  path: '/sys/sysDepartRole',
  table: 'sys_depart_role',
  key: 'id',
  title: 'roleName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    id: given(id()),
    tenantId: given(optional(ref('tenant', { filter: 'equals' }))),
    departId: onAdd(ref('depart', { filter: 'equals' })),
    roleName: text({ min: 1, max: 60, filter: 'contains' }),
    roleCode: onAdd(text({ min: 1, max: 40, filter: 'contains', pattern: { source: '^[A-Za-z0-9][\\w-]*$', problem: 'badPattern' } })),
    description: optional(longText({ max: 255 })),
  },
});

/** A role somebody holds, in the words of the family's clients. */
export interface HeldDepartRole {
  readonly userId: string;
  readonly droleId: string;
}
export interface DepartRoleChoice {
  readonly id: string;
  readonly departId: string;
  readonly roleName: string;
  readonly roleCode: string;
}

const { exportXls: _exportXls, exportTemplate: _exportTemplate, importExcel: _importExcel, queryList: _queryList, ...plain } = crud(departRole);
const several = () => optional(longText({ max: 8_000 }));

export const departRoleApi = {
  ...plain,
  /** The roles of a department that somebody of it may hold. */
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
  /** Gives a person those of the new roles they lack and takes those of the old that are not among the new. */
  deptRoleUserAdd: endpoint({
    method: 'POST',
    path: `${departRole.path}/deptRoleUserAdd`,
    allow: 'departRole:edit',
    input: { userId: ref('user'), newRoleId: several(), oldRoleId: several() },
    output: words(),
  }),
};
