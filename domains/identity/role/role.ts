import { choice, readOnly, id, json, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { roleLevel } from './levels.ts';

/** A named set of permissions with a level. Row-level security shows the tenant's own roles and those of the platform, which have no tenant. */
export const role = resource({
  name: 'role',
  path: '/sys/role',
  table: 'sys_role',
  key: 'id',
  title: 'roleName',
  picker: '/sys/role/queryall',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    roleCode: onAdd(
      text({ unique: ['tenantId'], min: 2, max: 40, filter: 'contains', pattern: { source: '^[A-Za-z][\\w-]*$', problem: 'badPattern' } }),
    ),
    roleName: text({ min: 2, max: 60, filter: 'contains' }),
    roleLevel: onAdd(choice(roleLevel, { filter: 'equals' })),
    /** Permission codes; `*` is all permissions and belongs to the platform's own role. */
    permissions: json<readonly string[]>(),
    builtIn: readOnly(choice(yesNo, { initial: 0 })),
    description: optional(longText({ max: 255 })),
  },
});

const { exportXls: _exportXls, exportTemplate: _exportTemplate, importExcel: _importExcel, ...standardEndpoints } = crud(role);

export const roleApi = {
  ...standardEndpoints,
  add: { ...standardEndpoints.add, proof: 'people' as const },
  edit: { ...standardEndpoints.edit, proof: 'people' as const, proofInputs: ['permissions'] },
  /** Whether a code is free or belongs to the role itself. */
  checkRoleCode: endpoint({
    method: 'GET',
    path: `${role.path}/checkRoleCode`,
    allow: 'role:list',
    checksAvailability: true,
    input: { id: optional(id()), roleCode: text({ min: 1, max: 40 }) },
    output: opaque<boolean>(),
  }),
};
