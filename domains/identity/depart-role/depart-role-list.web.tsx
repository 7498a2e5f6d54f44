import { useMemo, useState } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { SwitchInput } from '#kit/web/kinds/switch-input.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { late } from '#kit/web/code-loading/lazy-component.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { RightsCount } from '../permission/rights-tree.web.tsx';
import { departRoleLabels, departRoleWords } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';
import { DepartRoleInput, DepartRoleRights, OfDepart } from './role-rights.web.tsx';

const Holders = late(() => import('./holders.web.tsx').then((dialog) => dialog.Holders));
type Role = RowOf<typeof departRole.fields>;

/** The roles of one department, on its page: what each may do, and who holds it. */
export const DepartRoleList = ({ departId }: { readonly departId: string }) => {
  const where = useMemo(() => ({ departId }), [departId]);
  const [shown, setShown] = useState<Role>();
  return (
    <OfDepart value={departId}>
      <ListPage
        of={departRole}
        api={departRoleApi}
        labels={departRoleLabels}
        place="local"
        where={where}
        columns={columns}
        filters={none}
        form={form}
        inputs={inputs}
        initial={initial}
        draw={draw}
        detail={rights}
        rowActions={['detail', { key: 'holders', label: departRoleWords.holders, run: setShown }, 'edit', 'delete']}
      />
      {shown && <Holders role={shown} onClose={() => setShown(undefined)} />}
    </OfDepart>
  );
};

const none = [] as const;
const columns = ['roleName', 'permissions', 'forAll', 'description'] as const;
const form = ['roleName', 'roleCode', 'description', 'forAll', 'permissions'] as const;
const initial = { permissions: [], forAll: 0 } as const;
const yesOrNo = [1, 0] as const;
const Flag = (props: InputProps) => <SwitchInput {...props} values={yesOrNo} />;
const inputs = { forAll: Flag, permissions: DepartRoleInput };
const draw = { permissions: (permissions: readonly string[] | null) => <RightsCount of={permissions} /> };
const rights = (row: Role) => <DepartRoleRights departId={row.departId} codes={row.permissions ?? []} />;
