import { useMemo } from 'react';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { departRoleLabels } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';

/** The roles of one department, on its page. */
export const DepartRoleList = ({ departId }: { readonly departId: string }) => {
  const where = useMemo(() => ({ departId }), [departId]);
  return (
    <ListPage
      of={departRole}
      api={departRoleApi}
      labels={departRoleLabels}
      place="local"
      where={where}
      columns={columns}
      filters={none}
      form={form}
      rowActions={rowActions}
    />
  );
};

const none = [] as const;
const columns = ['roleName', 'roleCode', 'description', 'createTime'] as const;
const form = ['roleName', 'roleCode', 'description'] as const;
const rowActions = ['edit', 'delete'] as const;
