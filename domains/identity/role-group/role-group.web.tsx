import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { idList } from '#kit/web/picker/pick-field.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { roleApi } from '../role/role.ts';
import { UsersInput } from '../user/picker/user-input.web.tsx';
import { roleGroupLabels, roleGroupWords } from './role-group.labels.ts';
import { roleGroup, roleGroupApi } from './role-group.ts';

/** The role groups with their members. */
export const RoleGroupList = () => (
  <ListPage
    of={roleGroup}
    api={roleGroupApi}
    labels={roleGroupLabels}
    columns={columns}
    filters={['groupName', 'tenantId']}
    form={['groupName', 'roleIds', 'userIds', 'description']}
    render={draw}
    inputs={inputs}
    rowActions={['detail', 'edit', 'delete']}
  />
);

const columns = ['groupName', 'roleIds', 'userIds', 'description', 'tenantId', 'createTime'] as const;

/** Selects several roles; holds their ids, each followed by a comma. */
const RolesInput = ({ value, onChange, disabled = false, ...rest }: InputProps) => (
  <RefsSelect
    {...controlOf(rest)}
    to="role"
    value={idList(value)}
    disabled={disabled}
    onChange={(ids) => onChange?.(ids.length === 0 ? null : `${ids.join(',')},`)}
  />
);

const inputs = { roleIds: RolesInput, userIds: UsersInput };

const RoleNames = ({ ids }: { readonly ids: string }) => {
  const say = useSay();
  const { data } = useCall(roleApi.queryList, {});
  const names = idList(ids).flatMap((id) => data?.find((row) => row.value === id)?.text ?? []);
  return names.length > 0 ? names.join(', ') : say(roleGroupWords.roles, { count: idList(ids).length });
};
const MemberCount = ({ ids }: { readonly ids: string | null }) => useSay()(roleGroupWords.members, { count: idList(ids).length });

const draw = {
  roleIds: (ids: string) => <RoleNames ids={ids} />,
  userIds: (ids: string | null) => <MemberCount ids={ids} />,
};
