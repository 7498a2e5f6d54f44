import { readOnly, id, longText, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

/** Roles that the members of a group hold in addition to their own. Only a user's own role decides their scope. */
export const roleGroup = resource({
  name: 'roleGroup',
  path: '/sys/roleGroup',
  table: 'sys_role_group',
  key: 'id',
  title: 'groupName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    groupName: text({ unique: ['tenantId'], min: 1, max: 60, filter: 'contains' }),
    roleIds: longText({ min: 1, max: 1_000 }),
    userIds: optional(longText({ max: 8_000 })),
    description: optional(longText({ max: 255 })),
  },
});

const {
  exportXls: _exportXls,
  exportTemplate: _exportTemplate,
  importExcel: _importExcel,
  queryList: _queryList,
  ...standardEndpoints
} = crud(roleGroup);

export const roleGroupApi = {
  ...standardEndpoints,
  add: { ...standardEndpoints.add, proof: 'people' as const },
  edit: { ...standardEndpoints.edit, proof: 'people' as const, proofInputs: ['roleIds', 'userIds'] },
};
