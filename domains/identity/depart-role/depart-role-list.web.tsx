import { useMemo, useState } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { SwitchInput } from '#kit/web/kinds/switch-input.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { RightsCount } from '../permission/rights-tree.web.tsx';
import { departRoleLabels, departRoleWords } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';
import { DepartRoleInput, DepartRoleRights, DepartIdContext } from './role-rights.web.tsx';

const Holders = lazyComponent(() => import('./holders.web.tsx').then((dialog) => dialog.Holders));
type Role = RowOf<typeof departRole.fields>;

/** The roles of a department on its page, with their permissions and members. */
export const DepartRoleList = ({ departId }: { readonly departId: string }) => {
  const scope = useMemo(() => ({ departId }), [departId]);
  const [holdersOf, setHoldersOf] = useState<Role>();
  return (
    <DepartIdContext value={departId}>
      <ListPage
        of={departRole}
        api={departRoleApi}
        labels={departRoleLabels}
        stateIn="local"
        fixedFilters={scope}
        columns={columns}
        filters={noFilters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        detail={rights}
        rowActions={['detail', { key: 'holders', label: departRoleWords.holders, run: setHoldersOf }, 'edit', 'delete']}
      />
      {holdersOf && <Holders role={holdersOf} onClose={() => setHoldersOf(undefined)} />}
    </DepartIdContext>
  );
};

const noFilters = [] as const;
const columns = ['roleName', 'permissions', 'forAll', 'description'] as const;
const form = ['roleName', 'roleCode', 'description', 'forAll', 'permissions'] as const;
const initial = { permissions: [], forAll: 0 } as const;
const yesNoValues = [1, 0] as const;
const FlagInput = (props: InputProps) => <SwitchInput {...props} values={yesNoValues} />;
const inputs = { forAll: FlagInput, permissions: DepartRoleInput };
const draw = { permissions: (permissions: readonly string[] | null) => <RightsCount of={permissions} /> };
const rights = (row: Role) => <DepartRoleRights departId={row.departId} codes={row.permissions ?? []} />;
