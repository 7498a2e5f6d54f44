import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { valuesOf, type CodeValue } from '#kit/fields/codes.ts';
import { DepartNames, DepartsInput, DirectsInput } from '../depart/depart-input.web.tsx';
import { PositionsInput } from '../position/position-input.web.tsx';
import { TenantNames, TenantsInput } from '../tenancy/tenants-input.web.tsx';
import { PasswordDialog } from './password-dialog.web.tsx';
import { userLabels, userWords } from './user.labels.ts';
import { user, userApi, userStatus } from './user.ts';
import { roleLevel } from '../role/levels.ts';

const UserBin = lazyComponent(() => import('./user-bin.web.tsx').then((bin) => bin.UserBin));

const PLATFORM = roleLevel.items.platform.value;
const { normal, frozen } = valuesOf(userStatus);
const departNames = (ids: string | null) => <DepartNames ids={ids} />;
const form = [
  'username',
  'password',
  'realname',
  'roleId',
  'tenantId',
  'agentId',
  'stationIds',
  'custId',
  'phone',
  'telephone',
  'email',
  'sex',
  'birthday',
  'workNo',
  'post',
  'selecteddeparts',
  'departIds',
  'avatar',
] as const;
const draw = {
  relTenantIds: (ids: string | null) => <TenantNames ids={ids} />,
  selecteddeparts: departNames,
  departIds: departNames,
  post: (_ids: string | null, { postTxt }: { readonly postTxt: string | null }) => postTxt ?? '—',
};
/** Only users who manage all tenants can give access to further tenants. */
const wideForm = [...form, 'relTenantIds'] as const;
const inputs = { relTenantIds: TenantsInput, post: PositionsInput, selecteddeparts: DepartsInput, departIds: DirectsInput };

/** The list of users: adding, editing, freezing, unfreezing and setting passwords. */
export const UserList = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const viewer = useViewer();
  const ownUsername = viewer?.username;
  const [resetting, setResetting] = useState<string>();
  const [inBin, setInBin] = useState(false);
  const { send } = useSend(userApi.frozenBatch, { changes: [user] });
  const secondStep = useSecondStep();
  const setStatus = async ({ id, username }: { readonly id: string; readonly username: string }, status: CodeValue<typeof userStatus>) => {
    const title = say(status === frozen ? userWords.confirmFreeze : userWords.confirmThaw, { name: username });
    if (await confirm({ title, danger: status === frozen })) await send({ ids: id, status });
  };
  const unlessSelf = ({ username }: { readonly username: string }) => (username === ownUsername ? userWords.self : true);
  return (
    <>
      <ListPage
        of={user}
        api={userApi}
        labels={userLabels}
        columns={['username', 'realname', 'roleId', 'status', 'orgCodeTxt', 'tenantId', 'agentId', 'phone', 'lastLoginTime', 'createTime']}
        filters={['username', 'realname', 'status', 'roleId', 'tenantId', 'agentId', 'phone', 'sex', 'birthday']}
        form={viewer?.roleLevel === PLATFORM ? wideForm : form}
        inputs={inputs}
        render={draw}
        toolbar={
          <ActButton icon={<DeleteOutlined />} allow={userApi.recycleBin.allow} onClick={() => setInBin(true)}>
            {say(userWords.bin)}
          </ActButton>
        }
        rowActions={[
          'edit',
          {
            key: 'freeze',
            label: userWords.freeze,
            allow: userApi.frozenBatch.allow,
            danger: true,
            when: (row) => row.status === normal && unlessSelf(row),
            run: (row) => setStatus(row, frozen),
          },
          {
            key: 'thaw',
            label: userWords.thaw,
            allow: userApi.frozenBatch.allow,
            when: (row) => row.status === frozen,
            run: (row) => setStatus(row, normal),
          },
          {
            key: 'password',
            label: userWords.resetPassword,
            allow: userApi.changePassword.allow,
            when: unlessSelf,
            run: (row) => setResetting(row.username),
          },
          { ...secondStep, when: unlessSelf },
          'delete',
        ]}
      />
      {inBin && <UserBin onClose={() => setInBin(false)} />}
      {resetting !== undefined && <PasswordDialog username={resetting} onClose={() => setResetting(undefined)} />}
    </>
  );
};

/** Removes a lost authenticator. */
const useSecondStep = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(userApi.resetSecondStep, { changes: [user] });
  return {
    key: 'secondStep',
    label: userWords.resetStep,
    allow: userApi.resetSecondStep.allow,
    danger: true,
    run: async ({ username }: { readonly username: string }) => {
      if (await confirm({ title: say(userWords.confirmResetStep, { name: username }), danger: true })) await send({ username });
    },
  };
};
