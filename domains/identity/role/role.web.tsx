import { ListPage } from '#kit/web/list/list-page.tsx';
import { PermissionInput } from './permission-input.web.tsx';
import { roleLabels, roleWords } from './role.labels.ts';
import { role, roleApi } from './role.ts';
import { useSay } from '#kit/web/language.ts';

const inputs = { permissions: PermissionInput };

/** Roles of the tenant and, to read, those of the platform. */
export const RoleList = () => (
  <ListPage
    of={role}
    api={roleApi}
    labels={roleLabels}
    columns={['roleName', 'roleCode', 'roleLevel', 'permissions', 'builtIn', 'tenantId', 'createTime']}
    filters={['roleName', 'roleCode', 'roleLevel', 'tenantId']}
    form={['roleName', 'roleCode', 'roleLevel', 'permissions', 'description']}
    draw={draw}
    inputs={inputs}
    rowActions={['detail', 'edit', 'delete']}
  />
);

const Count = ({ of }: { readonly of: readonly string[] }) => {
  const say = useSay();
  return of.includes('*') ? say(roleWords.all) : say(roleWords.count, { count: of.length });
};
const draw = { permissions: (permissions: readonly string[]) => <Count of={permissions} /> };
