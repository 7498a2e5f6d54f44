import { Empty, Modal, Select, Skeleton } from 'antd';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { idList } from '#kit/web/picker/pick-field.tsx';
import { popupFilledBy } from '#kit/web/kinds/choice-list.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { userApi } from '../user/user.ts';
import { departRoleWords } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';
import './holders.css';

interface HoldersProps {
  readonly role: { readonly id: string; readonly departId: string; readonly roleName: string; readonly forAll: number };
  readonly onClose: () => void;
}

/** The members who hold a role of the department; members can be added and removed. */
export const Holders = ({ role, onClose }: HoldersProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(departRoleApi.getDeptRoleUsers, { roleId: role.id }, { staleMs: 0 });
  const { send, sending } = useSend(departRoleApi.deptRoleUserAdd, { changes: [departRole] });
  const title = say(departRoleWords.holdersOf, { name: role.roleName });
  return (
    <Modal open width={450} title={title} footer={null} onCancel={onClose}>
      {role.forAll === 1 && <p className="co-hint">{say(departRoleWords.everybody)}</p>}
      {error && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(departRoleWords.nobody)} />}
      <ul className="dr-holders">
        {data?.map(({ id, username, realname }) => (
          <li key={id}>
            <span>
              {realname} <span className="co-hint">{username}</span>
            </span>
            {role.forAll === 0 && (
              <ActButton
                size="small"
                type="link"
                danger
                allow={departRoleApi.deptRoleUserAdd.allow}
                loading={sending}
                aria-label={say(departRoleWords.takeFrom, { name: realname })}
                onClick={() => void send({ userId: id, newRoleId: '', oldRoleId: role.id })}
              >
                {say(departRoleWords.take)}
              </ActButton>
            )}
          </li>
        ))}
      </ul>
      {data && role.forAll === 0 && (
        <GrantSelect
          role={role}
          holderIds={data.map(({ id }) => id)}
          onGrant={(userId) => void send({ userId, newRoleId: role.id, oldRoleId: '' })}
        />
      )}
    </Modal>
  );
};

interface GrantSelectProps extends Pick<HoldersProps, 'role'> {
  readonly holderIds: readonly string[];
  readonly onGrant: (userId: string) => void;
}

/** Selects members of the department itself who do not hold the role yet. */
const GrantSelect = ({ role, holderIds, onGrant }: GrantSelectProps) => {
  const say = useSay();
  const mayGive = usePermission()(departRoleApi.deptRoleUserAdd.allow).ok;
  const membersQuery = useCall(userApi.queryUserByDepId, { id: role.departId }, { enabled: mayGive });
  const people = (membersQuery.data ?? []).filter(
    ({ id, selecteddeparts }) => idList(selecteddeparts).includes(role.departId) && !holderIds.includes(id),
  );
  if (!mayGive) return null;
  return (
    <Select<string | null>
      className="co-wide"
      value={null}
      {...popupFilledBy(membersQuery, say(departRoleWords.noneToGive))}
      aria-label={say(departRoleWords.give)}
      placeholder={say(departRoleWords.give)}
      showSearch={{ optionFilterProp: 'label' }}
      options={people.map(({ id, realname, username }) => ({ value: id, label: `${realname} · ${username}` }))}
      onChange={(id) => id !== null && onGrant(id)}
    />
  );
};
