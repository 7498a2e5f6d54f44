import { Input, Table } from 'antd';
import { useState } from 'react';
import { useLocalAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import type { Words } from '#kit/fields/words.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { idList } from '#kit/web/picker/pick-field.tsx';
import { pageAfterChange } from '#kit/web/list/rows/next-page.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { departRoleWords } from '../depart-role/depart-role.labels.ts';
import { AssignRoles } from '../depart-role/assign-roles.web.tsx';
import { departRoleApi } from '../depart-role/depart-role.ts';
import { userLabels, userWords } from '../user/user.labels.ts';
import { user, userApi } from '../user/user.ts';
import type { pickedFields } from '../user/user.ts';
import { departWords } from './depart.labels.ts';
import { departApi } from './depart.ts';

const UserPicker = lazyComponent(() => import('../user/picker/user-picker.web.tsx').then((picker) => picker.UserPicker));

type Person = RowOf<typeof pickedFields>;
interface DepartPeopleProps {
  readonly departId: string;
}

/** The members of a department and of those below it. Members can be added, removed and given the department's roles. */
export const DepartPeople = ({ departId }: DepartPeopleProps) => {
  const say = useSay();
  const [keyword, setKeyword] = useState('');
  const [picking, setPicking] = useState(false);
  const [assigning, setAssigning] = useState<Person>();
  const advanced = useLocalAdvanced(user, userLabels);
  const { send } = useSend(departApi.addUsers, { changes: [user], onDone: () => setPicking(false) });
  return (
    <>
      <div className="co-depart-tools">
        <ActButton type="primary" allow={departApi.addUsers.allow} onClick={() => setPicking(true)}>
          {say(departWords.addPeople)}
        </ActButton>
        <Input.Search
          allowClear
          placeholder={say(userWords.pickSearch)}
          aria-label={say(userWords.pickSearch)}
          onSearch={(text) => setKeyword(text.trim())}
        />
        {advanced.button}
      </div>
      {advanced.tagAndDialog}
      <PeopleTable
        key={JSON.stringify([keyword, advanced.asked])}
        filters={{ departId, ...(keyword !== '' && { keyword }), ...advanced.asked }}
        departId={departId}
        emptyText={advanced.isOn ? words.emptyFiltered : departWords.noPeople}
        onAssign={setAssigning}
      />

      {picking && (
        <UserPicker
          selected={[]}
          multi
          onClose={() => setPicking(false)}
          onDone={(people) => void send({ departId, userIds: people.map(({ id }) => id).join(',') })}
        />
      )}

      {assigning && <AssignRoles departId={departId} person={assigning} onClose={() => setAssigning(undefined)} />}
    </>
  );
};

interface PeopleTableProps extends DepartPeopleProps {
  readonly filters: DepartPeopleProps & { readonly keyword?: string };
  /** Shown when there are no members. */
  readonly emptyText: Words;
  readonly onAssign: (person: Person) => void;
}

const PeopleTable = ({ departId, filters, emptyText, onAssign }: PeopleTableProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const [page, setPage] = useState({ pageNo: 1, pageSize: 10 });
  const { data, error, isFetching, refetch } = useCall(userApi.queryUserComponentData, { ...filters, ...page }, { keep: true });
  const remove = useRemoval(departId);
  if (error) return <LoadError because={error.message} retry={refetch} />;
  const columns = (phone ? narrowColumns : wideColumns).map((name) => ({
    key: name,
    dataIndex: name,
    title: say(userLabels.fields[name]),
    ellipsis: true,
  }));
  const acts = {
    key: 'acts',
    title: say(words.action),
    width: phone ? 150 : 300,
    render: (_: unknown, row: Person) => (
      <PersonActions row={row} departId={departId} onAssign={() => onAssign(row)} onRemove={() => void remove(row)} />
    ),
  };
  return (
    <Table<Person>
      className="co-table"
      size="small"
      rowKey="id"
      columns={[...columns, acts]}
      dataSource={[...(data?.records ?? [])]}
      loading={isFetching && !data}
      locale={{ emptyText: say(emptyText) }}
      pagination={{
        current: page.pageNo,
        pageSize: page.pageSize,
        total: data?.total ?? 0,
        hideOnSinglePage: true,
        size: 'small',
        onChange: (pageNo, pageSize) => setPage(pageAfterChange(page, pageNo, pageSize)),
      }}
    />
  );
};

const wideColumns = ['username', 'realname', 'phone', 'orgCodeTxt'] as const;
const narrowColumns = ['realname'] as const;

const useRemoval = (departId: string) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(departApi.removeUsers, { changes: [user] });
  return async ({ id, realname }: Person): Promise<void> => {
    if (await confirm({ title: say(departWords.askRemove, { name: realname }), danger: true })) await send({ departId, userIds: id });
  };
};

interface PersonActionsProps extends DepartPeopleProps {
  readonly row: Person;
  readonly onAssign: () => void;
  readonly onRemove: () => void;
}

/** A member of a lower department cannot be removed here. */
const PersonActions = ({ row, departId, onAssign, onRemove }: PersonActionsProps) => {
  const say = useSay();
  const disabledReason = idList(row.selecteddeparts).includes(departId) ? undefined : say(departWords.below);
  return (
    <>
      <ActButton type="link" size="small" allow={departRoleApi.deptRoleUserAdd.allow} because={disabledReason} onClick={onAssign}>
        {say(departRoleWords.assign)}
      </ActButton>
      <ActButton type="link" size="small" danger allow={departApi.removeUsers.allow} because={disabledReason} onClick={onRemove}>
        {say(departWords.removePerson)}
      </ActButton>
    </>
  );
};
