import { Select } from 'antd';
import { useState } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { departRoleWords } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';

interface AssignRolesProps {
  readonly departId: string;
  readonly person: { readonly id: string; readonly realname: string };
  readonly onClose: () => void;
}

/** Chooses which roles of a department one of its members holds. */
export const AssignRoles = ({ departId, person, onClose }: AssignRolesProps) => {
  const say = useSay();
  const [chosen, setChosen] = useState<readonly string[]>();
  const roles = useCall(departRoleApi.getDeptRoleList, { departId, userId: person.id });
  const heldQuery = useCall(departRoleApi.getDeptRoleByUserId, { departId, userId: person.id });
  const { send, sending } = useSend(departRoleApi.deptRoleUserAdd, { changes: [departRole], onDone: onClose });
  const heldIds = heldQuery.data?.map(({ droleId }) => droleId) ?? [];
  const selectedIds = chosen ?? heldIds;
  // Roles that all members hold are not assigned individually.
  const assignableRoles = (roles.data ?? []).filter(({ forAll }) => forAll === 0);
  const title = say(departRoleWords.assignTo, { name: person.realname });
  const problem = roles.error ?? heldQuery.error;
  return (
    <FormDialog
      width={450}
      title={title}
      okText={say(words.save)}
      sending={sending}
      disabled={!roles.data || !heldQuery.data}
      onFinish={() => void send({ userId: person.id, newRoleId: selectedIds.join(','), oldRoleId: heldIds.join(',') })}
      onClose={onClose}
    >
      {problem ? (
        <LoadError because={problem.message} retry={() => Promise.all([roles.refetch(), heldQuery.refetch()])} />
      ) : (
        <Select<string[]>
          mode="multiple"
          className="co-wide"
          aria-label={title}
          loading={roles.isPending || heldQuery.isPending}
          notFoundContent={say(departRoleWords.none)}
          showSearch={{ optionFilterProp: 'label' }}
          value={[...selectedIds]}
          options={assignableRoles.map(({ id, roleName, roleCode }) => ({ value: id, label: `${roleName} · ${roleCode}` }))}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
};
