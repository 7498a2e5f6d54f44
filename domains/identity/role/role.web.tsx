import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { RightsCount } from '../permission/rights-tree.web.tsx';
import { PermissionInput, RoleRights } from './permission-input.web.tsx';
import { roleLabels } from './role.labels.ts';
import { role, roleApi } from './role.ts';

type Role = RowOf<typeof role.fields>;
const inputs = { permissions: PermissionInput };
const initial = { permissions: [] };

/** The roles of the tenant, and those of the platform as read-only rows. */
export const RoleList = () => (
  <ListPage
    of={role}
    api={roleApi}
    labels={roleLabels}
    columns={['roleName', 'roleCode', 'roleLevel', 'permissions', 'builtIn', 'tenantId', 'createTime']}
    filters={['roleName', 'roleCode', 'roleLevel', 'tenantId']}
    form={['roleName', 'roleCode', 'roleLevel', 'description', 'permissions']}
    initial={initial}
    render={draw}
    inputs={inputs}
    detail={rights}
    rowActions={['detail', 'edit', 'delete']}
  />
);

const rights = (row: Role) => <RoleRights codes={row.permissions} />;
const draw = { permissions: (permissions: readonly string[]) => <RightsCount of={permissions} /> };
